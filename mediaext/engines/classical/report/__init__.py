"""Measures of the engine: the figures that are promised, each beside its aim.

``python -m mediaext.engines.classical.report`` prints them; the tests call the same functions.
"""
