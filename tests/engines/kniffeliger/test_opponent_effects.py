"""The expected effect of action dice: zero where none can be played, otherwise larger for higher scores."""

from random import Random

import pytest

from knobel import Chance, Move, Over, bots
from knobel.coach import Kind, review
from knobel.core import Event
from knobel.engines.kniffeliger.engine import depends_only_on_own_dice, engine
from knobel.engines.kniffeliger.opponent_effects import MEAN_REVERSION, expected_effect
from knobel.games.kniffeliger import Kniffeliger, State
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


def test_higher_sheets_lose_more(game: tuple[list[State], list[Event]]) -> None:
    states, _ = game
    for state in states[:: len(states) // 12]:
        worth = [ENGINE.expect(state, seat, "quick", "points").points for seat in range(2)]
        changes = [expected_effect(ENGINE, state, seat) for seat in range(2)]
        if not any(depends_only_on_own_dice(state, seat) for seat in range(2)):
            apart = (worth[0] - worth[1]) * (1 - MEAN_REVERSION[2])
            # After its turn, a seat has one turn fewer in which to lose points.
            assert worth[0] + changes[0] - worth[1] - changes[1] == pytest.approx(apart, abs=4.5)
    assert [expected_effect(ENGINE, states[-1], seat) for seat in range(2)] == [0, 0]


def test_reviews_book_the_expected_and_the_actual_effect(game: tuple[list[State], list[Event]]) -> None:
    states, events = game
    found = review(Record(GAME, ("strong", "random"), events), "quick", "points")
    for seat in found.seats:
        alone = ENGINE.expect(states[0], seat.seat, "quick", "points").points
        assert seat.ledger.start == pytest.approx(alone + expected_effect(ENGINE, states[0], seat.seat))
        others = sum(c.points for c in found.changes if c.seat == seat.seat and c.kind is Kind.OTHERS)
        assert seat.ledger.others == pytest.approx(others)
        assert [c.value for c in found.changes if c.seat == seat.seat][-1] == seat.ledger.final
