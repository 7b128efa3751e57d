"""Bots err like people: they see what lies on the table, and misjudge what must be counted."""

from dataclasses import replace
from importlib import import_module
from random import Random

import pytest

import knobel
from benchmarks.bot_mad_moves import measure
from knobel.bots import human_errors
from knobel.bots.human_errors.characters import CHARACTERS
from knobel.bots.human_errors.five_dice import is_natural, unseen
from knobel.bots.human_errors.grids import misjudged, neat
from knobel.bots.levels import LEVELS
from knobel.bots.oversights import OVERSIGHTS
from knobel.engines import Evaluation
from knobel.games.combinations import kept_dice
from knobel.games.grid import CELL, EMPTY
from knobel.games.kniffeliger import ROWS
from knobel.games.tuples import put

ALL_FIELDS = dict.fromkeys(("1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "kn"), 0)


@pytest.mark.parametrize(
    ("dice", "natural", "odd"),
    [
        ("23456", ["2345", "3456", "456", "6", ""], ["36", "246", "2356"]),
        ("22466", ["22", "66", "2266", "4", ""], ["26", "2", "2466", "246"]),
        ("33356", ["333"], ["33", "3336", "5", "", "56"]),
    ],
)
def test_kept_dice_have_something_in_common(dice: str, natural: list[str], odd: list[str]) -> None:
    held = kept_dice(f"k{dice}")
    assert [keep for keep in natural if not is_natural(kept_dice(f"k{keep}"), held, ALL_FIELDS)] == []
    assert [keep for keep in odd if is_natural(kept_dice(f"k{keep}"), held, ALL_FIELDS)] == []


def test_a_made_straight_is_entered_or_kept() -> None:
    entries = ALL_FIELDS | {"ss": 30, "ls": 40, "6s": 6}
    keeps = {f"k{each}": kept_dice(f"k{each}") for each in ("2345", "36", "6", "")}
    refused = unseen(entries, keeps, (2, 3, 4, 5, 6), 1)
    assert {*entries, *keeps} - refused == {"ss", "ls", "k2345"}


def test_no_level_strikes_if_only_odd_dice_can_be_kept() -> None:
    entries, keeps = ALL_FIELDS | {"1s": 1}, {"k16": kept_dice("k16"), "k136": kept_dice("k136")}
    assert {*entries, *keeps} - unseen(entries, keeps, (1, 3, 4, 6, 6), 2) == {*keeps}


def test_no_level_strikes_while_another_roll_is_left() -> None:
    entries = ALL_FIELDS | {"2s": 4, "6s": 12}
    assert {*entries} - unseen(entries, {}, (2, 2, 4, 6, 6), 1) == {"6s"}
    assert {*entries} - unseen(entries, {}, (2, 2, 4, 6, 6), 3) == {*entries}


def test_a_nearly_full_line_is_not_misjudged() -> None:
    grid = EMPTY
    for cell in ("a1", "b1", "c1", "d1", "e2", "e3", "e4", "e5", "b4", "c3", "d2", "a5"):
        grid = put(grid, CELL[cell], 7)
    rng, cells = Random(1), {"e1": CELL["e1"], "b3": CELL["b3"]}
    errors = [misjudged(grid, cells, [*cells], rng) for _ in range(200)]
    spread = {action: sum(each[action] ** 2 for each in errors) for action in cells}
    assert spread["b3"] > 4 * spread["e1"]


def test_all_empty_lines_are_alike_and_people_write_beside_what_is_there() -> None:
    grid, cells = put(EMPTY, CELL["a1"], 7), {"b1": CELL["b1"], "c3": CELL["c3"], "e4": CELL["e4"]}
    errors = [misjudged(grid, cells, [*cells], Random(seed), ("col2", "row3", "col3", "row4")) for seed in range(50)]
    assert max(abs(each[action]) for each in errors for action in cells) < 1
    assert sorted(cells, key=neat(grid, cells).__getitem__) == ["e4", "c3", "b1"]


@pytest.mark.parametrize(
    ("game_name", "held", "dice", "better", "worse"),
    [
        ("knister", {"a1": 7, "b1": 7, "c2": 9}, (3, 4), "d1", "d2"),
        ("knister", {"a1": 5, "b1": 6, "c1": 8, "d2": 7}, (1, 1), "e2", "e1"),
        ("knister", {"a1": 7, "a2": 7, "b3": 9}, (3, 4), "a4", "b4"),
        ("knaster", {"a1": 7, "b1": 7, "c2": 9}, (3, 4), "a1o", "d2"),
        ("knapp_daneben", {"a1": 7, "b1": 8, "d3": 4}, (3, 1, 6, 3, 1), "c1g", "c3b"),
    ],
    ids=["equal numbers", "a straight is not spoilt", "a column", "a circle", "a box"],
)
@pytest.mark.parametrize("level", ["beginner", "expert"])
def test_at_a_glance_a_number_fits_its_line(
    game_name: str, held: dict[str, int], dice: tuple[int, ...], better: str, worse: str, level: str
) -> None:
    game, grid = knobel.make(game_name), EMPTY
    for cell, number in held.items():
        grid = put(grid, CELL[cell], number)
    start = game.start(1)
    sheet = replace(start.sheets[0], grid=grid) if game_name == "knaster" else grid
    view = game.apply(replace(start, sheets=(sheet,)), knobel.Roll(dice))
    seen = import_module(f"knobel.bots.human_errors.{game_name}").sights(game, view, 0, (better, worse), level)
    assert seen[better] > seen[worse]


def test_without_error_the_best_action_is_chosen_and_without_a_module_all_are_considered() -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(1), knobel.Roll((3, 4)))
    found = {
        action: Evaluation(float(action == "b2"), None, False, False, float(action == "b2"))
        for action in game.legal(state, 0)
    }
    assert human_errors.choose(game, state, 0, "expert", found, 0.0, Random(1)) == "b2"


def test_every_level_that_errs_has_a_nature() -> None:
    assert human_errors.NATURES.keys() == {level for level, each in LEVELS.items() if each.errs}
    assert OVERSIGHTS["kniffeliger"].keys() == human_errors.NATURES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("game", knobel.GAMES)
def test_mad_moves_are_rare(game: str) -> None:
    assert measure(game, "casual", 4)["mad moves"] <= 0.1


@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("game_name", knobel.GAMES)
def test_a_character_does_what_it_likes(game_name: str, name: str) -> None:
    """In one game of random moves, in which all actions are worth the same."""
    game, rng, character = knobel.make(game_name), Random(name), CHARACTERS[name]
    state, liked = game.start(game.min_seats), {name: 0.0, character.level: 0.0}
    while not isinstance(turn := game.turn(state), knobel.Over):
        if isinstance(turn, knobel.Chance):
            state = game.apply(state, game.sample(state, rng))
            continue
        seat = turn.seats[0]
        legal, view = game.legal(state, seat), game.view(state, seat)
        same = dict.fromkeys(legal, Evaluation(0.0, None, False, False, 0.0))
        for level in liked:
            action = human_errors.choose(game, view, seat, level, same, 1.0, rng)
            liked[level] += character.liking(game, view, seat, action)
        state = game.apply(state, knobel.Move(seat, rng.choice(legal)))
    assert character.likings.keys() == knobel.GAMES.keys()
    assert liked[name] > liked[character.level]


def test_a_hasty_character_writes_while_rolls_are_left() -> None:
    game = knobel.make("kniffeliger")
    state = game.apply(game.start(2), knobel.Roll((1, 2, 4, 6, 6)))
    same = dict.fromkeys(game.legal(state, 0), Evaluation(0.0, None, False, False, 0.0))
    rng = Random(1)
    written = {
        level: sum(human_errors.choose(game, state, 0, level, same, 1.0, rng) in ROWS for _ in range(100))
        for level in ("grandma", "casual")
    }
    assert written["grandma"] > written["casual"] + 10
