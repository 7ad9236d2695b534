"""Ways of painting: what is done to the finished picture."""
