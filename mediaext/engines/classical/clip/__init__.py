"""Clips from one picture: prompts to motion, depth, moving layers, and the encoder."""
