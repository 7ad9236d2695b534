"""Making results: runners, budgets, gates, and one maker of each key."""
