"""Filled sheets of Kniffeliger."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from knobel.dice import distribution
from knobel.filled_sheets.contents import STRUCK, Contents
from knobel.filled_sheets.lines import Line
from knobel.filled_sheets.reader import SheetReader
from knobel.games.combinations import DICE
from knobel.games.kniffeliger import NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State, row_points


class Reader(SheetReader[Kniffeliger, Sheet]):
    def __init__(self, game: Kniffeliger) -> None:
        super().__init__(game)
        fives = game.options["five_is_full_house"]
        # A stolen row holds 0.
        self.possible = {
            row: {0} | {row_points(row, dice, five_is_full_house=fives) for dice in distribution(DICE)} for row in ROWS
        }

    def read(self, contents: Contents) -> Sheet:
        texts = {row: contents.text(row) for row in ROWS}
        crossed = frozenset(row for row, text in texts.items() if text == STRUCK)
        return Sheet(
            tuple(
                None if row in crossed else contents.checked(row, text, self.possible[row])
                for row, text in texts.items()
            ),
            crossed=crossed,
        )

    def position(self, sheets: Sequence[Sheet]) -> State:
        none = (NO_DICE,) * len(sheets)
        return State(tuple(sheets), none, none, ROUNDS, stage=Stage.OVER)

    def lines(self, sheet: Mapping[str, Any]) -> Iterator[Line]:
        for row, points in sheet["rows"].items():
            if points is not None:
                yield Line(row, points)
