"""The encoding of Kniffeliger: 227 actions, and 43 more for each opponent."""

from collections.abc import Mapping, Sequence
from typing import Any

from knobel.encodings.encoding import MAX_POINTS, Encoding, Field
from knobel.encodings.turns import dice_field, keep_actions, one_hot, pad_dice
from knobel.games.combinations import ROLLS
from knobel.games.kniffeliger import ACTION_DICE, ROUNDS, ROWS, Kniffeliger, Stage, State

STAGES = tuple(Stage)
PLAYED_ON_ROWS = ("steal", "freeze", "cross")


class KniffeligerEncoding(Encoding):
    """Actions: roll, end the turn, shift, fill each row, save dice, and play action dice on the other seats.

    The last group consists of steals, freezes and cross-outs on each row of the next seat, the seat after it and so on,
    followed by swaps with each of these seats.
    """

    game: Kniffeliger

    @property
    def max_rounds(self) -> int:
        """Upper bound for the number of rounds.

        A round that does not fill a row of an open sheet uses a freeze, and an entry earns at most one freeze.
        """
        return ROUNDS * (self.seats + 1) if self.game.options["rounds"] == "until_full" else ROUNDS

    def all_actions(self) -> Sequence[str]:
        others = range(1, self.seats)
        attacks = [f"{die}.{other}.{row}" for die in PLAYED_ON_ROWS for other in others for row in ROWS]
        swaps = [f"swap.{other}" for other in others]
        return ("roll", "end", "shift", *ROWS, *keep_actions("k"), *attacks, *swaps)

    def rotated(self, action: str, by: int) -> str:
        head, *rest = action.split(".")
        if not rest or not rest[0].isdecimal():
            return action
        return ".".join([head, str((int(rest[0]) + by) % self.seats), *rest[1:]])

    def all_fields(self) -> Sequence[Field]:
        seats, rows, dice = self.seats, len(ROWS), len(ACTION_DICE)
        ice = 3 if self.game.options["freeze"] == "next_round" else 1
        rows_by_name, dice_by_name = ", ".join(ROWS), ", ".join(ACTION_DICE)
        return (
            Field("sheets", (seats, rows), -1, 50, f"the points in each row ({rows_by_name}); -1: not filled"),
            Field(
                "frozen", (seats, rows), 0, ice, "1 for the frozen rows, and 2 more for those frozen in the next round"
            ),
            Field("crossed", (seats, rows), 0, 1, "1 for the rows that are crossed out"),
            Field("hands", (seats, dice), 0, 127, f"the action dice that can be played ({dice_by_name})"),
            Field("earned", (seats, dice), 0, 127, "the action dice earned in this round"),
            dice_field("dice", "the dice on the table"),
            dice_field("saved", "the saved dice on the table"),
            Field("rolls", (1,), 0, ROLLS, "the number of rolls made in this turn"),
            Field("round", (1,), 1, self.max_rounds, "the number of the round, from 1"),
            Field("stage", (len(STAGES),), 0, 1, f"1 for the current stage of the turn ({', '.join(STAGES)})"),
            Field("turn", (seats,), 0, 1, "1 for the seat whose turn it is"),
            Field("last", (seats,), 0, 1, "1 for the seat that comes last in the round"),
            Field("points", (seats,), 0, MAX_POINTS, "the points on each sheet"),
        )

    def values(self, view: State, order: Sequence[int]) -> Mapping[str, Any]:
        sheets = [view.sheets[seat] for seat in order]
        return {
            "sheets": [[-1 if points is None else points for points in sheet.points] for sheet in sheets],
            "frozen": [[(row in sheet.frozen) + 2 * (row in sheet.chilled) for row in ROWS] for sheet in sheets],
            "crossed": [[row in sheet.crossed for row in ROWS] for sheet in sheets],
            "hands": [view.hands[seat] for seat in order],
            "earned": [view.earned[seat] for seat in order],
            "dice": pad_dice(view.dice),
            "saved": pad_dice(view.saved),
            "rolls": view.rolls,
            "round": view.round,
            "stage": [stage is view.stage for stage in STAGES],
            "turn": one_hot(view.seat, order),
            "last": one_hot(self.game.order(self.seats, view.round)[-1], order),
            "points": [sheet.total for sheet in sheets],
        }


encoding = KniffeligerEncoding
