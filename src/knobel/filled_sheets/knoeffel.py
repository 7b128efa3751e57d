"""Filled sheets of Knöffel."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from knobel.dice import distribution
from knobel.filled_sheets.contents import STRUCK, Contents, ContradictionKind
from knobel.filled_sheets.lines import Line
from knobel.filled_sheets.reader import SheetReader
from knobel.games.combinations import DICE
from knobel.games.joker import EXTRA_POINTS
from knobel.games.knoeffel import FIELDS, FREE_ROLLS, KNOEFFEL, Column, Knoeffel, State

Columns: TypeAlias = tuple[Column, ...]


class Reader(SheetReader[Knoeffel, Columns]):
    """Reads sheets of Knöffel."""

    def __init__(self, game: Knoeffel) -> None:
        super().__init__(game)
        columns = range(1, len(game.start(1).sheets[0]) + 1)
        # Where a joker scores fully, other dice do too.
        points = {field: {game.field_points(field, dice) for dice in distribution(DICE)} for field in FIELDS}
        free_rolls = {f"free.{i}": set(range(FREE_ROLLS + 1)) for i in columns if game.has_free_roll_field(i - 1)}
        self.possible = {f"{field}.{i}": points[field] for i in columns for field in FIELDS} | free_rolls

    def read(self, contents: Contents) -> Columns:
        columns = tuple(self._column(i, contents) for i in range(len(self.game.start(1).sheets[0])))
        used = [column.free_rolls_used for column in columns]
        if self.game.shared_free_rolls and sum(used) > FREE_ROLLS:
            place = max(f"free.{i}" for i, number in enumerate(used, 1) if number)
            contents.contradict(place, ContradictionKind.FREE_ROLLS, str(sum(used)), [FREE_ROLLS])
        scored = [i for i, column in enumerate(columns, 1) if column.points[KNOEFFEL]]
        for i in scored[1:] if self.game.one_knoeffel else ():
            contents.contradict(f"kn.{i}", ContradictionKind.SECOND_KNOEFFEL, str(self.game.knoeffel_points), [0])
        if self.game.options["columns"] == "sequential" and not columns[0].full:
            entered = ((field, points) for field, points in zip(FIELDS, columns[1].points, strict=True))
            for field, points in entered:
                if points is not None:
                    contents.contradict(f"{field}.2", ContradictionKind.COLUMN_CLOSED, str(points), ())
        return columns

    def _column(self, i: int, contents: Contents) -> Column:
        def points(field: str) -> int | None:
            text = contents.text(place := f"{field}.{i + 1}")
            return 0 if text == STRUCK else contents.checked(place, text, self.possible[place])

        fields = tuple(map(points, FIELDS))
        used, extra = 0, 0
        if (place := f"free.{i + 1}") in self.possible:
            used = contents.number(place, self.possible[place]) or 0
        if self.game.options["joker"] != "none":
            most = len(FIELDS) if fields[KNOEFFEL] else 1
            extra = contents.number(f"jokers.{i + 1}", range(0, most * EXTRA_POINTS, EXTRA_POINTS)) or 0
        return Column(fields, used, extra // EXTRA_POINTS)

    def position(self, sheets: Sequence[Columns]) -> State:
        return State(tuple(sheets))

    def lines(self, sheet: Mapping[str, Any]) -> Iterator[Line]:
        for number, column in enumerate(sheet["columns"], 1):
            for field, points in column["fields"].items():
                if points is not None:
                    yield Line(f"{field}.{number}", points)
            for place, key in (("bonus", "bonus"), ("free", "free_roll_points"), ("jokers", "joker_points")):
                if (points := column[key]) is not None:
                    yield Line(f"{place}.{number}", points, slips=(points,))
