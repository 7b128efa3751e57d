"""Bounds on optimal play of Knister and of smaller boards with the same kind of rules, and exact small boards."""
