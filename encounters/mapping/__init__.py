"""Maps on pages: what is drawn of a map, and what it says to one seat."""
