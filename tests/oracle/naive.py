"""The second implementation of the five games, behind one small interface, and its brute-force count."""

import pickle
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, cast

from tests.oracle.in_turn import Kniffeliger, Knoeffel
from tests.oracle.together import KnappDaneben, Knaster, Knister


class Naive(Protocol):
    """A running game, changed in place."""

    def moves(self) -> list[tuple[int, str]]: ...
    def move(self, seat: int, action: str) -> None: ...
    def dice_to_fall(self) -> int: ...
    def roll(self, faces: tuple[int, ...]) -> None: ...
    def scores(self) -> list[int]: ...
    def key(self) -> str: ...


NAIVE: dict[str, Any] = {
    "knister": Knister,
    "knaster": Knaster,
    "knapp_daneben": KnappDaneben,
    "knoeffel": Knoeffel,
    "kniffeliger": Kniffeliger,
}


def replay(header: dict[str, Any], events: Iterable[dict[str, Any]]) -> Naive:
    """Play a record's events, each of which must be legal here too."""
    game = NAIVE[header["game"]](len(header["seats"]), **header["options"])
    for event in events:
        if "roll" in event:
            assert len(event["roll"]) == game.dice_to_fall()
            game.roll(tuple(event["roll"]))
        elif "undo" in event:
            game.undo(event["undo"])
        else:
            assert (event["seat"], event["move"]) in game.moves()
            game.move(event["seat"], event["move"])
    return cast("Naive", game)


def count(game: Naive, rolls: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """Count distinct positions and move sequences after these rolls, by walking every single sequence."""
    positions: set[str] = set()
    sequences = 0
    stack = [(game, 0)]
    while stack:
        game, used = stack.pop()
        frozen = pickle.dumps(game)
        moves = game.moves()
        for seat, action in moves:
            after = pickle.loads(frozen)
            after.move(seat, action)
            stack.append((after, used))
        if moves:
            continue
        if used == len(rolls):
            sequences += 1
            positions.add(game.key())
        elif game.dice_to_fall() == len(rolls[used]):
            after = pickle.loads(frozen)
            after.roll(rolls[used])
            stack.append((after, used + 1))
    return len(positions), sequences
