"""Display names: cleaned, told apart, and proposed."""

import re
import secrets
import unicodedata
from collections.abc import Container, Iterable

from knobel.tables.reasons import Refused, TableReason

LONGEST = 24

BOT_NAMES = (
    "Ada", "Bruno", "Carla", "Dino", "Emmy", "Fritz", "Greta", "Hugo", "Ida", "Jojo", "Karlo", "Lotte", "Milo", "Nora",
    "Otto", "Pippa", "Quirin", "Rosa", "Silvio", "Tilda", "Ugo", "Vera", "Willi", "Xenia", "Yuri", "Zita",
)  # fmt: skip

_FIRST = {
    "de": ("Flinker", "Kluger", "Bunter", "Wilder", "Sanfter", "Froher", "Kühner", "Schlauer", "Munterer", "Stiller"),
    "en": ("Swift", "Clever", "Bright", "Bold", "Gentle", "Merry", "Brave", "Sly", "Lively", "Quiet"),
    "it": ("Agile", "Celere", "Vivace", "Audace", "Gentile", "Felice", "Forte", "Abile", "Allegro", "Tranquillo"),
}
_SECOND = {
    "de": ("Fuchs", "Dachs", "Biber", "Igel", "Luchs", "Otter", "Rabe", "Falke", "Specht", "Hase", "Kranich", "Marder"),
    "en": ("Fox", "Badger", "Beaver", "Hedgehog", "Lynx", "Otter", "Raven", "Falcon", "Finch", "Hare", "Crane", "Owl"),
    "it": ("Lupo", "Tasso", "Riccio", "Orso", "Corvo", "Falco", "Picchio", "Gatto", "Cigno", "Delfino", "Gufo"),
}  # fmt: skip


def clean(name: str) -> str:
    """A name in the form to show: compatibility forms, invisible and control characters and repeated space removed.

    :raises Refused: `bad_name`, if nothing or too much is left.
    """
    text = unicodedata.normalize("NFKC", name[: 8 * LONGEST])
    text = "".join(" " if char.isspace() else char for char in text)
    text = "".join(char for char in text if unicodedata.category(char)[0] != "C")
    text = re.sub(" +", " ", text).strip()
    marks = sum(unicodedata.category(char)[0] == "M" for char in text)
    if not 1 <= len(text) <= LONGEST or len(name) > 8 * LONGEST or marks > len(text) / 2:
        raise Refused(TableReason.BAD_NAME, f"a name has 1 to {LONGEST} characters")
    return text


def folded(name: str) -> str:
    """What two names must differ in."""
    return unicodedata.normalize("NFKC", name.casefold()).replace(" ", "")


def free_variant(name: str, taken: Container[str]) -> str:
    """The name, or the name with the first number that makes it differ from the folded names `taken`."""
    if folded(name) not in taken:
        return name
    number = 2
    while True:
        suffix = f" {number}"
        variant = name[: LONGEST - len(suffix)].rstrip() + suffix
        if folded(variant) not in taken:
            return variant
        number += 1


def proposed(language: str, taken: Container[str]) -> str:
    """A friendly name for somebody new, in German, English or Italian."""
    language = language if language in _FIRST else "en"
    first, second = secrets.choice(_FIRST[language]), secrets.choice(_SECOND[language])
    name = f"{second} {first}" if language == "it" else f"{first} {second}"
    return free_variant(name, taken)


def bot_name(used: Iterable[str]) -> str:
    """A name for a bot that nobody at the table has; the first free one."""
    taken = {folded(name) for name in used}
    for name in BOT_NAMES:
        if folded(name) not in taken:
            return name
    return free_variant(BOT_NAMES[len(taken) % len(BOT_NAMES)], taken)
