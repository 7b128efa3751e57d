"""Kinds of decisions, derived from the notation of their actions."""

import re
from typing import Literal, get_args

DecisionKind = Literal["enter", "circle", "keep", "action"]
"""Kinds of decisions.

They are: which field to enter, what to circle, which dice to keep or whether to roll again, and how to use action dice.
"""
KINDS: tuple[DecisionKind, ...] = get_args(DecisionKind)
"""All kinds of decisions."""

_FORMS: tuple[tuple[DecisionKind, str], ...] = (
    # Rolling or ending the turn is a choice only for a player with action dice.
    ("action", r"roll|end|(steal|freeze|cross|shift|swap)\b.*"),
    ("keep", r"[kf][1-6]*"),
    ("circle", r"pass|.*[a-e][1-5]o|\w+:.*"),
)
"""Patterns of the kinds, the most specific first."""


def kind_of(*actions: str) -> DecisionKind:
    """Return the kind of a decision between these actions.

    Pass the action that was played and the one that was best: a field entered where another roll was better is a
    decision about rolling, an entry where a swap was better one about action dice.

    >>> [kind_of(action) for action in ("c3", "fh.2", "k335", "c3o", "steal.1", "end")]
    ['enter', 'enter', 'keep', 'circle', 'action', 'action']
    >>> kind_of("fh", "k335"), kind_of("end", "swap.2"), kind_of("c3", "a1o")
    ('keep', 'action', 'circle')
    """
    kinds = (kind for kind, form in _FORMS if any(re.fullmatch(form, action) for action in actions))
    return next(kinds, "enter")
