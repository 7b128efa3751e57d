"""A person's own games: their reviews, and practice on mistakes."""
