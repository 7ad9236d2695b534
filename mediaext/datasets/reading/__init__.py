"""Reading samples: variants, what an epoch serves, look-ahead, loaders."""
