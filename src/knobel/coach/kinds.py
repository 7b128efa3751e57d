"""Kinds of decisions, told by the notation of their actions."""

import re
from typing import Literal, get_args

DecisionKind = Literal["enter", "circle", "keep", "action"]
"""Where to enter something, what to circle, which dice to keep or whether to go on, and what an action die does."""
KINDS: tuple[DecisionKind, ...] = get_args(DecisionKind)
"""All kinds of decisions."""

_FORMS: tuple[tuple[DecisionKind, str], ...] = (
    ("keep", r"[kf][1-6]*|roll|end"),
    ("action", r"(steal|freeze|cross|shift|swap)\b.*"),
    ("circle", r"pass|.*[a-e][1-5]o|\w+:.*"),
)


def kind_of(action: str) -> DecisionKind:
    """The kind of decision that an action is.

    >>> [kind_of(action) for action in ("c3", "fh.2", "k335", "c3o", "steal.1")]
    ['enter', 'enter', 'keep', 'circle', 'action']
    """
    return next((kind for kind, form in _FORMS if re.fullmatch(form, action)), "enter")
