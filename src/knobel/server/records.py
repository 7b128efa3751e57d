"""How large a record may be that somebody sends."""

LARGEST_RECORD = 500_000
"""Bytes: ten times those of the longest game at a table of eight."""
MOST_LINES = 5_000
"""More than any game has at a table of eight."""
MOST_SEATS = 12
"""At a table that is gone through."""
