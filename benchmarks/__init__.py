"""Benchmarks: `python -m benchmarks [NAME...] [--json]`. Every figure is a ratio measured in one run.

A benchmark is a function without arguments that gives back a `Figure`. To add some, write them in a module
of their own and name them in `__main__.BENCHMARKS`.
"""
