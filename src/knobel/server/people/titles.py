"""Titles that people give to cups and groups."""

import unicodedata

from knobel.display_text import clusters, visible
from knobel.tables.refusals import Refused, TableReason
from knobel.unicode_text import checked

MAX_LENGTH = 60
"""Maximum number of characters, as people count them."""
MAX_CODE_POINTS = 100
"""Maximum number of code points; the database has columns of this size."""


MAX_RAW_LENGTH = 4 * MAX_CODE_POINTS
"""Number of code points above which a title is refused without a look at it: the time of normalization grows with the
square of the number of marks on one character."""


def clean_title(title: str) -> str:
    """Return a title in the form in which it is shown.

    :raises Refused: `too_large`.
    """
    too_large = Refused(TableReason.TOO_LARGE, f"a title has at most {MAX_LENGTH} characters")
    if len(title) > MAX_RAW_LENGTH:
        raise too_large
    text = " ".join(visible(unicodedata.normalize("NFC", checked(title))).split())
    if len(clusters(text)) > MAX_LENGTH or len(text) > MAX_CODE_POINTS:
        raise too_large
    return text
