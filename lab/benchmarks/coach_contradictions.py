"""Looks for verdicts of the coach that contradict themselves.

    python -m benchmarks.coach_contradictions --games 20
    python -m benchmarks.coach_contradictions knaster --efforts quick --games 100

Plays games between bots of random levels at tables of one to five seats, takes `--positions` random decisions of each
and grades every legal action in them with every effort. Prints one JSON object for each game and effort: the number of
verdicts and of contradictions by kind. `--show` prints every contradiction. The exit status is 1 if there is one.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any, get_args

import knobel
from benchmarks.coach_ledger import play
from benchmarks.coach_many import drawn
from benchmarks.shared import script
from knobel.coach import Decision, Grade, review_move
from knobel.core import Decide, Game, Move, replay
from knobel.engines.engine import Effort
from knobel.notation import Record

TOLERANCE = 1e-9


def contradictions(found: Decision) -> Iterator[str]:
    """Yield the kinds of contradictions of a verdict."""
    if found.better and found.better.action == found.played.action:
        yield "better than itself"
    if min(found.error, found.loss, found.win_loss or 0.0) < 0:
        yield "negative loss"
    if (found.better is None) != (found.grade is Grade.BEST):
        yield "best but for another action"
    if found.better is None:
        return
    if found.judged_by == "points" and found.better.points < found.played.points + found.error - TOLERANCE:
        yield "fewer points"
    if found.judged_by == "win" and (found.better.win or 0.0) < (found.played.win or 0.0) + found.error - TOLERANCE:
        yield "less likely to win"


def verdicts(record: Record, effort: Effort, rng: Random, positions: int) -> Iterator[tuple[int, Decision]]:
    """Yield the verdicts on every legal action in random positions of a game, with the number of the event."""
    game, events, seats = record.game, record.events, len(record.seats)
    for at in rng.sample(range(len(events)), len(events)):
        state = replay(game, seats, events[:at])
        turn = game.turn(state)
        if not isinstance(turn, Decide) or len(legal := game.legal(state, turn.seats[0])) < 2:
            continue
        until = Record(game, record.seats, events[:at])
        for action in legal:
            found = review_move(until, Move(turn.seats[0], action), effort)
            assert found is not None, "there are several actions"
            yield at + 1, found
        positions -= 1
        if not positions:
            return


def look(game: Game[Any], effort: Effort, games: int, positions: int, seed: int, *, shown: bool) -> Counter[str]:
    """Return the number of verdicts and of contradictions by kind."""
    counts = Counter[str](verdicts=0)
    for number in range(games):
        rng = Random(f"{seed} {number} contradictions")
        record, _ = play(game, drawn(game, rng), f"{seed} {number} dice")
        for event, found in verdicts(record, effort, rng, positions):
            counts["verdicts"] += 1
            for kind in contradictions(found):
                counts[kind] += 1
                if shown:
                    print(f"{game.name}, {effort}, game {number}, event {event}: {kind}: {found}")
    return counts


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("name", nargs="?", choices=knobel.GAMES)
    parser.add_argument("--efforts", nargs="+", default=get_args(Effort), choices=get_args(Effort))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    total = Counter[str]()
    for name in [options.name] if options.name else knobel.GAMES:
        for effort in options.efforts:
            began = process_time()
            game = knobel.make(name)
            counts = look(game, effort, options.games, options.positions, options.seed, shown=options.show)
            total += counts
            script.report({"game": name, "effort": effort, **counts, "s": round(process_time() - began, 1)})
    if total.total() > total["verdicts"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
