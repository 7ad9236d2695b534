"""Making results: runners, budgets, gates, and one maker for each key."""
