"""Expected effect of the action dice still to be played on final scores, which the values do not foresee.

A seat with a good sheet loses points to steals or loses the sheet, a seat with a bad sheet gets another one, and rows
are crossed out. Seats that move later in a round can answer more shifts and swaps. The effect is a linear function of a
few features of the table (`effect_features`) whose coefficients depend on the aim of all seats.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean

from knobel.engines.engine import Aim
from knobel.engines.kniffeliger.engine import KniffeligerEngine, depends_only_on_own_dice
from knobel.engines.kniffeliger.objectives import turns_left
from knobel.games.kniffeliger import ACTION_DICE, NO_DICE, Kniffeliger, State, add

LAST_TURNS, LATE_TURNS = 2, 4
"""The last turns, in which little is lost, and the number of turns before them that have their own loss a turn."""
MAX_SEATS = 5
"""Larger tables count as this size."""
LOW, LOW_TABLE = 100, 150
"""Expected points of a seat, and mean of the table, below which the effect changes with the distance."""
COEFFICIENTS: Mapping[Aim, Mapping[str, float]] = {
    "points": {
        "always, 2 seats": -11.2,
        "always, 3 seats": -11.1,
        "always, 4 seats": -7.3,
        "always, 5 seats": -5.29,
        "always, action_dice=next_round": -0.96,
        "always, cross_out=any": -12.2,
        "always, cross_out=filled": -12.5,
        "always, freeze=next_round": 0.562,
        "behind, 2 seats": 0.871,
        "behind, 3 seats": 0.959,
        "behind, 4 seats": 0.995,
        "behind, 5 seats": 1.03,
        "behind, early turns": 0.00511,
        "behind, end": -0.0621,
        "behind, late turns": -0.00392,
        "early turns": -3.44,
        "early turns, action_dice=next_round": -0.0377,
        "early turns, cross_out=any": -1.14,
        "early turns, cross_out=filled": -0.682,
        "early turns, freeze=next_round": -0.163,
        "end": 6.81,
        "last": 23.4,
        "last, action_dice=next_round": -30.6,
        "last, behind": -0.361,
        "last, behind the best": 0.356,
        "last, cross_out=any": -16.9,
        "last, cross_out=filled": -5.29,
        "last, early turns": 1.89,
        "last, freeze=next_round": 1.02,
        "last, late turns": -2.79,
        "late turns": -4.05,
        "late turns, action_dice=next_round": 1.3,
        "late turns, cross_out=any": -0.271,
        "late turns, cross_out=filled": -0.404,
        "late turns, freeze=next_round": -0.044,
        "low": -0.133,
        "low table": 0.28,
        "low table, last": -0.227,
        "low table, seats": -0.0136,
        "other cross": -4.22,
        "other freeze": 0.00228,
        "other shift": -0.352,
        "other steal": -1.85,
        "other swap": -0.412,
        "own cross": -4.96,
        "own freeze": 0.71,
        "own shift": 2.38,
        "own steal": -3.38,
        "own swap": 2.82,
        "place": 19.8,
        "place, action_dice=next_round": -6.52,
        "place, behind": -0.0333,
        "place, cross_out=any": 16.4,
        "place, cross_out=filled": 4.21,
        "place, early turns": -0.527,
        "place, end": 2.47,
        "place, freeze=next_round": 0.187,
        "place, late turns": 0.159,
        "place, seats": -3.14,
    },
    "win": {
        "always, 2 seats": -9.44,
        "always, 3 seats": -13.7,
        "always, 4 seats": -13,
        "always, 5 seats": -12.1,
        "always, action_dice=next_round": -2.8,
        "always, cross_out=any": -0.657,
        "always, cross_out=filled": -3.05,
        "always, freeze=next_round": 0.292,
        "behind, 2 seats": 0.959,
        "behind, 3 seats": 1.03,
        "behind, 4 seats": 1.04,
        "behind, 5 seats": 1.04,
        "behind, early turns": 0.000553,
        "behind, end": -0.121,
        "behind, late turns": -0.0136,
        "early turns": -3.05,
        "early turns, action_dice=next_round": -0.57,
        "early turns, cross_out=any": -0.986,
        "early turns, cross_out=filled": -1.17,
        "early turns, freeze=next_round": -0.464,
        "end": 4,
        "last": 31,
        "last, action_dice=next_round": -38.5,
        "last, behind": -0.408,
        "last, behind the best": 0.375,
        "last, cross_out=any": -8.55,
        "last, cross_out=filled": -7.27,
        "last, early turns": 1.34,
        "last, freeze=next_round": 0.648,
        "last, late turns": -0.184,
        "late turns": -3.76,
        "late turns, action_dice=next_round": -3.97,
        "late turns, cross_out=any": -1.88,
        "late turns, cross_out=filled": -1.52,
        "late turns, freeze=next_round": 0.894,
        "low": -0.105,
        "low table": 0.267,
        "low table, last": -0.25,
        "low table, seats": -0.00738,
        "other cross": -2.66,
        "other freeze": 0.0492,
        "other shift": -0.0565,
        "other steal": -2.33,
        "other swap": 0.746,
        "own cross": -3.52,
        "own freeze": 0.946,
        "own shift": 2.66,
        "own steal": -3,
        "own swap": 3.36,
        "place": 15.7,
        "place, action_dice=next_round": 3.78,
        "place, behind": -0.0108,
        "place, cross_out=any": 7.63,
        "place, cross_out=filled": 2.15,
        "place, early turns": -0.272,
        "place, end": -1.32,
        "place, freeze=next_round": -5.42,
        "place, late turns": 0.349,
        "place, seats": -3.19,
    },
}
"""Coefficients of `effect_features` by the aim of all seats, from `python -m benchmarks.kniffeliger_effects fit`.

