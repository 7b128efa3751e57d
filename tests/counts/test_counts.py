"""The published perft counts (`counts.csv`), reproduced by the rules and by a second, naive implementation."""

import csv
import json
from pathlib import Path

import pytest

import knobel
from knobel import notation
from knobel.core import Illegal, Reason, Roll
from knobel.perft import Count, perft
from tests.oracle import naive

POSITIONS = Path(__file__).parent / "positions"
with (Path(__file__).parent / "counts.csv").open(encoding="utf-8", newline="") as counts:
    TABLE = [
        (
            row["position"],
            [tuple(map(int, roll.split(","))) for roll in row["rolls"].split()],
            int(row["positions"]),
            int(row["sequences"]),
        )
        for row in csv.DictReader(counts)
    ]


def lines(name: str) -> list[str]:
    return (POSITIONS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def test_every_position_is_published_and_every_naive_game_counted() -> None:
    assert sorted(name for name, *_ in TABLE) == sorted(path.stem for path in POSITIONS.iterdir())
    assert {name.partition("-")[0] for name, *_ in TABLE} == set(naive.NAIVE)


@pytest.mark.parametrize(("name", "rolls", "positions", "sequences"), TABLE, ids=[row[0] for row in TABLE])
def test_the_rules_have_the_published_counts(
    name: str, rolls: list[tuple[int, ...]], positions: int, sequences: int
) -> None:
    record, state = notation.load(lines(name))
    assert perft(record.game, state, [Roll(roll) for roll in rolls]) == Count(positions, sequences)


@pytest.mark.parametrize(("name", "rolls", "positions", "sequences"), TABLE, ids=[row[0] for row in TABLE])
def test_the_naive_implementation_has_the_published_counts(
    name: str, rolls: list[tuple[int, ...]], positions: int, sequences: int
) -> None:
    header, *events = map(json.loads, lines(name))
    assert naive.count(naive.replay(header, events), rolls) == (positions, sequences)


def test_without_rolls_only_the_moves_at_hand_are_counted() -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(2), Roll((3, 4)))
    assert perft(game, game.start(2), []) == Count(1, 1)
    assert perft(game, state, []) == Count(625, 1250)


@pytest.mark.parametrize(
    ("rolls", "reason"),
    [([(3,)], Reason.DICE_COUNT), ([(3, 7)], Reason.DICE_FACE), ([(1, 2), (3,)], Reason.DICE_COUNT)],
)
def test_a_roll_that_fits_nowhere_is_an_error(rolls: list[tuple[int, ...]], reason: Reason) -> None:
    game = knobel.make("knister")
    with pytest.raises(Illegal) as caught:
        perft(game, game.start(1), [Roll(roll) for roll in rolls])
    assert caught.value.reason is reason
