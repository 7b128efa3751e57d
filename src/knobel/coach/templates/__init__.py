"""Reasons as sentences in German, English and Italian, from templates.

The placeholders of a template are the names of its reason's figures. The last word of a name determines the format. A
pair of templates is for singular and plural, selected by the figure `count`. A part in brackets is left out if one of
its figures is not known.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from knobel.coach.reasons.reason import Reason, roll_count
from knobel.coach.templates import de, en, it
from knobel.coach.templates.language_texts import Texts
from knobel.core import Game
from knobel.games.combinations import field_name
from knobel.texts import DEFAULT, Language


class Languages(dict[Language, Texts]):
    """The texts of the coach by language; those of English for a language that has none."""

    def __missing__(self, language: Language) -> Texts:
        """Return the English texts."""
        return self[DEFAULT]


LANGUAGES = Languages(de=de.TEXTS, en=en.TEXTS, it=it.TEXTS)
MAX_DIFFERENCE_WITH_DECIMAL = 0.03
"""Probabilities whose difference from each other or from 0 is below this are written with a decimal."""


def sentence(reason: Reason, language: Language, game: Game[Any], names: Sequence[str]) -> str:
    """Return a reason as a sentence.

    :param names: the names of the seats.
    """
    return SentenceWriter(LANGUAGES[language], game, names, reason.figures).sentence(reason.kind)


def sentences(reasons: Sequence[Reason], language: Language, game: Game[Any], names: Sequence[str]) -> str:
    """Return reasons as sentences, separated by spaces. Empty for no reasons.

    A common beginning of two sentences, up to a colon, occurs once, and so does a statement about two lines.
    """
    told = list[str]()
    for number, reason in enumerate(reasons):
        text = sentence(reason, language, game, names)
        if number and differ_in_line(reasons[number - 1], reason):
            words = LANGUAGES[language]
            writer = SentenceWriter(words, game, names, reason.figures)
            told.append(with_articles(words.SAME.format(line=writer.write("line")), words))
            continue
        head, colon, rest = text.partition(": ")
        if colon and told and told[-1].startswith(head + colon):
            told[-1] = f"{told[-1].removesuffix('.')}; {rest}"
        else:
            told.append(text)
    return " ".join(told)


def differ_in_line(first: Reason, second: Reason) -> bool:
    """True if two reasons say the same of two lines."""
    if first.kind != second.kind or "line" not in first.figures:
        return False
    return {**first.figures, "line": ""} == {**second.figures, "line": ""}


def start_ranges(quantiles: Sequence[tuple[str, tuple[int, int, int]]], language: Language) -> list[str]:
    """Return between which final scores eight of ten games end: one sentence if this is the same for all seats.

    :param quantiles: by seat the name and the 10 %, 50 % and 90 % quantiles of the final score before the first roll.
    """
    words = LANGUAGES[language].PAGE
    if len({each for _, each in quantiles}) == 1:
        low, _, high = quantiles[0][1]
        return [words["spread"].format(low=low, high=high)]
    return [words["spread_of"].format(name=name, low=low, high=high) for name, (low, _, high) in quantiles]


def explanations(language: Language, seats: int, *, others: bool) -> list[str]:
    """Return the explanations of the figures of a ledger, at a table with `seats` seats.

    :param others: the ledger shows the effect of other seats.
    """
    unknown = {"grades", "win"} if seats == 1 else {"grades_alone"}
    if not others:
        unknown.add("others")
    return [text for name, text in LANGUAGES[language].EXPLAIN.items() if name not in unknown]


class SentenceWriter:
    """Formats the figures of a reason by the last word of their names."""

    def __init__(self, words: Texts, game: Game[Any], names: Sequence[str], figures: Mapping[str, Any]) -> None:
        self.words, self.game, self.names, self.figures = words, game, names, figures
        chances = sorted({0.0, *(value for name, value in figures.items() if name.endswith("chance"))})
        self.digits = int(any(b - a < MAX_DIFFERENCE_WITH_DECIMAL for a, b in pairwise(chances)))

    def sentence(self, kind: str) -> str:
        """Return the template of that kind with its placeholders filled."""
        template = self.words.SENTENCES[kind]
        if not isinstance(template, str):
            template = template[self.figures["count"] != 1]
        text = re.sub(r"\[(.*?)\]", lambda part: part[1] if self.knows(part[1]) else "", template)
        text = re.sub(r"\{(\w+)\}", lambda place: self.write(place[1]), text)
        text = with_articles(text, self.words)
        return text[0].upper() + text[1:] if template.startswith(("{line}", "{dice}")) else text

    def knows(self, part: str) -> bool:
        """True if all figures of a part of a template are known."""
        return all(name in self.figures for name in re.findall(r"\{(\w+)\}", part))

    def write(self, name: str) -> str:
        """Return a figure in its format. A figure without a method for its format is converted by `str`.

        `now` is not a figure: it stands for the phrase about the immediate points of an entry in `place`.
        """
        if name == "now":
            with_points, without = self.words.NOW
            return re.sub(
                r"\{(\w+)\}", lambda each: self.write(each[1]), with_points if self.figures["points"] else without
            )
        writer = getattr(self, name.rpartition("_")[2], str)
        return str(writer(self.figures[name]))

    def cells(self, cells: Sequence[str]) -> str:
        """Return a list in words: a3, b3 and c5."""
        return listed(cells, self.words.AND, self.words.AND_BEFORE)

    numbers = cells

    def outs(self, numbers: Sequence[int]) -> str:
        """Return alternative numbers in words: 6, 7 or 8."""
        return listed(numbers, self.words.OR, self.words.OR_BEFORE)

    def lines(self, names: Sequence[str]) -> str:
        """Return the names of several lines."""
        return self.cells([str(self.words.LINE_IN_LIST).format(self.line(name)) for name in names])

    def expected(self, expected: Mapping[str, float]) -> str:
        """Return a mean number of points or circles."""
        ((unit, number),) = expected.items()
        text = f"{number:.1f}"
        forms = self.words.CIRCLES if unit == "circles" else self.words.POINTS
        return str(forms[text != "1.0"].format(self.local(text)))

    def balance(self, balance: Mapping[str, float]) -> str:
        """Return a mean number of points or circles with its sign."""
        ((unit, number),) = balance.items()
        text = self.expected({unit: abs(number)})
        return f"{'−' if number < 0 else '+'}{text}"

    def needed(self, numbers: Sequence[int]) -> str:
        """Return numbers, each with the number of the 36 rolls that show it."""
        times, (inner, last) = Counter(numbers), self.words.ROLLS
        *others, end = [(f"{times[n]}×" * (times[n] > 1) + str(n), roll_count(n)) for n in times]
        each = self.words.EACH if max(times.values()) > 1 else ""
        told = [f"{text} ({each}{inner.format(count)})" for text, count in others]
        return self.cells([*told, f"{end[0]} ({each}{pluralized(last, end[1])})"])

    def line(self, name: str) -> str:
        """Return the name of a line of the grid."""
        kind, number = name[:3], name[3:]
        label = self.words.LINES.get(name) or self.words.LINES[kind]
        return str(label.format("abcde"[int(number) - 1] if kind == "col" else number))

    def worth(self, worth: Mapping[str, float]) -> str:
        """Return a whole number of points or circles."""
        ((unit, number),) = worth.items()
        return pluralized(self.words.CIRCLES if unit == "circles" else self.words.POINTS, round(number))

    def points(self, number: int) -> str:
        """Return a number of points."""
        return pluralized(self.words.POINTS, number)

    def mean(self, points: float) -> str:
        """Return mean points."""
        return mean_points(points, self.words)

    def chance(self, chance: float) -> str:
        """Return a probability in percent."""
        return percent(chance, self.words, self.digits if 0 < chance < 1 else 0)

    def local(self, number: str) -> str:
        """Return a number in the format of the language."""
        return local(number, self.words)

    def ahead(self, points: int) -> str:
        """Return a difference in points, with its sign."""
        return f"{points:+}".replace("-", "−") if points else "0"

    def combination(self, name: str) -> str:
        """Return the name of a combination."""
        return str(self.words.COMBINATIONS[name])

    def place(self, place: str) -> str:
        """Return the name of a field, with its column if there are several."""
        field, _, column = place.partition(".")
        label = field_name(field, self.words.FIELDS, self.game.titles["en"])
        return str(self.words.COLUMN.format(label, column)) if column else label

    field = place

    def dice(self, dice: Sequence[int]) -> str:
        """Return the kept dice: 3-3-5, 1 and 6, the 3, or all new dice. `1-6` could be read as a range."""
        if len(dice) == 1:
            return str(self.words.ONE_DIE.format(*dice))
        if len(set(dice)) == len(dice) == 2:
            return self.cells([str(die) for die in dice])
        return "-".join(map(str, dice)) or str(self.words.NO_DICE)

    def colour(self, letter: str) -> str:
        """Return the name of a colour."""
        return str(self.words.COLOURS[letter])

    def die(self, die: str) -> str:
        """Return the name of an action die."""
        return str(self.words.DICE[die])

    def seat(self, seat: int) -> str:
        """Return the name of the seat's player."""
        return self.names[seat]


def with_articles(text: str, words: Texts) -> str:
    """Return a text with the right forms of its articles."""
    for pattern, replacement in words.ARTICLES:
        text = re.sub(pattern, replacement, text)
    return text


def local(number: str, words: Texts) -> str:
    """Return a number in the format of a language, with the given templates."""
    return number.translate(str.maketrans(words.NUMBER))


def mean_points(points: float, words: Texts) -> str:
    """Return mean points with their unit."""
    number = f"{points:.1f}"
    return str(words.POINTS[number != "1.0"].format(local(number, words)))


def percent(share: float, words: Texts, digits: int = 0) -> str:
    """Return a share of 1 in percent."""
    return str(words.PERCENT.format(local(f"{100 * share:.{digits if share < 1 else 0}f}", words)))


def listed(words: Sequence[object], joint: str, joint_before: Mapping[str, str]) -> str:
    """Return a list in words. Before some letters the last two are joined by another word."""
    *first, last = map(str, words)
    return ", ".join(first) + joint_before.get(last[0], joint) + last if first else last


def pluralized(forms: Sequence[str], number: int) -> str:
    """Return a number with its noun."""
    return forms[number != 1].format(number)