Fitted by least squares to positions before random rolls of 3,107 games of players of all levels, 450 of them with
changed options, from which all seats played on with this aim.
"""


def changed_options(game: Kniffeliger) -> list[str]:
    """Return the options with another value than the usual one that change the effect of action dice, with values."""
    names = ("action_dice", "freeze", "cross_out")
    return [f"{name}={game.options[name]}" for name in names if game.options[name] != Kniffeliger().options[name]]


def effect_features(
    options: Sequence[str], seat: int, points: Sequence[float], turns: int, hands: Sequence[Sequence[int]]
) -> dict[str, float]:
    """Return the features of a seat's expected effect by name.

    :param options: as `changed_options` returns them.
    :param points: the expected final score of each seat's sheet by its own dice.
    :param turns: the number of turns left to the seat.
    :param hands: the action dice of each seat.
    """
    seats = len(points)
    behind = fmean(points) - points[seat]
    late = min(max(turns - LAST_TURNS, 0), LATE_TURNS)
    early = max(turns - LAST_TURNS - LATE_TURNS, 0)
    end = max(LAST_TURNS - turns, 0)
    place, last = seat / (seats - 1) - 0.5, float(seat == seats - 1)
    last_less_mean = last - 1 / min(seats, MAX_SEATS)
    low_table = max(LOW_TABLE - fmean(points), 0)
    features = {
        f"always, {min(seats, MAX_SEATS)} seats": 1.0,
        f"behind, {min(seats, MAX_SEATS)} seats": behind,
        "behind, late turns": behind * late,
        "behind, early turns": behind * early,
        "behind, end": behind * end,
        "low": max(LOW - points[seat], 0),
        "low table": low_table,
        "low table, seats": low_table * (min(seats, MAX_SEATS) - 2),
        "low table, last": last * low_table,
        "end": end,
        "late turns": late,
        "early turns": early,
        "place": place,
        "place, end": place * end,
        "place, late turns": place * late,
        "place, early turns": place * early,
        "place, behind": place * behind,
        "place, seats": place * (min(seats, MAX_SEATS) - 2),
        "last": last_less_mean,
        "last, late turns": last_less_mean * late,
        "last, early turns": last_less_mean * early,
        "last, behind": last * behind,
        "last, behind the best": last * (max(points) - points[seat]),
    }
    for option in options:
        features[f"always, {option}"] = 1.0
        features[f"late turns, {option}"] = late
        features[f"early turns, {option}"] = early
        features[f"place, {option}"] = place
        features[f"last, {option}"] = last_less_mean
    for i, die in enumerate(ACTION_DICE):
        features[f"own {die}"] = hands[seat][i]
        features[f"other {die}"] = sum(hand[i] for hand in hands) - hands[seat][i]
    return features


def hands_with_earned(game: Kniffeliger, state: State) -> list[Sequence[int]]:
    """Return the action dice of each seat, with those that it has earned and can still play."""
    earned = state.earned if game.rounds_to_come(state) else (NO_DICE,) * len(state.hands)
    return [add(hand, new) for hand, new in zip(state.hands, earned, strict=True)]


def expected_effect(engine: KniffeligerEngine, state: State, seat: int, aim: Aim) -> float:
    """Return the mean change of a seat's final score by action dice if all seats play with this aim."""
    if depends_only_on_own_dice(engine.game, state, seat):
        return 0.0
    points = [engine.expect(state, each, "quick", "points").points for each in range(len(state.sheets))]
    hands = hands_with_earned(engine.game, state)
    features = effect_features(changed_options(engine.game), seat, points, turns_left(engine.game, state, seat), hands)
    return sum(COEFFICIENTS[aim][name] * value for name, value in features.items())
