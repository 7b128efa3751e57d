"""How values are made: exact dynamic programming and learning."""
