"""Expected effect of the action dice still to be played on final scores, which the values do not foresee.

A seat with a good sheet loses points to steals or loses the sheet, a seat with a bad sheet gets another one, and rows
are crossed out. Seats that move later in a round can answer more shifts and swaps. The effect is a linear function of a
few features of the table (`effect_features`) whose coefficients depend on the aim of all seats. They are fitted by
least squares to positions before random rolls, from which all seats play on with this aim.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import fsum
from pathlib import Path
from statistics import fmean
from typing import Any, Protocol, TypeAlias

from knobel.core import BadSetup
from knobel.engines.engine import Aim
from knobel.engines.kniffeliger.interference import depends_only_on_own_dice
from knobel.engines.kniffeliger.objectives import OwnScore, turns_left
from knobel.engines.shared.memory import provided
from knobel.games.kniffeliger import ACTION_DICE, NO_DICE, Kniffeliger, Stage, State, add

LAST_TURNS, LATE_TURNS = 2, 4
"""The last turns, in which little is lost, and the number of turns before them that have their own loss a turn."""
MAX_SEATS = 5
"""Larger tables count as this size."""
LOW, LOW_TABLE = 100, 150
"""Expected points of a seat, and mean of the table, below which the effect changes with the distance."""
OPTIONS = ("action_dice", "freeze", "cross_out")
"""The options that change the effect of action dice."""
DATA = Path(__file__).with_name("opponent_effects.json")
"""The coefficients, written by `python -m benchmarks.kniffeliger_effects fit`."""

Coefficients: TypeAlias = Mapping[Aim, Mapping[str, float]]
"""The coefficient of each feature, by the aim of all seats."""


def changed_options(game: Kniffeliger) -> list[str]:
    """Return the options with another value than the usual one that change the effect of action dice, with values."""
    return [f"{name}={game.options[name]}" for name in OPTIONS if game.options[name] != Kniffeliger().options[name]]


def effect_features(
    options: Sequence[str], seat: int, points: Sequence[float], turns: int, hands: Sequence[Sequence[int]]
) -> dict[str, float]:
    """Return the features of a seat's expected effect by name.

    :param options: as `changed_options` returns them.
    :param seat: its place in the order of the last round, by which the other parameters too are sorted.
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


def feature_names() -> list[str]:
    """Return the names of the features of tables of all sizes, with all options."""
    options = [
        f"{option.name}={value}"
        for option in Kniffeliger.option_list
        if option.name in OPTIONS
        for value in option.choices[1:]
    ]
    tables = (effect_features(options, 0, [0] * seats, 0, [NO_DICE] * seats) for seats in range(2, MAX_SEATS + 1))
    return sorted({name for features in tables for name in features})


def stamp() -> str:
    """Return a hash that identifies the rules and features of the coefficients."""
    from knobel.engines.kniffeliger import lookup  # noqa: PLC0415 -- heavy
    from knobel.engines.shared.data_files import fingerprint  # noqa: PLC0415 -- heavy

    rules = lookup.stamp(), lookup.earns_action_die(), lookup.action_die_faces()
    return fingerprint(rules, (LAST_TURNS, LATE_TURNS, MAX_SEATS, LOW, LOW_TABLE), feature_names())


def save_coefficients(path: Path, found: Coefficients, games: int) -> None:
    """Write coefficients that were fitted to a number of games.

    :raises BadSetup: if a feature has none.
    """
    from knobel.engines.shared.data_files import save_figures  # noqa: PLC0415 -- heavy

    missing = sorted(name for own in found.values() for name in set(feature_names()) - set(own))
    if missing:
        raise BadSetup(f"these features are in no position: {', '.join(missing)}")
    save_figures(path, stamp(), {"games": games, "coefficients": found})


@cache
def coefficients() -> Coefficients:
    """Return the coefficients that ship, loaded once.

    :raises StaleData: if they were fitted with other rules or features.
    """
    memory = provided(Kniffeliger.name)
    found: Coefficients = (shipped_figures() if memory is None else memory.figures[DATA.stem])["coefficients"]
    return found


def shipped_figures() -> Mapping[str, Any]:
    """Return the figures that ship with the coefficients.

    :raises StaleData: if they were fitted with other rules or features.
    """
    from knobel.engines.shared.data_files import load_figures  # noqa: PLC0415 -- heavy

    return load_figures(DATA, stamp())


def hands_with_earned(game: Kniffeliger, state: State) -> list[Sequence[int]]:
    """Return the action dice of each seat, including earned dice that it can still play."""
    earned = state.earned if game.rounds_to_come(state) else (NO_DICE,) * len(state.hands)
    return [add(hand, new) for hand, new in zip(state.hands, earned, strict=True)]


class HasOwnScore(Protocol):
    """An engine with the values of sheets in hand."""

    own: OwnScore


def expected_effect(engine: HasOwnScore, state: State, seat: int, aim: Aim) -> float:
    """Return the mean change of a seat's final score by action dice if all seats play with this aim.

    It is 0 where the values of the engine include it.
    """
    return 0.0 if is_included(engine.own.game, state) else effect(engine.own, state, seat, aim)


def is_included(game: Kniffeliger, state: State) -> bool:
    """True if the values of the engine include this effect: from the shifting phase on.

    An action die is rolled in it if the turn ends with the roll.
    """
    if state.stage is Stage.ACTION_DIE:
        state = game.apply(state, next(iter(game.outcomes(state))))
    return state.stage in (Stage.SHIFTING, Stage.OVER)


def effect(own: OwnScore, state: State, seat: int, aim: Aim = "points") -> float:
    """Return the mean change of the final score of the sheet in hand by action dice."""
    game = own.game
    if depends_only_on_own_dice(game, state, seat):
        return 0.0
    in_hand, hands = own.sheets_in_hand(state), hands_with_earned(game, state)
    order, turns = game.final_order(state), turns_left(game, state, seat)
    points, hands = [in_hand[each] for each in order], [hands[each] for each in order]
    features = effect_features(changed_options(game), order.index(seat), points, turns, hands)
    return fsum(coefficients()[aim][name] * value for name, value in features.items())
