"""Maximum size of uploaded records."""

LARGEST_RECORD = 500_000
"""Bytes. The longest game at a table of eight takes a tenth of that."""
MOST_LINES = 5_000
"""More lines than any game at a table of eight has."""
MOST_SEATS = 12
"""Maximum number of seats in a record."""
