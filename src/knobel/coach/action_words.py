"""Actions in words, in every language: "keep 6 6" instead of `k66`."""

import re
from collections.abc import Sequence
from typing import Any

from knobel.coach.marked_places import marked_places
from knobel.coach.wording import LANGUAGES, listed
from knobel.core import Game
from knobel.games.combinations import field_name
from knobel.games.knapp_daneben import KnappDaneben
from knobel.notation import Record
from knobel.texts import Language

_KEPT = re.compile(r"([kf])([1-6]*)")
_COLOURED = re.compile(r"([a-e][1-5])([kbgyr])")


def entry_words(action: str, language: Language, record: Record, view: Any, seat: int) -> str:
    """Return an action in words, with the sum that it enters where the dice allow several, and whether it strikes."""
    told, game = action_words(action, language, record.game, record.seats), record.game
    if not isinstance(game, KnappDaneben):
        struck = (marked_places(action) == (action,)) and not game.preview(view, seat, action).writes
        return LANGUAGES[language].say("action.strike", field=told) if struck else told
    return LANGUAGES[language].say("action.sum", number=game.sum_of(seat, action, view), action=told)


def action_words(action: str, language: Language, game: Game[Any], names: Sequence[str]) -> str:
    """Return an action in words.

    :param names: the names of the seats.

    >>> import knobel
    >>> knoeffel, knaster = knobel.make("knoeffel"), knobel.make("knaster")
    >>> [action_words(action, "en", knoeffel, ("Ann",)) for action in ("k66", "k", "f1", "fh.2")]
    ['keep 6 6', 'roll all again', 'free roll, keep 1', 'Full house (column 2)']
    >>> [action_words(action, "en", knaster, ("Ann",)) for action in ("c3", "c3o", "row1:a1,b1", "pass")]
    ['c3', 'circle c3', 'circle a1 and b1', 'pass']
    """
    words = LANGUAGES[language]
    forms = words.ACTIONS
    if action in forms:
        return forms[action]
    if kept := _KEPT.fullmatch(action):
        dice = " ".join(kept[2])
        if kept[1] == "k":
            return words.say("action.keep", dice=dice) if dice else forms["keep_none"]
        return words.say("action.free", dice=dice) if dice else forms["free_none"]
    if action.endswith("o") or ":" in action:
        return words.say("action.circle", cells=listed(marked_places(action), words))
    if coloured := _COLOURED.fullmatch(action):
        return words.say("action.with_colour", cell=coloured[1], colour=words.COLOURS[coloured[2]])
    head, _, rest = action.partition(".")
    if head in words.DICE:
        seat, _, row = rest.partition(".")
        if not seat:
            return words.DICE[head]
        field = field_name(row, words.FIELDS, game.titles["en"])
        figures = {"die": words.DICE[head], "name": names[int(seat)]}
        return words.say("action.of_row", field=field, **figures) if row else words.say("action.of_seat", **figures)
    if head not in words.FIELDS and head != "kn":
        return action
    field = field_name(head, words.FIELDS, game.titles["en"])
    several = rest and str(game.options.get("columns")) != "1"
    return words.say("column", field=field, column=rest) if several else field
