"""Reasons in words: German, English and Italian, from templates.

A template has places named like the figures of its reason; the last word of a name says how a figure is written. A
pair of templates is for one and for more, by the figure `count`.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any, Literal, TypeAlias

from knobel.coach.reasons.reason import Reason, ways
from knobel.coach.words import de, en, it
from knobel.core import Game

Language: TypeAlias = Literal["de", "en", "it"]
LANGUAGES: Mapping[Language, ModuleType] = {"de": de, "en": en, "it": it}
CLOSE = 0.03
"""Chances that are so near to each other, or to 0, are written with a decimal."""


def sentence(reason: Reason, language: Language, game: Game[Any], names: Sequence[str]) -> str:
    """A reason in words.

    :param names: of the seats.
    """
    return Writer(LANGUAGES[language], game, names, reason.figures).sentence(reason.kind)


def sentences(reasons: Sequence[Reason], language: Language, game: Game[Any], names: Sequence[str]) -> str:
    """Reasons in words, one after the other; empty for none."""
    return " ".join(sentence(reason, language, game, names) for reason in reasons)


class Writer:
    """Writes the figures of one reason, each as the last word of its name says."""

    def __init__(self, words: ModuleType, game: Game[Any], names: Sequence[str], figures: Mapping[str, Any]) -> None:
        self.words, self.game, self.names, self.figures = words, game, names, figures
        chances = sorted({0.0, *(value for name, value in figures.items() if name.endswith("chance"))})
        self.digits = int(any(b - a < CLOSE for a, b in pairwise(chances)))

    def sentence(self, kind: str) -> str:
        """The template of that kind with its places filled."""
        template = self.words.SENTENCES[kind]
        if not isinstance(template, str):
            template = template[self.figures["count"] != 1]
        return re.sub(r"\{(\w+)\}", lambda place: self.write(place[1]), template)

    def write(self, name: str) -> str:
        """A figure; one that is written as it is has no method of its own."""
        writer = getattr(self, name.rpartition("_")[2], str)
        return str(writer(self.figures[name]))

    def cells(self, cells: Sequence[str]) -> str:
        """Things as people say them: a3, b3 and c5."""
        *first, last = map(str, cells)
        joint = self.words.AND_BEFORE.get(last[0], self.words.AND)
        return ", ".join(first) + joint + last if first else last

    numbers = cells

    def needed(self, numbers: Sequence[int]) -> str:
        """Numbers, and how many of the 36 rolls show each."""
        times = Counter(numbers)
        return self.cells([f"{times[n]}×" * (times[n] > 1) + f"{n} ({ways(n)}/36)" for n in times])

    def line(self, name: str) -> str:
        """A line of the grid."""
        kind, number = name[:3], name[3:]
        label = self.words.LINES.get(name) or self.words.LINES[kind]
        return str(label.format("abcde"[int(number) - 1] if kind == "col" else number))

    def worth(self, worth: Mapping[str, int]) -> str:
        """Points or circles."""
        ((unit, number),) = worth.items()
        return counted(self.words.CIRCLES if unit == "circles" else self.words.POINTS, number)

    def points(self, number: int) -> str:
        """Points."""
        return counted(self.words.POINTS, number)

    def mean(self, points: float) -> str:
        """Points that are a mean."""
        number = f"{points:.1f}"
        return str(self.words.POINTS[number != "1.0"].format(self.local(number)))

    def chance(self, chance: float) -> str:
        """A chance in percent."""
        digits = self.digits if 0 < chance < 1 else 0
        return str(self.words.PERCENT.format(self.local(f"{100 * chance:.{digits}f}")))

    def local(self, number: str) -> str:
        """A number as the language writes it."""
        return number.translate(str.maketrans(self.words.NUMBER))

    def ahead(self, points: int) -> str:
        """Points more or less than something."""
        return f"{points:+}".replace("-", "−") if points else "0"

    def combination(self, name: str) -> str:
        """What five numbers show."""
        return str(self.words.COMBINATIONS[name])

    def place(self, place: str) -> str:
        """A field, and its column if there are several; the field of five equal dice bears the game's name."""
        field, _, column = place.partition(".")
        label = str(self.words.FIELDS.get(field, self.game.titles["en"]))
        return str(self.words.COLUMN.format(label, column)) if column else label

    field = place

    def dice(self, dice: Sequence[int]) -> str:
        """Dice that are kept."""
        return " ".join(map(str, dice)) or str(self.words.NO_DICE)

    def die(self, die: str) -> str:
        """An action die."""
        return str(self.words.DICE[die])

    def seat(self, seat: int) -> str:
        """Whoever sits there."""
        return self.names[seat]


def counted(forms: Sequence[str], number: int) -> str:
    """A number of things."""
    return forms[number != 1].format(number)
