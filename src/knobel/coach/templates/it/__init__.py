"""Italian templates."""

from typing import Any

from knobel.coach.templates.it.action_dice import ACTION_DICE
from knobel.coach.templates.it.five_dice import FIVE_DICE
from knobel.coach.templates.it.grids import GRIDS
from knobel.coach.templates.it.knapp_daneben import KNAPP_DANEBEN
from knobel.coach.templates.it.knaster import KNASTER
from knobel.coach.templates.it.review import (
    EXPLAIN,
    LEDGER_TITLES,
    LESSON,
    LEVELS,
    PAGE,
    TERMINAL,
)
from knobel.coach.templates.it.winning import WINNING
from knobel.coach.templates.it.words import (
    ACTIONS,
    AND,
    AND_BEFORE,
    ARTICLES,
    CIRCLES,
    COLOURS,
    COLUMN,
    COMBINATIONS,
    DICE,
    EACH,
    FIELDS,
    LINE_IN_LIST,
    LINES,
    NO_DICE,
    NOW,
    NUMBER,
    ONE_DIE,
    OR,
    OR_BEFORE,
    PERCENT,
    POINTS,
    ROLLS,
)

SENTENCES: dict[str, Any] = WINNING | GRIDS | KNASTER | KNAPP_DANEBEN | FIVE_DICE | ACTION_DICE
"""A template for each kind of reason; a pair is for singular and plural."""

__all__ = (
    "ACTIONS",
    "AND",
    "AND_BEFORE",
    "ARTICLES",
    "CIRCLES",
    "COLOURS",
    "COLUMN",
    "COMBINATIONS",
    "DICE",
    "EACH",
    "EXPLAIN",
    "FIELDS",
    "LEDGER_TITLES",
    "LESSON",
    "LEVELS",
    "LINES",
    "LINE_IN_LIST",
    "NOW",
    "NO_DICE",
    "NUMBER",
    "ONE_DIE",
    "OR",
    "OR_BEFORE",
    "PAGE",
    "PERCENT",
    "POINTS",
    "ROLLS",
    "SENTENCES",
    "TERMINAL",
)
