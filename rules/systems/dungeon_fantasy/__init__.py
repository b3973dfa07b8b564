"""Dungeon Fantasy (GURPS 4e family): active defences on hexes with facing (DF-01 to DF-55).

Rules after the chapter on defence and the published combat rules; wording and code are our own.
"""
