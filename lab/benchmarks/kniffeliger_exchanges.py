"""Are the coach's verdicts on shifts and swaps right?

    python -m benchmarks.kniffeliger_exchanges last 2 --games 300
    python -m benchmarks.kniffeliger_exchanges earlier 2 --decisions 50 --rollouts 100
    python -m benchmarks.kniffeliger_exchanges earlier 2 --phase main --decisions 50 --rollouts 100

Bots of mixed levels play. `last` grades every best action of the last shifting phase, in which no dice are rolled any
more, by backward induction that uses the rules alone: none of them may be worse than *good*. `earlier` compares losses
of shifts and swaps in earlier rounds (in the main phase: of steals, freezes and cross-outs) with paired rollouts. They
are those of at least `LARGE` points before they are confirmed, and are shown before that and as they are told.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean

from benchmarks.shared import script
from knobel import bots
from knobel.bots.levels import LEVELS
from knobel.coach import assess, compare_by_rollouts
from knobel.coach.assess import Assessment
from knobel.coach.confirmation import confirmed
from knobel.coach.grades import GRADES, Grade
from knobel.coach.review import grade_decision
from knobel.core import Chance, Move, Over, Roll
from knobel.dice import FACES
from knobel.games.kniffeliger import Kniffeliger, Stage, State

LARGE = 8.0
"""Loss in points from which a decision is played out."""


def turn_ends(game: Kniffeliger, state: State) -> Iterator[State]:
    """Yield the positions in which the turn of the seat to move can end, those after the fewest dice first."""
    todo = [state]
    for now in todo:
        if now.stage is Stage.OVER or now.seat != state.seat:
            yield now
            continue
        *plays, end = game.legal(now, now.seat)
        yield game.apply(now, Move(now.seat, end))
        todo += [game.apply(now, Move(now.seat, play)) for play in plays]


def final_scores(game: Kniffeliger, state: State) -> tuple[int, ...]:
    """Return the final scores if from the last phase on each seat plays for its own score.

    Of equal ways it takes the one after which it holds the best sheet, and of these the one with the fewest dice.
    """

    @cache
    def end(state: State) -> tuple[int, ...]:
        turn = game.turn(state)
        if isinstance(turn, Over):
            return turn.scores
        ways = turn_ends(game, state)
        return end(max(ways, key=lambda after: (end(after)[state.seat], after.sheets[state.seat].total)))

    return end(state)


def best_actions(game: Kniffeliger, state: State) -> list[str]:
    """Return the actions in the last phase with which the seat to move ends with the highest score."""
    seat = state.seat
    ends = {
        action: final_scores(game, game.apply(state, Move(seat, action)))[seat] for action in game.legal(state, seat)
    }
    return [action for action, score in ends.items() if score == max(ends.values())]


def grade_of(game: Kniffeliger, state: State, found: Assessment, action: str) -> Grade:
    """Return the grade of an action of an assessed decision, as in a review."""
    behind = max(found.reference(action).points - found.of(action).points, 0.0)
    return grade_decision(game, state, 0, found, action, found.loss(action), behind).grade


def wrongly_blamed(game: Kniffeliger, state: State) -> list[str]:
    """Return the best actions of the last phase that the coach calls worse than good."""
    found = assess(game, state, state.seat)
    limit = GRADES.index(Grade.GOOD)
    return [
        action for action in best_actions(game, state) if GRADES.index(grade_of(game, state, found, action)) > limit
    ]


def exchanges(game: Kniffeliger, seats: int, number: int, phase: str = "shifting") -> Iterator[State]:
    """Yield the decisions about action dice in a game of bots of mixed levels.

    :param phase: `shifting`, or `main`: before a roll or after an entry.
    """
    rng = Random(f"{number} exchanges of {seats}")
    players = [bots.make(rng.choice([*LEVELS])) for _ in range(seats)]
    state = game.start(seats)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, Roll(tuple(sorted(rng.choices(FACES, k=turn.dice)))))
            continue
        seat, legal = state.seat, game.legal(state, state.seat)
        if len(legal) > 1 and state.stage is not Stage.ROLLED and game.info(state)["phase"] == phase:
            yield state
        action = players[seat].choose(game, game.view(state, seat), seat, rng) if len(legal) > 1 else legal[0]
        state = game.apply(state, Move(seat, action))


def last(options: argparse.Namespace) -> None:
    game, counts = Kniffeliger(), Counter[str]()
    for number in range(options.games):
        for state in exchanges(game, options.seats, number):
            if not game.rounds_to_come(state):
                blamed = wrongly_blamed(game, state)
                counts["decisions"] += 1
                counts["best actions"] += len(best_actions(game, state))
                counts["of these worse than good"] += len(blamed)
    script.report({"seats": options.seats, "games": options.games, **counts})


def earlier(options: argparse.Namespace) -> None:
    game, rng = Kniffeliger(), Random("earlier exchanges")
    distances: list[float] = []
    errors = defaultdict[str, list[float]](list)
    large_told = 0
    for number in range(options.games):
        large = []
        for state in exchanges(game, options.seats, number, options.phase):
            found = assess(game, state, state.seat)
            worse = [each.action for each in found.choices if found.loss(each.action) >= LARGE]
            if (game.rounds_to_come(state) or options.phase == "main") and worse:
                large.append((state, found, rng.choice(worse)))
        if not large or len(distances) == options.decisions:
            continue
        # One decision of each game with dice of its own, because errors of the same dice are alike.
        state, found, action = rng.choice(large)
        better = found.best
        *_, compared = compare_by_rollouts(
            game, state, state.seat, [better.action, action], number, max_samples=options.rollouts
        )
        after = confirmed(game, game.view(state, state.seat), found, action, number)
        before, told = found.loss(action), after.loss(action)
        # No loss is told as less than 0.
        mean, error = max(compared.points.mean, 0.0), compared.points.uncertainty
        errors["as told"].append(told - mean)
        errors["before"].append(before - mean)
        large_told += told >= LARGE
        # Losses are told to a tenth of a point; both figures may be exact.
        spread = max(sqrt(error**2 + after.of(action).uncertainty ** 2), 0.05)
        distances.append(abs(told - mean) / spread)
        shown = {
            "round": state.round,
            "action": action,
            "before": round(before, 1),
            "told": f"{told:.1f} ± {after.of(action).uncertainty:.1f}",
            "by rollouts": f"{mean:.1f} ± {error:.1f}",
            "distance in standard errors": round(distances[-1], 1),
        }
        print(json.dumps(shown, ensure_ascii=False), flush=True)
    script.report(
        {
            "seats": options.seats,
            "phase": options.phase,
            "decisions": len(distances),
            f"told as {LARGE:.0f} points or more": large_told,
            "within two standard errors, %": round(100 * fmean(each <= 2 for each in distances), 1),
            **{f"mean difference, {name}": round(fmean(each), 1) for name, each in errors.items()},
            **{
                f"root mean square, {name}": round(sqrt(fmean(x * x for x in each)), 1) for name, each in errors.items()
            },
        }
    )


def main() -> None:
    scripts = script.parser(__doc__)
    verbs = scripts.add_subparsers(required=True)
    verb = verbs.add_parser("last")
    verb.add_argument("seats", type=int)
    verb.add_argument("--games", type=int, default=300)
    verb.set_defaults(run=last)
    verb = verbs.add_parser("earlier")
    verb.add_argument("seats", type=int)
    verb.add_argument("--games", type=int, default=200)
    verb.add_argument("--decisions", type=int, default=50)
    verb.add_argument("--rollouts", type=int, default=100)
    verb.add_argument("--phase", choices=("shifting", "main"), default="shifting")
    verb.set_defaults(run=earlier)
    options = scripts.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
