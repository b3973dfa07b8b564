"""The rules engine: pure Python, no Django, no clock, no chance but what `Roll` asks for.

A rule is a generator that rolls, asks and tells (`effects`). The same rule is driven live (`play`),
through every outcome (`odds`), through whole fights (`forecast`) and from recorded documents (`scenario`).
"""
