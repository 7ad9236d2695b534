"""Bodies from one picture: inflating an outline, painting by projection, mesh files."""
