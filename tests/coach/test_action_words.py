"""Actions in words: every action of every game, in three languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import knobel
from knobel.coach.action_words import action_words
from knobel.coach.wording import LANGUAGES
from knobel.core import Decide
from knobel.games import GAMES
from tests.games.cases import walk


def legal_actions(game: Any, seats: int, seed: int) -> Iterator[list[str]]:
    """Yield the legal actions of the positions of a random game."""
    for state, _, _ in walk(game, seats, seed):
        if isinstance(turn := game.turn(state), Decide):
            yield game.legal(state, turn.seats[0])


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_words(name: str) -> None:
    game = knobel.make(name)
    for actions in legal_actions(game, 2, 1):
        for language in LANGUAGES:
            told = [action_words(action, language, game, ("Ann", "Ben")) for action in actions]
            # Circles in different lines may be the same cells.
            assert name == "knaster" or len(set(told)) == len(told)
            assert not any(re.search(r"[.{}]|:[a-e]|\b[kf][1-6]|[a-e][1-5][kbgyro]\b", words) for words in told)


@pytest.mark.parametrize(
    ("action", "german", "italian"),
    [
        ("k26", "2 6 behalten", "tieni 2 6"),
        ("k", "alle neu würfeln", "rilancia tutti"),
        ("steal.1.fh", "Stehlen: Full House von Ben", "Ruba: Full di Ben"),
        ("swap.0", "Tauschen: Ann", "Scambia: Ann"),
        ("kn", "Kniffeliger", "Kniffeliger"),
        ("end", "Zug beenden", "fine turno"),
    ],
)
def test_words_of_kniffeliger(action: str, german: str, italian: str) -> None:
    game = knobel.make("kniffeliger")
    assert action_words(action, "de", game, ("Ann", "Ben")) == german
    assert action_words(action, "it", game, ("Ann", "Ben")) == italian


def test_a_single_column_has_no_number() -> None:
    game = knobel.make("knoeffel", columns="1")
    assert action_words("ls.1", "de", game, ("Ann",)) == "Große Straße"
