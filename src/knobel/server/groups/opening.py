"""New groups."""

import secrets

from knobel.server.groups.store import Group
from knobel.server.limits import codes
from knobel.server.people.titles import clean_title
from knobel.tables.commands import new_key
from knobel.tables.refusals import Refused, TableReason

DIGITS = "23456789"
CODE_LENGTH = 6
"""Length of a group's code: a digit, which tells it from a table's, and letters."""


def is_code(text: str) -> bool:
    """True if the text has the form of a group's code."""
    return text[:1] in {*DIGITS} and codes.is_code(text[1:], CODE_LENGTH - 1)


def group_title(title: str) -> str:
    """Return the title of a group in the form in which it is shown.

    :raises Refused: `name_empty`, `too_large`.
    """
    if not (cleaned := clean_title(title)):
        raise Refused(TableReason.NAME_EMPTY, "a group has a name")
    return cleaned


def new_group(title: str, now: int) -> Group:
    """Return a new group, which the code and the link admit people to.

    :raises Refused: `name_empty`, `too_large`.
    """
    code = secrets.choice(DIGITS) + codes.new_code(CODE_LENGTH - 1)
    return Group(code, new_key(), group_title(title), by_code=True, opened=now)
