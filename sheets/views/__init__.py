"""Pages of campaigns, sheets, things and reference."""
