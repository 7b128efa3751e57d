"""The expected effect of action dice: zero where none can be played, otherwise larger for higher scores."""

from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import get_args

import pytest

from knobel import Chance, Move, Over, bots
from knobel.coach import Kind, review
from knobel.core import BadSetup, Event
from knobel.engines.engine import Aim
from knobel.engines.kniffeliger import opponent_effects
from knobel.engines.kniffeliger.engine import engine
from knobel.engines.kniffeliger.opponent_effects import (
    coefficients,
    effect_features,
    expected_effect,
    feature_names,
    save_coefficients,
)
from knobel.engines.shared.data_files import StaleData
from knobel.games.kniffeliger import Kniffeliger, Sheet, State
from knobel.notation import Record

GAME = Kniffeliger()
ENGINE = engine(GAME)


@pytest.fixture(scope="module")
def game() -> tuple[list[State], list[Event]]:
    """Return the positions and events of a game between a good and a bad player."""
    rng, players = Random(1), [bots.make("strong"), bots.make("random")]
    states, events = [GAME.start(2)], list[Event]()
    while not isinstance(turn := GAME.turn(states[-1]), Over):
        if isinstance(turn, Chance):
            events.append(GAME.sample(states[-1], rng))
        else:
            seat = turn.seats[0]
            events.append(Move(seat, players[seat].choose(GAME, states[-1], seat, rng)))
        states.append(GAME.apply(states[-1], events[-1]))
    return states, events


def test_higher_sheets_lose_more() -> None:
    good, bad, worst = (Sheet((points,) * 7 + (None,) * 7) for points in (20, 5, 0))
    state = GAME.start(3)
    for aim in get_args(Aim):
        high, middle, low = (
            expected_effect(ENGINE, replace(state, sheets=sheets, round=8), 0, aim)
            for sheets in ((good, bad, bad), (bad, bad, bad), (bad, good, good))
        )
        assert high < middle < low
        # Some of the lead remains.
        assert low - high < 15 * 7 * 2
        # Bad sheets have little to lose.
        assert expected_effect(ENGINE, replace(state, sheets=(worst,) * 3, round=8), 0, aim) > middle + 2


def test_nothing_is_expected_at_the_end(game: tuple[list[State], list[Event]]) -> None:
    states, _ = game
    assert [expected_effect(ENGINE, states[-1], seat, "points") for seat in range(2)] == [0, 0]


def test_the_start_depends_on_options_seats_place_and_aim() -> None:
    def effects(seats: int, aim: Aim, **options: str) -> list[float]:
        rules = Kniffeliger(**options)
        return [expected_effect(engine(rules), rules.start(seats), seat, aim) for seat in range(seats)]

    variants = [{}, {"action_dice": "next_round"}, {"cross_out": "filled"}, {"cross_out": "any"}]
    for aim in get_args(Aim):
        losses = [fmean(effects(3, aim, **options)) for options in variants]
        assert len({round(loss, 1) for loss in losses}) == len(variants)
        assert all(-100 < loss < -30 for loss in losses)
        assert max(losses) < losses[0] + 5
    # Action dice that perish are all played, and to win they are played against others.
    assert fmean(effects(3, "win", action_dice="next_round")) < fmean(effects(3, "points", action_dice="next_round"))
    # The last seat answers all shifts and swaps.
    first, *_, last = effects(4, "win")
    assert last > first + 20
    assert effects(8, "win")[0] == pytest.approx(effects(5, "win")[0])
    # The order of the last round counts, in which seat 0 of four is last.
    *others, last = effects(4, "win")
    assert effects(4, "win", order="rotating") == pytest.approx([last, *others])


def test_there_is_a_coefficient_for_every_feature() -> None:
    options = ["action_dice=next_round", "freeze=next_round", "cross_out=filled", "cross_out=any"]
    dice = (0,) * 5
    names = {name for size in range(2, 9) for name in effect_features(options, 0, [0.0] * size, 9, [dice] * size)}
    assert names == set(feature_names()) == set(coefficients()["points"]) == set(coefficients()["win"])
    assert effect_features([], 0, [100.0, 120.0], 9, [dice] * 2)["behind, 2 seats"] == 10


@pytest.mark.usefixtures("native_engines")
def test_coefficients_of_other_features_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, shipped = tmp_path / "effects.json", coefficients()
    save_coefficients(file, shipped, 3_107)
    assert file.read_bytes() == opponent_effects.DATA.read_bytes()
    with pytest.raises(BadSetup, match="place"):
        save_coefficients(file, {"points": {}, "win": shipped["win"]}, 10)
    monkeypatch.setattr(opponent_effects, "LATE_TURNS", 5)
    coefficients.cache_clear()
    with pytest.raises(StaleData, match="measure again"):
        coefficients()
    # What was refused is not kept.
    monkeypatch.undo()
    assert coefficients() == shipped


@pytest.mark.slow
def test_reviews_book_the_expected_and_the_actual_effect(game: tuple[list[State], list[Event]]) -> None:
    states, events = game
    found = review(Record(GAME, ("strong", "random"), events), "quick", "points")
    for seat in found.seats:
        alone = ENGINE.expect(states[0], seat.seat, "quick", "points").points
        assert seat.ledger.start == pytest.approx(alone + expected_effect(ENGINE, states[0], seat.seat, "points"))
        others = sum(c.points for c in found.changes if c.seat == seat.seat and c.kind is Kind.OTHERS)
        assert seat.ledger.others == pytest.approx(others)
        assert [c.value for c in found.changes if c.seat == seat.seat][-1] == seat.ledger.final
