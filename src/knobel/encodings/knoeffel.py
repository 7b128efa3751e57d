"""The encoding of Knöffel: 446 actions with two columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from knobel.encodings.encoding import MAX_POINTS, Encoding, Field
from knobel.encodings.turns import dice_field, keep_actions, one_hot, pad_dice
from knobel.games.combinations import ROLLS
from knobel.games.knoeffel import FIELDS, FREE_ROLLS, State


class KnoeffelEncoding(Encoding):
    """Actions: enter in each field of each column, keep dice and roll the rest, and the same as a free roll."""

    version = 2

    @property
    def columns(self) -> int:
        return len(self.game.start(1).sheets[0])

    def all_actions(self) -> Sequence[str]:
        entries = [f"{field}.{column}" for column in range(1, self.columns + 1) for field in FIELDS]
        return (*entries, *keep_actions("k"), *keep_actions("f"))

    def all_fields(self) -> Sequence[Field]:
        seats, columns = self.seats, self.columns
        names = ", ".join(FIELDS)
        return (
            Field("sheets", (seats, columns, len(FIELDS)), -1, 50, f"the points in each field ({names}); -1: free"),
            Field("free_rolls_used", (seats, columns), 0, FREE_ROLLS, "the number of free rolls used in each column"),
            Field(
                "extra_jokers",
                (seats, columns),
                0,
                len(FIELDS),
                "the number of jokers with extra points in each column",
            ),
            dice_field("dice", "the dice on the table"),
            dice_field("kept", "the dice kept for the next roll"),
            Field("rolls", (1,), 0, ROLLS + 1, "the number of rolls made in this turn; the fourth is a free roll"),
            Field("turn", (seats,), 0, 1, "1 for the seat whose turn it is"),
            Field("points", (seats,), 0, MAX_POINTS, "the points on each sheet"),
        )

    def values(self, view: State, order: Sequence[int]) -> Mapping[str, Any]:
        return {
            "sheets": [
                [[-1 if points is None else points for points in column.points] for column in view.sheets[seat]]
                for seat in order
            ],
            "free_rolls_used": [[column.free_rolls_used for column in view.sheets[seat]] for seat in order],
            "extra_jokers": [[column.extra_jokers for column in view.sheets[seat]] for seat in order],
            "dice": pad_dice(view.dice),
            "kept": pad_dice(view.kept),
            "rolls": view.rolls,
            "turn": one_hot(view.seat, order),
            "points": [self.game.score(view, seat) for seat in order],
        }


encoding = KnoeffelEncoding
