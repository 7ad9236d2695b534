"""Scripts that make the small weight files which the classical engine ships. They need torch."""
