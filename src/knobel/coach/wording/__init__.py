"""Reasons as sentences, from the messages of a language.

The placeholders of a message are the names of its reason's figures. The last word of a name determines the format. The
figure `count` selects between singular and plural. A part in brackets is left out if one of its figures is not known.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from knobel.coach.reasons.reason import Reason, roll_count
from knobel.coach.wording.texts import CoachTexts, Texts, complete
from knobel.core import Game
from knobel.games.combinations import field_name
from knobel.line_names import line_name
from knobel.texts import Language
from knobel.texts.icu import formatted

LANGUAGES = CoachTexts({language: Texts(language) for language in complete()})
OTHERS = {"knaster": "pace", "knoeffel": "risk", "kniffeliger": "attacks"}
"""The name of the effect of other seats, by game."""
OWN_EXPLANATIONS = {"knoeffel": "bonus", "kniffeliger": "range"}
"""The explanation that only the reviews of a game have."""
BEGINS_IN_LOWER_CASE = re.compile(r"(\{count, plural, one \{)?\{(line|dice)\}")
"""A message of which the first figure is no name of a person or field."""
MAX_DIFFERENCE_WITH_DECIMAL = 0.03
"""Probabilities whose difference from each other or from 0 is below this are written with a decimal."""
ALMOST, MOST_BELOW_1 = 0.995, 0.999
"""Probabilities that would be rounded to 100 % have a decimal, the highest of which is 99.9 %."""


def sentence(reason: Reason, language: Language, game: Game[Any], names: Sequence[str]) -> str:
    """Return a reason as a sentence.

    :param names: the names of the seats.
    """
    return SentenceWriter(LANGUAGES[language], game, names, reason.figures).sentence(reason.kind)


def sentences(reasons: Sequence[Reason], language: Language, game: Game[Any], names: Sequence[str]) -> str:
    """Return reasons as sentences, separated by spaces. Empty for no reasons.

    A common beginning of two sentences, up to a colon, occurs once, and so does a statement about two lines. A language
    with a space before its colon has one before the semicolon too.
    """
    told = list[str]()
    for number, reason in enumerate(reasons):
        text = sentence(reason, language, game, names)
        if number and differ_in_line(reasons[number - 1], reason):
            words = LANGUAGES[language]
            writer = SentenceWriter(words, game, names, reason.figures)
            told.append(with_articles(words.say("same", line=writer.write("line")), words))
            continue
        head, colon, rest = text.partition(": ")
        if colon and told and told[-1].startswith(head + colon):
            space = "\N{NO-BREAK SPACE}" if head.endswith("\N{NO-BREAK SPACE}") else ""
            told[-1] = f"{told[-1].removesuffix('.')}{space}; {rest}"
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
    words = LANGUAGES[language]
    if len({each for _, each in quantiles}) == 1:
        low, _, high = quantiles[0][1]
        return [words.say("page.spread", low=low, high=high)]
    return [words.say("page.spread_of", name=name, low=low, high=high) for name, (low, _, high) in quantiles]


def explanations(language: Language, game: str, seats: int, columns: Sequence[str]) -> list[str]:
    """Return the explanations of the figures of a review, at a table with `seats` seats.

    :param columns: the entries of the ledger that are shown.
    """
    unknown = {"grades", "win"} if seats == 1 else {"grades_alone"}
    unknown |= {*OTHERS.values(), "correction"} - {OTHERS[game] if each == "others" else each for each in columns}
    unknown |= {*OWN_EXPLANATIONS.values()} - {OWN_EXPLANATIONS.get(game)}
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
        known = re.sub(r"\[(.*?)\]", lambda part: part[1] if self.knows(part[1]) else "", template).strip()
        text = with_articles(formatted(known, self.words.singular, Written(self)), self.words)
        return text[0].upper() + text[1:] if BEGINS_IN_LOWER_CASE.match(template) else text

    def knows(self, part: str) -> bool:
        """True if all figures of a part of a template are known."""
        return all(name in self.figures for name in re.findall(r"\{(\w+)\}", part))

    def write(self, name: str) -> str:
        """Return a figure in its format. A figure without a method for its format is converted by `str`.

        `now` is not a figure: it stands for the phrase about the immediate points of an entry in `place`.
        """
        if name == "now":
            points = {"points": self.write("points")} if self.figures["points"] else {}
            return self.words.say("now.points" if points else "now.struck", place=self.write("place"), **points)
        writer = getattr(self, name.rpartition("_")[2], str)
        return str(writer(self.figures[name]))

    def cells(self, cells: Sequence[str]) -> str:
        """Return a list in words: a3, b3 and c5."""
        return listed(cells, self.words)

    numbers = cells

    def outs(self, numbers: Sequence[int]) -> str:
        """Return alternative numbers in words: a 6, a 7 or an 8."""
        return listed([self.words.say("list.out", number=number) for number in numbers], self.words, "or")

    def lines(self, names: Sequence[str]) -> str:
        """Return the names of several lines."""
        return self.cells([self.words.say("list.line", line=self.line(name)) for name in names])

    def ends(self, ends: Sequence[Mapping[str, Any]]) -> str:
        """Return the fields in which a turn ends, each with its probability."""
        return listed([self.end(**each) for each in ends], self.words, "or")

    def end(self, field: str, chance: float) -> str:
        """Return a field in which a turn ends, with its probability."""
        return self.words.say("list.end", field=self.field(field), chance=self.chance(chance))

    def gains(self, parts: Sequence[Mapping[str, Any]]) -> str:
        """Return lines that gain, each with its numbers and the combination that becomes likelier."""
        return self._parts(parts, "gain")

    def losses(self, parts: Sequence[Mapping[str, Any]]) -> str:
        """Return lines that lose, each with its numbers and the combination that becomes rarer or would fill them."""
        return self._parts(parts, "loss")

    def _parts(self, parts: Sequence[Mapping[str, Any]], change: str) -> str:
        told = []
        for each in parts:
            name = self.words.say("list.line", line=self.line(each["line"]))
            if each.get("numbers"):
                name = self.words.say("list.line_with", line=name, numbers=self.cells(list(map(str, each["numbers"]))))
            known = {key: getattr(self, key)(each[key]) for key in ("combination", "outs") if key in each}
            key = f"list.{each.get('change', change)}" + "_combination" * ("outs" not in known)
            told.append(self.words.say(key, name=name, **known) if known else name)
        return self.cells(told)

    def expected(self, expected: Mapping[str, float]) -> str:
        """Return a mean number of points or circles."""
        ((unit, number),) = expected.items()
        return mean_of(unit, number, self.words)

    def balance(self, balance: Mapping[str, float]) -> str:
        """Return a mean number of points or circles with its sign."""
        ((unit, number),) = balance.items()
        return mean_of(unit, number, self.words, sign="+")

    def needed(self, numbers: Sequence[int]) -> str:
        """Return numbers, each with the number of the 36 rolls that show it."""
        times = Counter(numbers)
        more = self.words.say
        *others, end = [
            (more("needed.more", times=count, number=n) if count > 1 else str(n), roll_count(n))
            for n, count in times.items()
        ]
        several = max(times.values()) > 1

        def rolls(key: str, count: int) -> str:
            said = self.words.say(key, n=count)
            return self.words.say("rolls.each", rolls=said) if several else said

        told = [f"{text} ({rolls('rolls', count)})" for text, count in others]
        return self.cells([*told, f"{end[0]} ({rolls('rolls.last', end[1])})"])

    def line(self, name: str) -> str:
        """Return the name of a line of the grid."""
        return line_name(name, self.words.language)

    def worth(self, worth: Mapping[str, float]) -> str:
        """Return a whole number of points or circles."""
        ((unit, number),) = worth.items()
        return self.words.say(unit, n=round(number), number=round(number))

    def points(self, number: int) -> str:
        """Return a number of points."""
        return whole_points(number, self.words)

    def mean(self, points: float) -> str:
        """Return mean points."""
        return mean_of("points", points, self.words)

    def chance(self, chance: float) -> str:
        """Return a probability in percent."""
        if ALMOST <= chance < 1:
            return percent(min(chance, MOST_BELOW_1), self.words, 1)
        return percent(chance, self.words, self.digits if 0 < chance < 1 else 0)

    def combination(self, name: str) -> str:
        """Return the name of a combination."""
        return str(self.words.COMBINATIONS[name])

    def place(self, place: str) -> str:
        """Return the name of a field, with its column if there are several."""
        field, _, column = place.partition(".")
        label = self.words.say("quoted", field=field_name(field, self.words.FIELDS, self.game.titles["en"]))
        return self.words.say("column", field=label, column=column) if column else label

    field = place

    def dice(self, dice: Sequence[int]) -> str:
        """Return the kept dice: 3-3-5, 1 and 6, the 3, or all new dice. `1-6` could be read as a range."""
        if len(dice) == 1:
            return self.words.say("dice.one", die=dice[0])
        if len(set(dice)) == len(dice) == 2:
            return self.cells([str(die) for die in dice])
        return "-".join(map(str, dice)) or self.words.say("dice.none")

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
    for pattern, replacement in words.CONTRACTIONS:
        text = pattern.sub(replacement, text)
    return text


def decimal(number: float, words: Texts, digits: int = 1, sign: str = "") -> str:
    """Return a rounded number in the format of a language. Zero has no minus sign.

    :param sign: `+` writes the sign of positive numbers and of zero.
    """
    return f"{number:{sign}z.{digits}f}".replace("-", "−").replace(".", words.DECIMAL)


def mean_of(unit: str, number: float, words: Texts, sign: str = "") -> str:
    """Return a mean number of points or circles with its unit, as `decimal`."""
    return words.say(unit, n=1 if round(abs(number), 1) == 1 else 2, number=decimal(number, words, sign=sign))


def whole_points(points: int, words: Texts) -> str:
    """Return a number of points with their unit."""
    return words.say("points", n=points, number=points)


def mean_points(points: float, words: Texts) -> str:
    """Return mean points with their unit."""
    return mean_of("points", points, words)


def percent(share: float, words: Texts, digits: int = 0) -> str:
    """Return a share of 1 in percent."""
    return words.say("percent", number=decimal(100 * share, words, digits if share < 1 else 0))


def listed(items: Sequence[object], words: Texts, joint: str = "and") -> str:
    """Return a list in words, whose last two items are joined by `and` or `or`; before some letters by another word."""
    *first, last = map(str, items)
    if not first:
        return last
    other = words.BEFORE[joint].get(last[0])
    begin = ", ".join(first)
    return f"{begin}{other}{last}" if other else words.say(f"list.{joint}", first=begin, last=last)


class Written(Mapping[str, Any]):
    """The figures of a sentence as they are written; `count` is a number, which selects a form."""

    def __init__(self, writer: SentenceWriter) -> None:
        self._writer = writer

    def __getitem__(self, name: str) -> Any:
        return self._writer.figures[name] if name == "count" else self._writer.write(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._writer.figures)

    def __len__(self) -> int:
        return len(self._writer.figures)
