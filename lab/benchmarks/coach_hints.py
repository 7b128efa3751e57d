"""Time of hints: milliseconds of processor time for the assessment of a decision, by effort.

    python -m benchmarks.coach_hints knoeffel --seats 2
    python -m benchmarks.coach_hints knoeffel --seats 2 --options columns=6

Every decision of seat 0 in a game of `casual` bots is assessed once, in order, as for a player who asks for every
hint; the last effort includes the reasons. Prints one JSON object: by effort the median, the 99th percentile and the
maximum.
"""

from random import Random
from time import process_time
from typing import Any, get_args

import knobel
from benchmarks.shared import script
from knobel import Move, Over, bots, coach
from knobel.core import Chance, Game
from knobel.engines import Effort


def decisions(game: Game[Any], seats: int, seed: int) -> list[Any]:
    """The positions in which seat 0 has more than one legal action."""
    rng, bot, found = Random(seed), bots.make("casual"), []
    state = game.start(seats)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, game.sample(state, rng))
            continue
        seat = turn.seats[0]
        if seat == 0 and len(game.legal(state, 0)) > 1:
            found.append(state)
        state = game.apply(state, Move(seat, bot.choose(game, game.view(state, seat), seat, rng)))
    return found


def hint(game: Game[Any], state: Any, effort: Effort) -> float:
    """Return the milliseconds of a hint."""
    started = process_time()
    found = coach.assess(game, state, 0, effort)
    if effort == "master":
        coach.why(game, game.view(state, 0), found, found.best.action, found.choices[1].action)
    return 1000 * (process_time() - started)


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("game", choices=knobel.GAMES)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", nargs="*", default=[])
    parser.add_argument("--games", type=int, default=2)
    options = parser.parse_args()
    game = knobel.make(options.game, **dict(option.split("=") for option in options.options))
    hint(game, decisions(game, options.seats, 0)[0], "master")
    states = [state for seed in range(options.games) for state in decisions(game, options.seats, seed + 1)]
    report = {"game": game.name, "seats": options.seats, "options": options.options, "decisions": len(states)}
    times: dict[Effort, list[float]] = {effort: [] for effort in get_args(Effort)}
    for state in states:
        for effort, taken in times.items():
            taken.append(hint(game, state, effort))
    for effort, taken in times.items():
        taken.sort()
        last = len(taken) - 1
        report[effort] = {"median": round(taken[last // 2], 1), "p99": round(taken[int(0.99 * last)], 1)} | {
            "longest": round(taken[-1], 1)
        }
    script.report(report)


if __name__ == "__main__":
    main()
