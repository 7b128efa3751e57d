"""Selection of the reasons that carry a loss.

A reason is chosen by how much of the difference between two actions it explains, not by its form. If one reason
explains at least half of the loss, it is the only one; of reasons that explain about as much, a gain of the better
action comes before a harm of the other one. Otherwise several reasons are combined. If even these explain less than
half, the loss is the sum of many small things: then the first reason that names their common property is given, if
there is one.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum

from knobel.coach.reasons.reason import Reason, WeightedReason
from knobel.coach.themes import OVERALL

CARRYING_SHARE = 0.5
"""Share of the loss from which reasons carry it."""
CLOSE_SHARE = 0.8
"""Share of the points that the strongest reason explains, from which another one explains about as much."""
OVERALL_SHARE = 0.25
"""Minimum share of the loss that a reason for many small losses explains."""
MAX_COMBINED = 3
"""Maximum number of reasons that are combined."""
MANY_SMALL = Reason("many_small", {})
"""Said where the known reasons do not carry the loss."""
HARMS = frozenset(
    {
        "answered_shift", "answered_swap", "bad_start", "bonus_lost", "breaks_straight", "caps", "caps_line", "closes_empty", "closes_low", "cross_little",
        "dead", "dead_equal", "dead_in_line", "dead_more", "die_waits", "extra_helps_less", "fills_up", "fits_nowhere",
        "free_roll_costs", "free_roll_gain", "free_roll_kept", "freeze_little", "harms_chance", "harms_diagonal",
        "harms_several", "line_loses", "no_longer_both", "place_for", "poor", "poor_early", "rare_at_edge",
        "rare_beside", "ruins_chance", "same_number", "spoils_pair", "spoils_three", "starts_diagonal", "starts_line",
        "steal_loses", "steal_poor", "steal_waits", "struck", "struck_early", "struck_gradual", "swap_waits", "swapped_back", "too_far",
        "useless_dice", "weakens",
    }
)  # fmt: skip
"""Kinds of reasons that describe the harm of the action played. All others describe a gain of the better one."""
SUMMARIES = frozenset(
    {
        "all_fields",
        "costs_less",
        "harms_several",
        "more_fields",
        "more_fields_only",
        "points_now",
        "points_now_alone",
        "serves_lines",
        "worth_later",
    }
)
"""Kinds of reasons that summarize others. They are chosen if no reason of another kind carries the loss."""
BARE_VALUES = frozenset(
    {
        "all_lines",
        "bad_start",
        "good_start",
        "keeps_free",
        "keeps_others",
        "line_gains",
        "line_loses",
        "strengthens",
        "weakens",
    }
)
"""Kinds of reasons whose points are the engine's value of lines. They are chosen after all others."""


LINE_POINTS = frozenset({"keeps_free", "line_gains", "line_loses", "lines_together", "strengthens", "weakens"})
"""Kinds of reasons that state points of the engine, in `mean`."""
OWN_POINTS = frozenset({"all_lines", "costs_less", "harms_diagonal", "harms_several", "serves_lines"})
"""Kinds of reasons that state means of lines on their own, in `expected` or `balance`."""
OWN_TOLERANCE = 1.25
"""Factor by which the difference of means of lines on their own, which do not add up exactly, may exceed the loss."""
ROUNDING = 0.05
WITHOUT_POINTS = {"lines_together": "lines_compared", "strengthens": "builds_chance", "weakens": "harms_chance"}
"""The kinds of reasons that state the same as others without points."""


def credible(candidates: Iterable[WeightedReason], loss: float) -> Iterator[WeightedReason]:
    """Yield the reasons that do not state more points than were lost: other lines compensate for such reasons."""
    for weight, reason in candidates:
        if not (stated := stated_points(reason)) or stated <= loss + ROUNDING:
            yield weight, reason
        elif reason.kind in WITHOUT_POINTS:
            kind = WITHOUT_POINTS[reason.kind]
            if kind == "harms_chance" and not reason.figures["other_chance"]:
                kind = "ruins_chance"
            figures = {name: value for name, value in reason.figures.items() if name not in ("mean", "numbers")}
            yield weight, Reason(kind, figures)


def stated_points(reason: Reason) -> float:
    """Return the difference in points that a reason about lines of a grid states, 0 if it states none.

    A circle counts as a point.
    """
    figures = reason.figures
    if reason.kind in LINE_POINTS:
        return float(figures["mean"])
    if reason.kind not in OWN_POINTS:
        return 0.0
    name = "balance" if "balance" in figures else "expected"
    stated = fsum(figures[name].values())
    if f"other_{name}" not in figures:
        return stated
    return abs(stated - fsum(figures[f"other_{name}"].values())) / OWN_TOLERANCE


def select(candidates: Sequence[WeightedReason], loss: float) -> tuple[Reason, ...]:
    """Return the reasons that carry a loss in points, the gains of the better action first.

    Empty if there are no candidates.
    """
    if not candidates:
        return ()
    least = OVERALL_SHARE * loss
    overall = tuple(reason for weight, reason in candidates if reason.kind in OVERALL and weight >= least)[:1]
    candidates = [each for each in candidates if each[1].kind not in OVERALL]
    if not candidates:
        return overall or (MANY_SMALL,)
    enough = CARRYING_SHARE * loss
    most = min(max(weight for weight, _ in candidates), loss)
    if most >= enough:
        return (min((each for each in candidates if each[0] >= CLOSE_SHARE * most), key=_rank)[1],)
    combined, total = list[WeightedReason](), 0.0
    for weight, reason in _distinct(sorted(candidates, key=lambda each: -each[0])):
        combined.append((weight, reason))
        total += weight
        if total >= enough:
            return tuple(reason for _, reason in sorted(combined, key=lambda each: each[1].kind in HARMS))
        if len(combined) == MAX_COMBINED:
            break
    return overall or (MANY_SMALL,)


def _rank(candidate: WeightedReason) -> tuple[bool, bool, bool, float]:
    weight, reason = candidate
    return reason.kind in BARE_VALUES, reason.kind in SUMMARIES, reason.kind in HARMS, -weight


def _distinct(candidates: Sequence[WeightedReason]) -> Iterator[WeightedReason]:
    """Yield the candidates that are about other lines, fields or things than the ones before."""
    subjects = set[str]()
    for weight, reason in candidates:
        about = set(_subjects(reason)) or {reason.kind}
        if not about & subjects:
            subjects |= about
            yield weight, reason


def _subjects(reason: Reason) -> Iterator[str]:
    """Yield the lines and fields that a reason is about."""
    for name in ("line", "field", "place"):
        if name in reason.figures:
            yield str(reason.figures[name])
    yield from reason.figures.get("lines", ())
