"""Explains why an action is better than another: gathers the reasons of its game, and selects from them."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from knobel.coach.assess import Assessment, Choice
from knobel.coach.grades import WIN_POINTS
from knobel.coach.reasons.reason import Reason, Reasons, Role, WeightedReason, visible_first
from knobel.coach.reasons.selection import LEAST_SHARE, MANY_SMALL, MOST_MANY_SMALL, OVERALL_SHARE, credible, select
from knobel.core import Game

UNPROVEN = Reason("unproven", {})
"""Says that playouts leave open whether the better action is better."""

SAID_BY = {"closes_low": ("completes_any", "completes_though")}
"""Kinds of facts that a reason about the same line says, too."""
GRANTED = frozenset({"completes_though", "lacks_one_though", "likelier_though", "line_done_though", "now_though"})
"""Kinds of facts that grant an advantage of the other action, and say that the better one is worth more in the end."""
MIN_WIN_DIFFERENCE = 0.02
"""Minimum difference in winning probability that is a reason."""
LARGE_WIN_DIFFERENCE = 0.1
"""Difference in winning probability that is a reason in any case."""
MIN_GIVEN_UP = 0.5
"""Minimum number of points that are given up to win more often."""
MIN_LEAN = 0.03
"""Minimum distance from the mean probability of all seats at which the chances are for or against a seat."""


def why(
    game: Game[Any], view: Any, found: Assessment, better: str, worse: str, loss: float | None = None
) -> tuple[Reason, ...]:
    """Return the reasons that carry the loss of the second of two assessed actions (`selection`).

    What the actions bring immediately comes first, the winning probability last. It is the only other reason if points
    do not show why the first action is better. Empty if no reason is known.

    :param view: the part of the position that the seat may see.
    :param loss: the loss in points; None: the difference of the assessed points.
    """
    choices = found.of(better), found.of(worse)
    lost = choices[0].points - choices[1].points if loss is None else loss
    carrying = carrying_reasons(game, view, found, choices, lost)
    facts = without_granted(immediate_facts(game, view, found.seat, better, worse), lost)
    named = credible(((0.0, each) for each in facts), lost)
    told = [each for _, each in named if not any(tells(reason, each) for reason in carrying)]
    return (*told, *carrying)


def without_granted(facts: Iterator[Reason], lost: float) -> Iterator[Reason]:
    """Yield facts without those that grant something, where the better action only wins more often."""
    return (each for each in facts if lost > 0 or each.kind not in GRANTED)


def tells(reason: Reason, fact: Reason) -> bool:
    """True if a reason says a fact already: it is of the same kind or of one that says more, about the same line."""
    line = fact.figures.get("line")
    same = reason.kind.startswith(fact.kind) or fact.kind in SAID_BY.get(reason.kind, ())
    return same and line in (*reason.figures.get("lines", ()), reason.figures.get("line"))


def carrying_reasons(
    game: Game[Any], view: Any, found: Assessment, choices: tuple[Choice, Choice], lost: float
) -> tuple[Reason, ...]:
    """Return the reasons that carry the points or the winning probability that the second choice loses."""
    better, worse = (choice.action for choice in choices)
    differ = found.wins_differ(*choices)
    seats = game.seats(view)
    alone = tuple(win_reason(*choices, seats, alone=True)) if differ else ()
    if alone and lost < MIN_GIVEN_UP:
        uncounted = select(list(uncounted_reasons(game, view, found.seat, better, worse)), 0.0)
        shown = () if uncounted else on_the_sheet(game, list(candidates(game, view, found, better, worse)))
        return (*uncounted, *shown, *alone)
    known = list(credible(candidates(game, view, found, better, worse), lost))
    if differ:
        cost = cost_of(*choices)
        least_overall, least = OVERALL_SHARE * cost, LEAST_SHARE * cost if alone else 0.0
        known = [each for each in known if each[0] >= (least_overall if each[1].role & Role.OVERALL else least)]
    selected = select(known, lost)
    if not selected and _find_module(game.name) is not None and lost <= MOST_MANY_SMALL:
        selected = (MANY_SMALL,)
    if alone and selected in ((), (MANY_SMALL,)):
        return (*on_the_sheet(game, known), *alone)
    return (*selected, *(win_reason(*choices, seats, alone=False) if differ else ()))


def on_the_sheet(game: Game[Any], known: Sequence[WeightedReason]) -> tuple[Reason, ...]:
    """Return what shows best on a sheet of a simultaneous game why an action wins more often, without any points.

    Elsewhere the probability of winning depends on what the players risk, which no field shows.
    """
    if not game.simultaneous:
        return ()
    shown = [each for each in known if not each[1].role & Role.AIM]
    # What many small things have in common comes last.
    without_points = credible(sorted(shown, key=lambda each: (each[1].role & Role.OVERALL, -each[0])), 0.0)
    return tuple(reason for _, reason in without_points)[:1]


def cost_of(better: Choice, worse: Choice) -> float:
    """Return what the second of two choices costs in points, of which a lost probability of winning may be more."""
    lost = better.points - worse.points
    return lost if better.win is None or worse.win is None else max(lost, WIN_POINTS * (better.win - worse.win))


def candidates(game: Game[Any], view: Any, found: Assessment, better: str, worse: str) -> Reasons:
    """Yield all known reasons for the better of two actions, with the points that each of them explains."""
    module = _find_module(game.name)
    if module is not None:
        values = {choice.action: choice.points for choice in found.choices}
        known = module.reasons(game, view, found.seat, better, worse, values)
        yield from (each for each in (visible_first(known) if game.simultaneous else known) if each[0] > 0)


def immediate_facts(game: Game[Any], view: Any, seat: int, better: str, worse: str) -> Iterator[Reason]:
    """Yield what two actions bring immediately, which is always told."""
    module = _find_module(game.name)
    if module is not None and hasattr(module, "facts"):
        yield from module.facts(game, view, seat, better, worse)


def uncounted_reasons(game: Game[Any], view: Any, seat: int, better: str, worse: str) -> Reasons:
    """Yield the known reasons for the better of two actions that matter for winning, but not for points."""
    module = _find_module(game.name)
    if module is not None and hasattr(module, "win_reasons"):
        yield from module.win_reasons(game, view, seat, better, worse)


def preparation(game: Game[Any]) -> Iterator[None]:
    """Compute in steps what many reasons of a game need, which otherwise the first ones compute."""
    module = _find_module(game.name)
    if module is not None and hasattr(module, "preparation"):
        yield
        yield from module.preparation(game)


@cache
def _find_module(game: str) -> ModuleType | None:
    name = f"{__package__}.{game}"
    return None if find_spec(name) is None else import_module(name)


def win_reason(better: Choice, worse: Choice, seats: int, *, alone: bool) -> Iterator[Reason]:
    """Yield the winning probability as a reason, if it says more than the points do.

    :param seats: the number of seats: among three, a third is an even chance.
    :param alone: no other reason is known.
    """
    if better.win is None or worse.win is None or better.win == worse.win:
        return
    figures = {"chance": better.win, "other_chance": worse.win}
    given_up, slight = worse.points - better.points, abs(better.win - worse.win) <= MIN_WIN_DIFFERENCE
    if slight and given_up <= 0:
        return
    if better.win < worse.win:
        if not slight:
            yield Reason("win_less", figures)
    elif given_up >= MIN_GIVEN_UP:
        yield Reason("win_over_points", {"mean": given_up, **figures})
    elif slight:
        # The points do not favour this action at all.
        yield Reason("win", figures)
    elif better.win > 1 - MIN_WIN_DIFFERENCE and worse.win < MIN_WIN_DIFFERENCE:
        yield Reason("win_decided", figures)
    elif better.win > 1 - MIN_WIN_DIFFERENCE:
        yield Reason("win_secured", figures)
    elif worse.win < MIN_WIN_DIFFERENCE:
        yield Reason("win_last_hope", figures)
    elif better.win >= 1 / seats + MIN_LEAN and worse.win <= 1 / seats - MIN_LEAN:
        yield Reason("win_favourite", figures)
    elif alone or better.win - worse.win > LARGE_WIN_DIFFERENCE:
        yield Reason("win", figures)
