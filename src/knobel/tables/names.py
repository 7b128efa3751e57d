"""Display names: cleaning, comparison by look, and proposals."""

import itertools
import re
import secrets
import unicodedata
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache

from knobel.tables.lookalikes import mixes_scripts, skeleton
from knobel.tables.refusals import Refused, TableReason
from knobel.unicode_text import BadText, checked

MAX_NAME_LENGTH = 24

BOT_NAMES = (
    "Ada", "Bruno", "Carla", "Dino", "Emmy", "Fritz", "Greta", "Hugo", "Ida", "Jojo", "Karlo", "Lotte", "Milo", "Nora",
    "Otto", "Pippa", "Quirin", "Rosa", "Silvio", "Tilda", "Ugo", "Vera", "Willi", "Xenia", "Yuri", "Zita",
)  # fmt: skip

_ADJECTIVES = {
    "de": ("Flinker", "Kluger", "Bunter", "Wilder", "Sanfter", "Froher", "Kühner", "Schlauer", "Munterer", "Stiller"),
    "en": ("Swift", "Clever", "Bright", "Bold", "Gentle", "Merry", "Brave", "Sly", "Lively", "Quiet"),
    "it": ("Agile", "Celere", "Vivace", "Audace", "Gentile", "Felice", "Forte", "Abile", "Allegro", "Tranquillo"),
}
_ANIMALS = {
    "de": ("Fuchs", "Dachs", "Biber", "Igel", "Luchs", "Otter", "Rabe", "Falke", "Specht", "Hase", "Kranich", "Marder"),
    "en": ("Fox", "Badger", "Beaver", "Hedgehog", "Lynx", "Otter", "Raven", "Falcon", "Finch", "Hare", "Crane", "Owl"),
    "it": ("Lupo", "Tasso", "Riccio", "Orso", "Corvo", "Falco", "Picchio", "Gatto", "Cigno", "Delfino", "Gufo"),
}  # fmt: skip


INVISIBLE = {
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0, 0xFFFC),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
}
"""Invisible characters that Unicode does not class as control, format or space, such as variation selectors."""


def clean(name: str) -> str:
    """Return a name in its display form, without compatibility forms, invisible characters and repeated spaces.

    :raises Refused: `bad_name`, if nothing or too much is left; `mixed_scripts`.
    """
    try:
        text = unicodedata.normalize("NFKC", checked(name[: 8 * MAX_NAME_LENGTH]))
    except BadText as error:
        raise Refused(TableReason.BAD_NAME, str(error)) from None
    text = "".join(" " if char.isspace() else char for char in text)
    text = "".join(char for char in text if unicodedata.category(char)[0] != "C" and ord(char) not in INVISIBLE)
    text = unicodedata.normalize("NFKC", re.sub(" +", " ", text).strip())
    marks = [unicodedata.category(char)[0] == "M" for char in text]
    if (
        not 1 <= len(text) <= MAX_NAME_LENGTH
        or len(name) > 8 * MAX_NAME_LENGTH
        or marks[0]
        or sum(marks) > len(text) / 2
    ):
        raise Refused(TableReason.BAD_NAME, f"a name has 1 to {MAX_NAME_LENGTH} characters")
    if mixes_scripts(text):
        raise Refused(TableReason.MIXED_SCRIPTS, "a name is written in one script")
    return text


@lru_cache(10_000)
def looks(name: str) -> frozenset[str]:
    """Return a name's looks in either case, without spaces. Two names must not share any of them."""
    text = unicodedata.normalize("NFKC", name).replace(" ", "")
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
        variant = name[: MAX_NAME_LENGTH - len(suffix)].rstrip() + suffix
    return variant


def proposed(language: str, taken: Container[str]) -> str:
    """Return a random friendly name for a new person, in German, English or Italian."""
    language = language if language in _ADJECTIVES else "en"
    first, second = secrets.choice(_ADJECTIVES[language]), secrets.choice(_ANIMALS[language])
    name = f"{second} {first}" if language == "it" else f"{first} {second}"
    return free_variant(name, taken)


def bot_name(used: Iterable[str]) -> str:
    """Return the first name for a bot that is free at the table."""
    return next(bot_names(used))


def bot_names(used: Iterable[str]) -> Iterator[str]:
    """Yield names for bots that are free at the table, in order."""
    taken_looks = taken(used)
    for number in itertools.count(1):
        for name in BOT_NAMES:
            variant = name if number == 1 else f"{name} {number}"
            if looks(variant).isdisjoint(taken_looks):
                taken_looks |= looks(variant)
                yield variant
