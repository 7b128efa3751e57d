"""Games as numbers, compared with the rules over random games."""

import hashlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import Any

import numpy as np
import pytest

import knobel
from knobel.core import BadSetup, Decide, Illegal
from knobel.encodings import Encoding, encoding
from tests.games.cases import VARIANTS, walk
from tests.slow import setups_slow_except_quick

every_variant = pytest.mark.parametrize(("name", "options", "seats"), setups_slow_except_quick(VARIANTS))

DIGESTS = {
    "knister": (2, "80f930f8dc12765c"),
    "knaster": (2, "e020b47f872bdc4d"),
    "knapp_daneben": (2, "2efb169272d9e5f2"),
    "knoeffel": (2, "dc32228b379154eb"),
    "kniffeliger": (1, "15500f3bedfa02e4"),
}
"""Version and digest of each encoding: a change of an encoding has to raise its version, and then update these."""


def content(numbers: Encoding, state: Any, seat: int) -> bytes:
    """Return an observation as bytes."""
    return b"".join(array.tobytes() for array in numbers.observe(state, seat).values())


@every_variant
def test_actions_and_masks_are_those_of_the_rules(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    numbers = encoding(game, seats)
    assert len(set(numbers.actions)) == numbers.num_actions
    for seat in range(seats):
        names = [numbers.name(index, seat) for index in range(numbers.num_actions)]
        assert [numbers.index(action, seat) for action in names] == list(range(numbers.num_actions))
    for state, _, _ in walk(game, seats, 3):
        turn = game.turn(state)
        deciding = turn.seats if isinstance(turn, Decide) else ()
        for seat in {*deciding[:1], *deciding[-1:], 0}:
            mask = numbers.mask(state, seat)
            assert mask.dtype == np.int8
            assert mask.shape == (numbers.num_actions,)
            allowed = {numbers.name(int(index), seat) for index in np.flatnonzero(mask)}
            assert allowed == set(game.legal(state, seat))


@every_variant
def test_observations_contain_only_the_view(name: str, options: dict[str, Any], seats: int) -> None:
    game = knobel.make(name, **options)
    numbers = encoding(game, seats)
    seat = seats - 1
    seen: dict[bytes, Any] = {}
    for _, _, state in walk(game, seats, 5):
        observation = numbers.observe(state, seat)
        assert list(observation) == [field.name for field in numbers.fields]
        for field in numbers.fields:
            array = observation[field.name]
            assert array.dtype == field.dtype, field.name
            assert array.shape == field.shape, field.name
            assert array.min() >= field.low, field.name
            assert array.max() <= field.high, field.name
        view = game.view(state, seat)
        # The observation contains exactly the view.
        assert content(numbers, view, seat) == content(numbers, state, seat)
        assert seen.setdefault(content(numbers, state, seat), view) == view
        assert list(observation["points"]) == [game.score(view, (seat + i) % seats) for i in range(seats)]


def changes(value: Any) -> Iterator[Any]:
    """Yield values that differ from one in a single part of a position: a number, a flag, a stage, or an element."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.compare:
                for other in changes(getattr(value, field.name)):
                    yield replace(value, **{field.name: other})
    elif isinstance(value, tuple) and not any(isinstance(each, str) for each in value):
        for i, each in enumerate(value):
            yield from ((*value[:i], other, *value[i + 1 :]) for other in changes(each))
    else:
        yield from other_leaves(value)


def other_leaves(value: Any) -> Iterator[Any]:
    """Yield other values of a part of a position that has no parts."""
    match value:
        case bool():
            yield not value
        case StrEnum():
            yield from (other for other in type(value) if other is not value)
        case int() | None:
            yield 0 if value is None else value + 1
        case tuple():
            yield value[:-1]
        case frozenset():
            yield from (value - {each} for each in value)


@pytest.mark.parametrize("name", DIGESTS)
def test_every_part_of_a_position_is_in_its_observation(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change single parts. The points do not count, because two changes can have the same sum."""
    game = knobel.make(name)
    numbers, compared = encoding(game, 2), 0
    monkeypatch.setattr(type(game), "score", lambda *_: 0)

    def parts(state: Any) -> dict[str, Any]:
        return {key: value for key, value in numbers.values(state, (0, 1)).items() if key != "points"}

    for state, _, _ in islice(walk(knobel.make(name), 2, 4), 0, None, 9):
        for other in changes(state):
            compared += 1
            assert parts(other) != parts(state), other
    assert compared > 100


def test_opponents_count_from_the_own_seat() -> None:
    numbers = encoding(knobel.make("kniffeliger"), 3)
    assert numbers.name(numbers.index("steal.1.fh"), seat=2) == "steal.0.fh"
    assert numbers.index("swap.2", seat=1) == numbers.index("swap.1", seat=0)
    with pytest.raises(Illegal):
        numbers.index("swap.1", seat=1)


def digest(name: str) -> str:
    """Return the digest of all actions and of the observations of a game."""
    game = knobel.make(name)
    numbers = encoding(game, 2)
    found = hashlib.sha256(f"{numbers.actions}{[field[:4] for field in numbers.fields]}".encode())
    for state, _, _ in walk(game, 2, 7):
        found.update(content(numbers, state, 1))
    return found.hexdigest()[:16]


@pytest.mark.parametrize("name", DIGESTS)
def test_encodings_are_stable(name: str) -> None:
    assert (encoding(knobel.make(name), 2).version, digest(name)) == DIGESTS[name]


def test_mistakes_are_reported() -> None:
    numbers = encoding(knobel.make("knister"), 1)
    for wrong in (-1, 25):
        with pytest.raises(Illegal, match="no action"):
            numbers.name(wrong)
    with pytest.raises(Illegal, match="no action"):
        numbers.index("z9")
    with pytest.raises(BadSetup, match="seats"):
        encoding(knobel.make("kniffeliger"), 1)


def test_a_game_without_an_encoding_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = knobel.make("knister")
    monkeypatch.setattr(type(game), "name", "kniffel")
    with pytest.raises(BadSetup, match="kniffel has no encoding"):
        encoding(game, 1)
