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
        "always": -0.536,
        "always, action_dice=next_round": -1.64,
        "always, cross_out=any": -9.03,
        "always, cross_out=filled": -9.91,
        "always, freeze=next_round": 0.3,
        "behind, 2 seats": 0.654,
        "behind, 3 seats": 0.855,
        "behind, 4 seats": 0.916,
        "behind, 5 seats": 0.867,
        "behind, early turns": 0.000659,
        "behind, late turns": 0.0361,
        "early turns": -5.04,
        "early turns, action_dice=next_round": 0.233,
        "early turns, cross_out=any": -0.287,
        "early turns, cross_out=filled": -0.403,
        "early turns, freeze=next_round": 1.14,
        "last": 25.9,
        "last, action_dice=next_round": -25.2,
        "last, behind": -0.222,
        "last, behind the best": 0.179,
        "last, cross_out=any": -4.65,
        "last, cross_out=filled": -12.2,
        "last, freeze=next_round": -4.05,
        "late turns": -3.36,
        "late turns, action_dice=next_round": 0.0895,
        "late turns, cross_out=any": -2.54,
        "late turns, cross_out=filled": -2.14,
        "late turns, freeze=next_round": -0.953,
        "other cross": -4.26,
        "other freeze": -0.422,
        "other shift": 0.991,
        "other steal": -2.03,
        "other swap": -0.846,
        "own cross": -5.62,
        "own freeze": 0.232,
        "own shift": 2.97,
        "own steal": -2.09,
        "own swap": 1.67,
        "place": 9.77,
        "place, action_dice=next_round": -6.08,
        "place, behind": 0.12,
        "place, cross_out=any": 7.37,
        "place, cross_out=filled": 8.95,
        "place, freeze=next_round": 1.06,
        "place, late turns": 0.178,
        "place, seats": -1.23,
    },
    "win": {
        "always": -0.302,
        "always, action_dice=next_round": -5.8,
        "always, cross_out=any": -2.62,
        "always, cross_out=filled": -2.18,
        "always, freeze=next_round": -0.229,
        "behind, 2 seats": 0.749,
        "behind, 3 seats": 0.813,
        "behind, 4 seats": 0.924,
        "behind, 5 seats": 0.894,
        "behind, early turns": 0.0222,
        "behind, late turns": 0.0197,
        "early turns": -3.81,
        "early turns, action_dice=next_round": -0.467,
        "early turns, cross_out=any": -0.441,
        "early turns, cross_out=filled": 0.0804,
        "early turns, freeze=next_round": -0.399,
        "last": 36.9,
        "last, action_dice=next_round": -38.4,
        "last, behind": -0.327,
        "last, behind the best": 0.236,
        "last, cross_out=any": 0.904,
        "last, cross_out=filled": -7.3,
        "last, freeze=next_round": -3.41,
        "late turns": -4.71,
        "late turns, action_dice=next_round": -3.4,
        "late turns, cross_out=any": -1.63,
        "late turns, cross_out=filled": -2.52,
        "late turns, freeze=next_round": 0.331,
        "other cross": -2.5,
        "other freeze": 0.187,
        "other shift": -0.457,
        "other steal": -1.42,
        "other swap": 0.218,
        "own cross": -2.58,
        "own freeze": 0.929,
        "own shift": 0.826,
        "own steal": -3.61,
        "own swap": 3.7,
        "place": 8.29,
        "place, action_dice=next_round": 1.69,
        "place, behind": 0.0368,
        "place, cross_out=any": 2.47,
        "place, cross_out=filled": 5.13,
        "place, freeze=next_round": -1.08,
        "place, late turns": 2.27,
        "place, seats": -2.85,
    },
}
"""Coefficients of `effect_features` by the aim of all seats, from `python -m benchmarks.kniffeliger_effects fit`.

Fitted by least squares to positions before rolls of 3,816 games with random options, in which all seats played with
this aim from a random round on, after play of all levels: the positions are those of the next two rounds.
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
    place, last = seat / (seats - 1) - 0.5, float(seat == seats - 1)
    last_less_mean = last - 1 / min(seats, MAX_SEATS)
    features = {
        "always": 1.0,
        f"behind, {min(seats, MAX_SEATS)} seats": behind,
        "behind, late turns": behind * late,
        "behind, early turns": behind * early,
        "late turns": late,
        "early turns": early,
        "place": place,
        "place, late turns": place * late,
        "place, behind": place * behind,
        "place, seats": place * (min(seats, MAX_SEATS) - 2),
        "last": last_less_mean,
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


def hands_with_earned(state: State) -> list[Sequence[int]]:
    """Return the action dice of each seat, with those that it has earned and can still play."""
    earned = state.earned if state.round < ROUNDS else (NO_DICE,) * len(state.hands)
    return [add(hand, new) for hand, new in zip(state.hands, earned, strict=True)]


def expected_effect(engine: KniffeligerEngine, state: State, seat: int, aim: Aim) -> float:
    """Return the mean change of a seat's final score by action dice if all seats play with this aim."""
    if depends_only_on_own_dice(state, seat):
        return 0.0
    points = [engine.expect(state, each, "quick", "points").points for each in range(len(state.sheets))]
    hands = hands_with_earned(state)
    features = effect_features(changed_options(engine.game), seat, points, turns_left(state, seat), hands)
    return sum(COEFFICIENTS[aim][name] * value for name, value in features.items())
