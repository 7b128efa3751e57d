"""Display names: cleaning, comparison by look, and proposals."""

import itertools
import re
import secrets
import unicodedata
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache

from knobel.display_text import SHAPING, clusters, is_mark, script, visible
from knobel.tables.lookalikes import mixes_scripts, skeleton
from knobel.tables.refusals import Refused, TableReason
from knobel.texts import text
from knobel.unicode_text import BadText, checked

MAX_NAME_LENGTH = 24
"""Maximum number of characters of a name, as people count them."""
MAX_CODE_POINTS = 64
"""Maximum number of code points of a name; the database has columns of this size."""
MAX_RAW_LENGTH = 256
"""Number of code points above which a name is refused without a look at it."""
MAX_MARKS, MAX_NONSPACING_MARKS, MAX_COMMON_MARKS = 8, 4, 2
"""Maximum numbers of consecutive marks: of any kind, without width, and without a script."""

BOT_NAMES = (
    "Ada", "Bruno", "Carla", "Dino", "Emmy", "Fritz", "Greta", "Hugo", "Ida", "Jojo", "Karlo", "Lotte", "Milo", "Nora",
    "Otto", "Pippa", "Quirin", "Rosa", "Silvio", "Tilda", "Ugo", "Vera", "Willi", "Xenia", "Yuri", "Zita",
)  # fmt: skip
CHARACTER_NAMES = {"grandma": "Oma", "grandpa": "Opa", "jonas": "Jonas", "rosi": "Rosi"}
"""The names of the bots that are characters (`knobel.bots.human_errors.characters`), by level."""


def clean(name: str) -> str:
    """Return a name in its display form, without compatibility forms, hidden characters and repeated spaces.

    :raises Refused: `bad_name`, `name_empty`, `name_too_long`, `name_marks`, `mixed_scripts`.
    """
    try:
        checked(name)
    except BadText as error:
        raise Refused(TableReason.BAD_NAME, str(error)) from None
    too_long = Refused(TableReason.NAME_TOO_LONG, f"a name has at most {MAX_NAME_LENGTH} characters")
    if len(name) > MAX_RAW_LENGTH:
        raise too_long
    text = _compatible(re.sub(" +", " ", visible(_compatible(name))).strip())
    if not text:
        raise Refused(TableReason.NAME_EMPTY, "a name has at least one character that can be seen")
    if len(text) > MAX_CODE_POINTS or len(clusters(text)) > MAX_NAME_LENGTH:
        raise too_long
    if _has_too_many_marks(text):
        raise Refused(TableReason.NAME_MARKS, "too many marks on one character of the name, or marks without one")
    if mixes_scripts(text):
        raise Refused(TableReason.MIXED_SCRIPTS, "a name is written in one script")
    return text


def _compatible(text: str) -> str:
    """Return a text in the form NFKC, except for letters such as the Thai sara am, which it would take apart."""
    return "".join(
        "".join(chars) if whole else unicodedata.normalize("NFKC", "".join(chars))
        for whole, chars in itertools.groupby(text, _is_whole_letter)
    )


def _is_whole_letter(char: str) -> bool:
    return unicodedata.category(char) == "Lo" and unicodedata.decomposition(char).startswith("<compat>")


def _has_too_many_marks(text: str) -> bool:
    """True if marks have no base, or there are more on one than any script has (UTS 39, section 5.4)."""
    runs = ["".join(chars) for marks, chars in itertools.groupby(text, is_mark) if marks]
    return (
        is_mark(text[0])
        or any(is_mark(mark) for before, mark in itertools.pairwise(text) if before == " ")
        or any(
            len(run) > MAX_MARKS
            or sum(unicodedata.category(mark) != "Mc" for mark in run) > MAX_NONSPACING_MARKS
            or sum(script(mark) == "COMBINING" for mark in run) > MAX_COMMON_MARKS
            or any(one == other for one, other in itertools.pairwise(run))
            for run in runs
        )
    )


@lru_cache(10_000)
def looks(name: str) -> frozenset[str]:
    """Return a name's looks in either case, without spaces. Two names must not share any of them."""
    text = "".join(char for char in unicodedata.normalize("NFKC", name) if char != " " and char not in SHAPING)
    return frozenset((skeleton(text.casefold()), skeleton(text).casefold()))


def taken(names: Iterable[str]) -> set[str]:
    """Return the looks of all these names."""
    return {look for name in names for look in looks(name)}


def free_variant(name: str, taken: Container[str]) -> str:
    """Return the name, with the first number appended that makes its looks unique if they are taken."""
    number, variant = 1, name
    while any(look in taken for look in looks(variant)):
        number += 1
        suffix = f" {number}"
        kept = clusters(name)[: MAX_NAME_LENGTH - len(suffix)]
        while len("".join(kept)) + len(suffix) > MAX_CODE_POINTS:
            kept.pop()
        variant = "".join(kept).rstrip() + suffix
    return variant


def proposed(language: str, taken: Container[str]) -> str:
    """Return a random friendly name for a new person, in a language of Knobel."""
    adjective, animal = (
        secrets.choice(text(language, "pages/common", f"name.{part}").split()) for part in ("adjectives", "animals")
    )
    return free_variant(text(language, "pages/common", "name.pattern", adjective=adjective, animal=animal), taken)


def bot_name(used: Iterable[str]) -> str:
    """Return the first name for a bot that is free at the table."""
    return next(bot_names([""], used))


def bot_names(levels: Iterable[str], used: Iterable[str]) -> Iterator[str]:
    """Yield names that are free at the table for bots of these levels: of characters their own, else `BOT_NAMES`."""
    taken_looks = taken(used)
    numbered = (name if number == 1 else f"{name} {number}" for number in itertools.count(1) for name in BOT_NAMES)
    for level in levels:
        if level in CHARACTER_NAMES:
            name = free_variant(CHARACTER_NAMES[level], taken_looks)
        else:
            name = next(each for each in numbered if looks(each).isdisjoint(taken_looks))
        taken_looks |= looks(name)
        yield name
