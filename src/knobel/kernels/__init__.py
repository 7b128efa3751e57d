"""Compiled loops (Numba). They import nothing of ours and receive every rule as an array."""
