"""mediaext."""
