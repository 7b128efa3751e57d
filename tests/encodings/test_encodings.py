"""Games as numbers, compared with the rules over random games."""

import hashlib
import re
from pathlib import Path
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
    "knister": "982f618a634b6ecb",
    "knaster": "9de2fe488a532ac0",
    "knapp_daneben": "46f190910c9091f5",
    "knoeffel": "5963c05ccbbddaea",
    "kniffeliger": "15500f3bedfa02e4",
}
"""Digests of each encoding of version 1: a change of an encoding has to raise its version, and then update these."""


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
    assert encoding(knobel.make(name), 2).version == 1
    assert digest(name) == DIGESTS[name]


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


@pytest.mark.parametrize("name", DIGESTS)
def test_the_documentation_lists_every_field(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "encodings.md").read_text(encoding="utf-8")
    game = knobel.make(name)
    (told,) = [part for part in page.split("\n## ") if part.startswith(game.titles["en"])]
    for field in encoding(game, 2).fields:
        assert re.search(rf"\\| `{field.name}` \\| .+ \\| {re.escape(field.meaning)} \\|", told), field.name
