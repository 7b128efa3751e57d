"""Largest values of the numbers on the command line, so that no computation with them overflows."""

MAX_COUNT = 1_000_000_000
"""Of games, lines, rollouts and events."""
MAX_SEED = 2**63 - 1
MIN_SEED = -(2**63)
MAX_WORKERS = 1024
MAX_WAIT_S = 24 * 3600
