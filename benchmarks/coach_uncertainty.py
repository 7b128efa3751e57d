"""Errors of the coach's estimates, and the distribution of final scores, by the stage of the game.

    python -m benchmarks.coach_uncertainty play knister --minutes 10 --out knister.jsonl
    python -m benchmarks.coach_uncertainty table *.jsonl
    python -m benchmarks.coach_uncertainty check *.jsonl

`play` takes a random decision of each game between bots of random levels, lets the coach estimate its best action,
and plays the game out after this action `--rollouts` times with other dice, as `coach.compare_by_rollouts` does. It
appends a line for each game and continues an existing file; games with another `--seed` are others.

`table` prints the figures of `knobel.coach.uncertainty`. The error of an estimate is the root mean square difference
between the estimate and the mean of its rollouts, less the squared standard error of this mean. `check` prints how
often final scores end above the 90 % quantile and below the 10 % quantile that the coach states; a standard error is
computed over games.
"""

import argparse
import json
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import knobel
from benchmarks import script
from benchmarks.coach_ledger import play
from knobel.coach import assess
from knobel.coach.opponent_effects import expected_effect
from knobel.coach.rollouts import play_out, reopened
from knobel.coach.stages import open_fields
from knobel.core import Game, Move, replay

LEVELS = ("strong", "strong", "casual", "beginner")
MOST_SEATS = 4


def position(game: Game[Any], rng: Random, seed: str) -> tuple[Any, int, int]:
    """Return a position in which a seat decides, with the seat and the number of the event."""
    most = min(MOST_SEATS, game.max_seats or MOST_SEATS)
    names = rng.choices(LEVELS, k=rng.randint(game.min_seats, most))
    record, _ = play(game, names, seed)
    while True:
        at = rng.randrange(len(record.events))
        event, state = record.events[at], replay(game, len(names), record.events[:at])
        if isinstance(event, Move) and len(game.legal(state, event.seat)) > 1:
            return state, event.seat, at


def measured(game: Game[Any], number: int, seed: str, rollouts: int) -> dict[str, Any]:
    """Return the estimate in a random position, with the outcomes of its rollouts."""
    state, seat, at = position(game, Random(f"{seed} {number} table"), f"{seed} {number}")
    found = assess(game, state, seat)
    after = game.apply(reopened(game, state, seat), Move(seat, found.best.action))
    outcomes = [play_out(game, after, seat, (number, run)) for run in range(rollouts)]
    return {
        "game": game.name,
        "number": number,
        "seats": game.seats(state),
        "event": at + 1,
        "open": open_fields(game, state, seat),
        "points": found.best.points,
        "effect": expected_effect(game, game.view(state, seat), seat),
        "exact": found.best.uncertainty == 0,
        "win": found.best.win,
        "win_exact": found.best.win_uncertainty == 0,
        "scores": [each.score for each in outcomes],
        "luck": [each.luck for each in outcomes],
        "wins": [each.win for each in outcomes],
    }


def play_many(options: argparse.Namespace) -> None:
    game, out = knobel.make(options.game), Path(options.out)
    first = len(out.read_text().splitlines()) if out.exists() else 0
    until = monotonic() + options.minutes * 60
    with out.open("a") as file:
        for number in range(first, options.games):
            file.write(json.dumps(measured(game, number, str(options.seed), options.rollouts)) + "\n")
            file.flush()
            if monotonic() > until:
                return


def main() -> None:
    parser = script.parser(__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("game", choices=knobel.GAMES)
    verb.add_argument("--games", type=int, default=10_000)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--rollouts", type=int, default=16)
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--out", required=True)
    verb.set_defaults(run=play_many)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
