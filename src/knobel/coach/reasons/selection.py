"""Selection of the reasons that carry a loss.

A reason is chosen by how much of the difference between two actions it explains, not by its form. If one reason
explains at least half of the loss, it is the only one; of reasons that explain about as much, a gain of the better
action comes before a harm of the other one. Otherwise several reasons are combined. If even these explain less than
half, the loss is the sum of many small things: then the first reason that names their common property is given, if
there is one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

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
MOST_MANY_SMALL = 3.0
"""Largest loss in points that is the sum of many small things. Of a larger one the strongest reasons are told."""
HARMS = frozenset(
    {
        "answered_shift", "answered_swap", "bad_start", "bonus_lost", "breaks_straight", "caps", "caps_line",
        "closes_empty", "closes_low", "cross_little", "dead", "dead_equal", "dead_in_line", "dead_more", "die_waits",
        "extra_helps_less", "fills_up", "fits_nowhere", "free_roll_costs", "free_roll_gain", "free_roll_kept",
        "freeze_little", "harms_chance", "harms_diagonal", "harms_several", "line_loses", "no_longer_both",
        "place_for", "poor", "poor_early", "rare_at_edge", "rare_beside", "ruins_chance", "same_number",
        "spoils_pair", "spoils_three", "starts_diagonal", "starts_line", "steal_loses", "steal_poor", "steal_waits",
        "struck", "struck_early", "struck_gradual", "swap_waits", "swapped_back", "too_far", "useless_dice", "weakens"
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


class Stated(NamedTuple):
    """The points that a kind of reason states: a figure, less another one if there is one.

    `optional`: the figures without which the sentence still says why; empty if there are none.
    """

    more: str
    less: str = ""
    optional: frozenset[str] = frozenset()


def _stated(kinds: str, more: str, less: str = "", optional: str = "") -> dict[str, Stated]:
    return dict.fromkeys(kinds.split(), Stated(more, less, frozenset(optional.split())))


STATED: Mapping[str, Stated] = {
    **_stated("keeps_free line_gains line_loses lines_together strengthens weakens", "mean"),
    **_stated("all_lines", "balance", "other_balance"),
    **_stated("costs_less", "other_expected", "expected"),
    **_stated("starts_line starts_diagonal", "expected", "other_expected"),
    **_stated("harms_diagonal", "expected", "other_expected", "expected other_expected"),
    **_stated("serves_lines harms_several", "expected", "", "expected"),
    **_stated("completes completes_several", "worth", "", "worth"),
    **_stated("line_done", "points", "", "points"),
    **_stated("ticks_only ticks_several ticks_later only_rare rare_number", "points", "", "points"),
    **_stated("ticks_more ticks_richer fills_line rarer_number", "points", "other_points", "points other_points"),
    **_stated("caps_line dead_in_line", "other_points", "points", "points other_points"),
    **_stated("holds_face holds_more throws_more keep_more", "mean", "other_mean", "mean other_mean"),
    **_stated("more_fields more_fields_only all_fields", "mean", "other_mean", "mean other_mean"),
    **_stated("strike", "other_mean", "mean", "mean other_mean"),
    **_stated("struck struck_gradual struck_early worth_later cheap_strike cheapest_strike", "mean", "", "mean"),
    **_stated("poor poor_early steal_poor improves", "mean", "points", "mean"),
    **_stated("rich enough steal", "points", "mean", "mean"),
    **_stated("richer_lines circles_richer", "points", "other_points", "points other_points"),
    **_stated("points_now made_now sheet", "points", "other_points", "points other_points"),
    **_stated("points_now_alone made_now_alone", "points", "", "points"),
    **_stated("roll_on_better roll_on_more risks_nothing_mean entry_stays", "mean", "points"),
    **_stated("extra_helps_less", "other_mean", "mean"),
    **_stated("open_rows", "mean", "other_mean"),
    **_stated("steal_waits steal_loses", "other_mean", "", "mean other_mean"),
    **_stated("taken_again", "other_points", "points", "points other_points"),
    **_stated("free_roll_gain", "points", "mean"),
    **_stated("free_roll_costs", "points"),
    **_stated("free_roll_kept", "points", "", "points"),
}
"""The kinds of reasons that state points by which the actions differ. A circle counts as a point."""
ROUNDING = 0.05
WITHOUT_POINTS = {"lines_together": "lines_compared", "strengthens": "builds_chance", "weakens": "harms_chance"}
"""The kinds of reasons that state the same as others without points."""


def credible(candidates: Iterable[WeightedReason], loss: float) -> Iterator[WeightedReason]:
    """Yield the reasons so that none of them states more points than were lost: other things make up for the rest."""
    for each in candidates:
        yield from (each,) if stated_points(each[1]) <= loss + ROUNDING else _without_points([each])


def _without_points(candidates: Iterable[WeightedReason]) -> Iterator[WeightedReason]:
    """Yield the reasons that still say why without the points that they state, without these points."""
    for weight, reason in candidates:
        if reason.kind in WITHOUT_POINTS:
            kind = WITHOUT_POINTS[reason.kind]
            if kind == "harms_chance" and not reason.figures["other_chance"]:
                kind = "ruins_chance"
            figures = {name: value for name, value in reason.figures.items() if name not in ("mean", "numbers")}
            yield weight, Reason(kind, figures)
        elif reason.kind not in STATED:
            yield weight, reason
        elif optional := STATED[reason.kind].optional:
            left = {name: value for name, value in reason.figures.items() if name not in optional}
            yield weight, Reason(reason.kind, left)


def stated_points(reason: Reason) -> float:
    """Return the points by which the actions differ according to a reason, 0 if it states none."""
    stated = STATED.get(reason.kind)
    return 0.0 if stated is None else _amount(reason, stated.more) - _amount(reason, stated.less)


def _amount(reason: Reason, name: str) -> float:
    value = reason.figures.get(name, 0.0)
    return fsum(value.values()) if isinstance(value, Mapping) else float(value)


def select(candidates: Sequence[WeightedReason], loss: float) -> tuple[Reason, ...]:
    """Return the reasons that carry a loss in points, the gains of the better action first.

    Empty if there are no candidates.
    """
    if not candidates:
        return ()
    overall = tuple(each for each in candidates if each[1].kind in OVERALL)
    common = tuple(reason for weight, reason in overall if weight >= OVERALL_SHARE * loss)[:1]
    candidates = [each for each in candidates if each[1].kind not in OVERALL]
    if not candidates:
        few = (MANY_SMALL,) if loss <= MOST_MANY_SMALL else tuple(reason for _, reason in _without_points(overall))[:1]
        return common or few
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
    if common or loss <= MOST_MANY_SMALL:
        return common or (MANY_SMALL,)
    return tuple(reason for _, reason in sorted(combined, key=lambda each: each[1].kind in HARMS))


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
