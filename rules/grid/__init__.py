"""Geometry of the map: cells in, cells out. No feet, no metres, no combat system.

A cell is a pair of whole numbers. On squares it is (column, row), rows growing downwards. On hexes it is
axial (q, r): hexes stand on a point, +q is east and +r is south-east. Distances, reaches and budgets are in
cells; heights are in whatever unit the caller uses for all of them.
"""
