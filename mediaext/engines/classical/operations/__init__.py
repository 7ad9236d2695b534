"""What the engine makes: a module per operation, named like it, with a function ``make``."""
