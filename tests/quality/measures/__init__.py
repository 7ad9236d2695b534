"""Measures of the engine: the figures that are promised, each beside its aim.

``python tests/quality/report.py`` prints them; the tests call the same functions.
"""
