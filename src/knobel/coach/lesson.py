"""Lessons from a game for a seat: three moments, a rule of thumb, and the strength of its play."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from knobel.coach.decision import Decision
from knobel.coach.grades import GRADE_MARKS, Grade, relative_error
from knobel.coach.strength import Peers, peers
from knobel.coach.theme_losses import usual_shares
from knobel.coach.themes import NO_THEME, WIN_REASONS

MAX_MOMENTS = 3
"""Maximum number of decisions to look at again."""
MIN_LEAD = 1.0
"""Minimum lead of the best choice over the next one, in points, for which finding it decided something."""
UNEXPLAINED = WIN_REASONS | {NO_THEME}
"""Kinds of reasons from which a player cannot learn what to do instead."""
MIN_SHARE = 0.5
"""Minimum share of a theme in the loss of a mistake against its rule of thumb."""
MIN_SAVED = 0.5
"""Minimum errors that a rule of thumb would have saved, as a multiple of a beginner's mean error at one decision."""


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """The rule that would have saved most in a game: its theme, and the decisions that it is about.

    `decisions`: their number. `events`: theirs, in order of play. `points`: their cost together.
    """

    theme: str
    decisions: int
    events: tuple[int, ...]
    points: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson from a game for a seat.

    `moments`: the events of the decisions that cost most, then of the decisions that were hardest to find, in order of
    play. `lost`: the mean points lost a decision. `peers`: the bots that play about as well; None if unknown.
    """

    moments: tuple[int, ...]
    rule: RuleOfThumb | None
    lost: float
    peers: Peers | None


def lesson(game: str, made: Sequence[Decision], accuracy: float) -> Lesson:
    """Return the lesson of a seat from its decisions that could affect who wins, and its accuracy in percent."""
    lost = fsum(each.loss for each in made) / max(len(made), 1)
    rule = find_rule(game, made)
    return Lesson(find_moments(made, rule), rule, lost, peers(game, accuracy) if made else None)


def find_moments(made: Sequence[Decision], rule: RuleOfThumb | None = None) -> tuple[int, ...]:
    """Return the events of the decisions that cost or decided most, in order of play.

    Mistakes with a known reason come before all others, because only from these a player can learn, and of mistakes
    with the same reason only the gravest does. At least one decision is about the rule of thumb, if there is one.
    """
    cost = sorted(filter(is_mistake, made), key=lambda each: (is_unexplained(each), -each.cost))
    found = sorted((each for each in made if each.grade is Grade.BEST and lead(each) >= MIN_LEAD), key=lead)
    first, again = first_of_each(cost)
    told = [each.event for each in [*first, *reversed(found), *again][:MAX_MOMENTS]]
    about_rule = [each.event for each in cost if rule is not None and each.event in rule.events]
    if about_rule and not set(told) & set(about_rule):
        told[-1] = about_rule[0]
    return tuple(sorted(told))


def is_mistake(made: Decision) -> bool:
    """True if another action is known to be better."""
    return made.grade in GRADE_MARKS and not made.unproven


def first_of_each(cost: Sequence[Decision]) -> tuple[list[Decision], list[Decision]]:
    """Return the first mistake with each reason, and the others, in the given order."""
    first, again = list[Decision](), list[Decision]()
    for each in cost:
        known = any(each.why == other.why for other in first)
        (again if known else first).append(each)
    return first, again


def is_unexplained(made: Decision) -> bool:
    """True if no known reason, apart from the probability of winning, carries the loss of a mistake."""
    return all(reason.kind in UNEXPLAINED for reason in made.why)


def lead(made: Decision) -> float:
    """Return the lead of the best choice over the next one in points; 0 unless it was played."""
    first, *rest = made.best
    return first.points - rest[0].points if rest and first.action == made.played.action else 0.0


def find_rule(game: str, made: Sequence[Decision]) -> RuleOfThumb | None:
    """Return the rule of thumb that would have saved most beyond what is usual; None if none would have saved much."""
    cost = [*filter(is_mistake, made)]
    saved = defaultdict[str, list[float]](list)
    for each in cost:
        for theme, share in shares_of(each).items():
            saved[theme].append(each.cost * share)
    usual, total = usual_shares(game), fsum(each.cost for each in cost)
    best = max(saved, key=lambda theme: fsum(saved[theme]) - total * usual.get(theme, 0.0), default=None)
    against = [each for each in cost if each.why and shares_of(each).get(best or "", 0.0) >= MIN_SHARE]
    # A chance that is missed again was there before: it is lost once, where it costs most.
    again = first_of_each(sorted(against, key=lambda each: -each.cost))[1]
    about = [each for each in against if each not in again or is_unexplained(each)]
    if best is None or not about or relative_error(game, "points", fsum(saved[best])) < MIN_SAVED:
        return None
    return RuleOfThumb(best, len(about), tuple(each.event for each in about), fsum(each.cost for each in about))


def shares_of(made: Decision) -> dict[str, float]:
    """Return the share of each theme in the loss of a mistake, -1 to 1; only of themes whose rule fits it."""
    parts = made.parts or ({"winning": made.loss} if made.judged_by == "win" else {})
    return {
        theme: min(max(points / made.loss, -1.0), 1.0) if made.parts else 1.0
        for theme, points in parts.items()
        if theme not in made.unfit
    }
