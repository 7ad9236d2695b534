"""Clips from one picture: words to motion, depth, layers that move, and the encoder."""
