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
from knobel.games.kniffeliger import ACTION_DICE, NO_DICE, ROUNDS, Kniffeliger, State, add

LAST_TURNS, LATE_TURNS = 2, 4
"""The last turns, in which little is lost, and the number of turns before them that have their own loss a turn."""
MAX_SEATS = 5
"""Larger tables count as this size."""
COEFFICIENTS: Mapping[Aim, Mapping[str, float]] = {
    "points": {
        "always": -1.21,
        "behind, 2 seats": 0.712,
        "behind, 3 seats": 0.817,
        "behind, 4 seats": 0.849,
        "behind, 5 seats": 0.919,
        "early turns": -4.39,
        "early turns, action_dice=next_round": -0.718,
        "early turns, cross_out=any": 0.0724,
        "early turns, cross_out=filled": 0.175,
        "early turns, freeze=next_round": -0.0941,
        "late turns": -2.73,
        "late turns, action_dice=next_round": 0.83,
        "late turns, cross_out=any": -5.88,
        "late turns, cross_out=filled": -5.62,
        "late turns, freeze=next_round": 0.491,
        "other cross": -7.2,
        "other freeze": 0.521,
        "other shift": -0.407,
        "other steal": -2.03,
        "other swap": -1.75,
        "own cross": -7.62,
        "own freeze": -1.34,
        "own shift": 2.6,
        "own steal": -2.7,
        "own swap": 3.69,
        "place": 38.9,
        "place, action_dice=next_round": -38.8,
        "place, behind": 0.0441,
        "place, cross_out=any": -2.23,
        "place, cross_out=filled": -7.7,
        "place, freeze=next_round": -2.49,
        "place, late turns": 0.584,
        "place, seats": -2.26,
    },
    "win": {
        "always": -1.27,
        "behind, 2 seats": 0.817,
        "behind, 3 seats": 0.964,
        "behind, 4 seats": 0.87,
        "behind, 5 seats": 0.967,
        "early turns": -4.1,
        "early turns, action_dice=next_round": -0.874,
        "early turns, cross_out=any": -1.45,
        "early turns, cross_out=filled": 0.338,
        "early turns, freeze=next_round": -0.472,
        "late turns": -3.04,
        "late turns, action_dice=next_round": -5.18,
        "late turns, cross_out=any": -2.31,
        "late turns, cross_out=filled": -4.33,
        "late turns, freeze=next_round": 0.514,
        "other cross": -1.76,
        "other freeze": 0.989,
        "other shift": -1.22,
        "other steal": -2.12,
        "other swap": -0.665,
        "own cross": -2.82,
        "own freeze": -1.63,
        "own shift": 3.64,
        "own steal": -4.42,
        "own swap": 5.25,
        "place": 43.9,
        "place, action_dice=next_round": -43,
        "place, behind": -0.0196,
        "place, cross_out=any": -7.56,
        "place, cross_out=filled": -3.58,
        "place, freeze=next_round": -5.38,
        "place, late turns": 2.93,
        "place, seats": -1.68,
    },
}
"""Coefficients of `effect_features` by the aim of all seats, from `python -m benchmarks.kniffeliger_effects fit`.

Fitted by least squares to positions before each round of 1,250 games with random options, in which all seats played
with this aim from a random round on, after play of all levels.
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
    place = seat / (seats - 1) - 0.5
    features = {
        "always": 1.0,
        f"behind, {min(seats, MAX_SEATS)} seats": behind,
        "late turns": late,
        "early turns": early,
        "place": place,
        "place, late turns": place * late,
        "place, behind": place * behind,
        "place, seats": place * (min(seats, MAX_SEATS) - 2),
    }
    for option in options:
        features[f"late turns, {option}"] = late
        features[f"early turns, {option}"] = early
        features[f"place, {option}"] = place
    for i, die in enumerate(ACTION_DICE):
        features[f"own {die}"] = hands[seat][i]
        features[f"other {die}"] = sum(hand[i] for hand in hands) - hands[seat][i]
    return features


def expected_effect(engine: KniffeligerEngine, state: State, seat: int, aim: Aim) -> float:
    """Return the mean change of a seat's final score by action dice if all seats play with this aim."""
    if depends_only_on_own_dice(state, seat):
        return 0.0
    points = [engine.expect(state, each, "quick", "points").points for each in range(len(state.sheets))]
    earned = state.earned if state.round < ROUNDS else (NO_DICE,) * len(points)
    hands = [add(hand, new) for hand, new in zip(state.hands, earned, strict=True)]
    features = effect_features(changed_options(engine.game), seat, points, turns_left(state, seat), hands)
    return sum(COEFFICIENTS[aim][name] * value for name, value in features.items())
