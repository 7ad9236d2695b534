"""Reading samples: variants, readers, look-ahead, loaders."""
