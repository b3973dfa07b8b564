"""One package each combat system, all of one shape; none imports another."""
