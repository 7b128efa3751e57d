"""People with whom a person played, to invite them again."""
