"""The operations of the engine: a module for each, with a function ``make``."""
