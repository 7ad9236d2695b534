"""Bodies from one picture: inflate an outline, paint by projection, read and write meshes."""
