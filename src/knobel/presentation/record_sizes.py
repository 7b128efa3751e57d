"""Maximum size of uploaded records."""

MAX_RECORD_BYTES = 500_000
"""Bytes. The longest game at a table of eight takes a tenth of that."""
MAX_RECORD_LINES = 5_000
"""More lines than any game at a table of eight has."""
MAX_RECORD_SEATS = 12
"""Maximum number of seats in a record."""
