"""Play, its log, and the reports made of it."""
