"""Looks for absurdities in reviews.

    python -m benchmarks.coach_absurdities --decisions 2000

Reviews games of bots of random levels at tables of one to five seats until `--decisions` decisions of each game are
reviewed. Prints one JSON object for each game: the number of decisions and of given reasons, the number of absurdities
by kind, and the most frequent kind of reason, with its share of the explained decisions. `--show` prints every
absurdity. The exit status is 1 if there is an absurdity, or if a kind of reason is given in more than a fifth of the
explained decisions. Absurdities are:

- a contradiction in a verdict (`coach_contradictions`), for example a better move that is the one played;
- a reason whose figures favour the criticised move;
- a sentence that states more points than the move lost;
- the sum of many small things for a mistake;
- a reason that holds for the criticised move as well, in the same words;
- a graver class for an action that is better by more than its uncertainty and wins at least as often.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import knobel
from benchmarks.coach_contradictions import contradictions
from benchmarks.coach_ledger import play
from benchmarks.coach_many import drawn
from benchmarks.shared import script
from knobel.coach import Decision, Grade, Reason, assess, review
from knobel.coach.assess import Assessment
from knobel.coach.grades import cost, grade
from knobel.coach.reasons.explaining import candidates
from knobel.coach.reasons.selection import MANY_SMALL, MOST_MANY_SMALL
from knobel.coach.wording import sentences
from knobel.core import Game, replay
from knobel.notation import Record

MOST_FREQUENT = 0.2
"""Maximum share of the explained decisions in which one kind of reason may be given."""
LOWER_IS_BETTER = frozenset(
    {
        "answered_shift", "answered_swap", "caps_line", "dead_in_line", "extra_helps_less", "fewer_open",
        "likelier_though",
        "rarer", "rare_at_edge", "spares_lines", "spares_lines_of", "steal_waits", "strike", "swapped_back",
        "taken_again", "win_less",
    }
)  # fmt: skip
"""Kinds of reasons in which the first figure is lower than the other one: striking it costs only 3 instead of 9."""
UNCOMPARED = frozenset(
    {
        "caps",
        "closes_low",
        "dead_more",
        "fills_line",
        "keep_more",
        "less_below",
        "rarer_number",
        "steal_loses",
        "ticks_richer",
        "worth_later_though",
    }
)
"""Kinds of reasons whose figures with the same name belong to different things."""
COMPARED = ("mean", "chance", "points", "count", "ways", "expected")
GRADES = list(Grade)
CLAIMS = re.compile(r"points? (more|less) on average|costs|gives up| lose | gain |struck|brings nothing")
"""Words by which one number of points is what an action costs or brings."""
SHOWN_ROUNDING = 0.15
"""Rounding of two shown numbers and a loss."""
NOISE = 2
"""Number of standard errors up to which points do not tell which action is better."""


class Absurdity(NamedTuple):
    """An absurdity of a decision, with a description."""

    kind: str
    what: str


def number(figure: Any) -> float:
    """Return a figure as a number; a mean with its unit is a mapping."""
    return float(next(iter(figure.values())) if isinstance(figure, dict) else figure)


def wrong_figures(reason: Reason) -> Iterator[Absurdity]:
    """Yield the figures of a reason that favour the criticised move."""
    if reason.kind in UNCOMPARED:
        return
    for name in COMPARED:
        if name in reason.figures and f"other_{name}" in reason.figures:
            figure, other = (number(reason.figures[key]) for key in (name, f"other_{name}"))
            if figure == other or (figure < other) != (reason.kind in LOWER_IS_BETTER):
                yield Absurdity("figures", f"{reason.kind}: {name} {figure}, {other}")


def plain(reason: Reason) -> str:
    """Return a reason as JSON."""
    return json.dumps([reason.kind, dict(reason.figures)], sort_keys=True)


def too_many_points(game: Game[Any], made: Decision) -> Iterator[Absurdity]:
    """Yield the sentences that state more points than a decision lost that is judged by points."""
    if made.better is None or made.judged_by == "win":
        return
    names = [f"seat {number}" for number in range(game.max_seats or made.seat + 1)]
    for reason in made.why:
        text = sentences([reason], "en", game, names)
        if claimed_points(text) > made.error + SHOWN_ROUNDING:
            yield Absurdity("points", f"{made.error:.2f} lost: {text}")
        if reason == MANY_SMALL and made.error > MOST_MANY_SMALL:
            yield Absurdity("many small", f"{made.error:.2f} lost")


def claimed_points(sentence: str) -> float:
    """Return the points by which an English sentence says that the two actions differ.

    It is the difference of two numbers of points, or one number that is said to be lost, gained or left. Points in
    parentheses say what a combination is worth, those of an entry what it brings, and those of a free roll its price.
    """
    without_columns = re.sub(r" \(column \d\)", "", sentence)
    text = re.sub(r"\([^)]*\)|free roll costs \d+ points and", "", without_columns)
    found = [float(each) for each in re.findall(r"(\d+(?:\.\d+)?)(?= points?\b|(?: on average)? instead of)", text)]
    if len(found) == 2:
        return abs(found[0] - found[1])
    return found[0] if len(found) == 1 and CLAIMS.search(text) else 0.0


def absurd_reasons(game: Game[Any], view: Any, found: Assessment, made: Decision) -> Iterator[Absurdity]:
    """Yield the absurdities in the reasons of a decision."""
    for reason in made.why:
        yield from wrong_figures(reason)
    yield from too_many_points(game, made)
    if made.better is None or made.judged_by == "win":
        return
    opposite = candidates(game, view, found, made.played.action, made.better.action)
    both = {plain(reason) for _, reason in opposite}
    for reason in made.why:
        if reason.figures and plain(reason) in both:
            yield Absurdity("both ways", reason.kind)


def reversed_grades(found: Assessment) -> Iterator[Absurdity]:
    """Yield the pairs of actions whose better action has the graver class."""
    graded = [(choice, GRADES.index(grade(cost(found, choice.action)))) for choice in found.choices]
    for choice, rank in graded:
        for other, other_rank in graded:
            clear = choice.points > other.points + NOISE * max(choice.uncertainty, other.uncertainty)
            if rank > other_rank and clear and found.wins_as_often(choice, other):
                yield Absurdity("grades", f"{choice.action} {choice.points:.2f}, {other.action} {other.points:.2f}")


def look(record: Record) -> Iterator[tuple[Decision, list[Absurdity]]]:
    """Yield the decisions of a game with their absurdities."""
    game = record.game
    for made in review(record, "strong").decisions:
        state = replay(game, len(record.seats), record.events[: made.event - 1])
        found = assess(game, state, made.seat, "strong")
        wrong = [Absurdity("verdict", kind) for kind in contradictions(made)]
        wrong += absurd_reasons(game, game.view(state, made.seat), found, made)
        wrong += reversed_grades(found)
        yield made, wrong


def examine(name: str, options: argparse.Namespace) -> bool:
    """Print the absurdities of a game; return True if there is one."""
    game = knobel.make(name)
    decisions, explained = 0, 0
    absurd, kinds = Counter[str](), Counter[str]()
    number = 0
    while decisions < options.decisions:
        number += 1
        rng = Random(f"{options.seed} {number} absurdities")
        record, _ = play(game, drawn(game, rng), f"{options.seed} {number} dice")
        for made, wrong in look(record):
            decisions += 1
            explained += bool(made.why)
            kinds.update({reason.kind for reason in made.why})
            absurd.update(each.kind for each in wrong)
            for each in wrong if options.show else ():
                print(f"{name}, game {number}, event {made.event}: {each.kind}: {each.what}")
    kind, count = kinds.most_common(1)[0]
    share = count / explained
    script.report(
        {
            "game": game.titles["en"],
            "decisions": decisions,
            "explained": explained,
            "contradictions": absurd["verdict"],
            "figures for the criticised move": absurd["figures"],
            "reasons for both moves": absurd["both ways"],
            "reversed classes": absurd["grades"],
            "more points than lost": absurd["points"],
            "many small things for much": absurd["many small"],
            "most frequent kind": f"`{kind}`",
            "its share, %": round(100 * share, 1),
        }
    )
    return bool(absurd) or share > MOST_FREQUENT


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if sum(examine(name, options) for name in options.games or knobel.GAMES):
        sys.exit(1)


if __name__ == "__main__":
    main()
