"""Playing to win: last turns by the rules."""

import pytest

from knobel.core import Chance, Move, Over, Roll
from knobel.engines import engine
from knobel.engines.engine import final_evaluation
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State


def win_by_the_rules(game: Knoeffel, state: State) -> tuple[float, ...]:
    """Return every seat's share of the win if each seat in turn plays its best action."""
    known: dict[State, tuple[float, ...]] = {}

    def of(state: State) -> tuple[float, ...]:
        if state in known:
            return known[state]
        match game.turn(state):
            case Over(scores):
                known[state] = tuple(final_evaluation(scores, i).win or 0.0 for i in range(len(scores)))
            case Chance():
                after = [(float(p), of(game.apply(state, roll))) for roll, p in game.outcomes(state).items()]
                known[state] = tuple(sum(p * shares[i] for p, shares in after) for i in range(game.seats(state)))
            case decide:
                seat = decide.seats[0]
                ways = [of(game.apply(state, Move(seat, action))) for action in game.legal(state, seat)]
                known[state] = max(ways, key=lambda shares: shares[seat])
        return known[state]

    return of(state)


def last_field(field: str, used: int) -> Column:
    """Return a column in which one field is open."""
    points = (3, 6, 9, 12, 15, 18) + (0,) * 7
    return Column(tuple(None if name == field else n for name, n in zip(FIELDS, points, strict=True)), used)


@pytest.mark.parametrize(("field", "behind"), [("ch", 24), ("ch", 25), ("6s", 20), ("kn", 20)])
def test_the_last_turn_is_played_against_the_total_to_beat(field: str, behind: int) -> None:
    mine = last_field(field, 2)
    theirs = Column((0,) * 12 + (sum(n or 0 for n in mine.points) + 5 + behind - 15,), 0)
    game = Knoeffel(columns=1)
    # Seats are in the order of turns: a seat that has finished comes before one with a turn left.
    state = State(((theirs,), (mine,)), seat=1, dice=(1, 3, 3, 6, 6), rolls=3)
    worth = engine(game).evaluate(state, 1, "strong", "win")
    assert engine(game).evaluate(state, 1, "master", "win") == worth
    for action, evaluation in worth.items():
        exact = win_by_the_rules(game, game.apply(state, Move(1, action)))[1]
        assert evaluation.win_exact
        assert evaluation.win == pytest.approx(exact, abs=1e-4), action
        assert evaluation.merit == pytest.approx(exact, abs=1e-4), action


def test_the_last_seat_plays_for_the_win() -> None:
    game, mine = Knoeffel(columns=1), last_field("ch", 3)
    state = State(((mine,), (mine,)), dice=(2, 4, 5, 5, 6), rolls=3)
    entered = engine(game).evaluate(state, 0, "strong", "win")["ch.1"]
    assert entered.win_exact
    after = game.apply(state, Move(0, "ch.1"))
    shares = win_by_the_rules(game, after)
    assert entered.win == pytest.approx(shares[0], abs=1e-4)
    for seat, share in enumerate(shares):
        expected = engine(game).expect(after, seat)
        assert expected.win_exact
        assert expected.win == pytest.approx(share, abs=1e-4)
    rolled = game.apply(after, Roll((1, 1, 2, 3, 6)))
    assert engine(game).expect(rolled, 1).win == pytest.approx(win_by_the_rules(game, rolled)[1], abs=1e-4)
    # The dice of the other seat do not matter.
    assert not engine(game).expect(rolled, 0).win_exact


def test_earlier_the_chance_to_win_is_an_estimate() -> None:
    game = Knoeffel(columns=1)
    state = State(((last_field("ch", 3),), (last_field("ch", 3),)))
    assert engine(game).expect(state, 0).win_exact
    # The other seat plays first, and its score is not known yet.
    assert not engine(game).expect(state, 1).win_exact
    three = State(((last_field("ch", 3),),) * 3)
    assert not engine(game).expect(three, 0).win_exact
