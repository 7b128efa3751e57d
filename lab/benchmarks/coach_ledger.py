"""Ledgers of games between bots of known strength: sums, luck, and losses by level.

    python -m benchmarks.coach_ledger knister --tables "master strong casual beginner random" --games 20
    python -m benchmarks.coach_ledger kniffeliger --tables "master,random strong,casual" --games 20

Each table is a list of bots, which play `--games` games. Prints JSON objects: for each bot the mean luck with its
standard error, the loss a decision, and quartiles of accuracy; for the table the largest gap between a ledger and
its score, the mean absolute correction a decision, the root mean square error of estimates that are not exact, the
error of probabilities of winning over ten bins, and the seconds of a review. With `--check` the exit status is 1
unless ledgers add up and luck is within three standard errors of 0.
"""

import sys
from collections import defaultdict
from math import sqrt
from random import Random
from statistics import fmean, quantiles, stdev
from time import process_time
from typing import Any

import knobel
from benchmarks.shared import script
from knobel import Move, Over, Roll, bots
from knobel.bots import Bot
from knobel.coach import Grade, Kind, Review, review
from knobel.core import Chance, Event, Game
from knobel.dice import FACES
from knobel.engines.engine import final_evaluation
from knobel.notation import Record

BINS = 10


def play(game: Game[Any], names: list[str], seed: str) -> tuple[Record, tuple[int, ...]]:
    """Play a game of these bots; return it with its scores."""
    events, scores = play_on(game, game.start(len(names)), [bots.make(name) for name in names], Random(seed))
    return Record(game, tuple(names), events), scores


def play_on(game: Game[Any], state: Any, players: list[Bot], rng: Random) -> tuple[list[Event], tuple[int, ...]]:
    """Play from here to the end with these bots; return the events and the scores."""
    events = list[Event]()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            events.append(Roll(tuple(rng.choices(FACES, k=turn.dice))))
        else:
            seat = turn.seats[0]
            events.append(Move(seat, players[seat].choose(game, game.view(state, seat), seat, rng)))
        state = game.apply(state, events[-1])
    return events, turn.scores


class Figures:
    """Figures over the games of one table."""

    def __init__(self) -> None:
        self.lucks: dict[str, list[float]] = defaultdict(list)
        self.losses: dict[str, list[float]] = defaultdict(list)
        self.win_losses: dict[str, list[float]] = defaultdict(list)
        self.accuracies: dict[str, list[float]] = defaultdict(list)
        self.adjusted: dict[str, list[float]] = defaultdict(list)
        self.scores: dict[str, list[float]] = defaultdict(list)
        self.grades: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.gap = 0.0
        self.corrections: list[float] = []
        self.off: list[float] = []
        self.chances: list[tuple[float, float]] = []
        self.seconds: list[float] = []

    def add(self, found: Review, scores: tuple[int, ...]) -> None:
        for seat in found.seats:
            ledger = seat.ledger
            booked = ledger.start + ledger.luck + ledger.decisions + ledger.unknown + ledger.others + ledger.correction
            self.gap = max(self.gap, abs(booked - scores[seat.seat]), abs(ledger.final - scores[seat.seat]))
            self.losses[seat.name].append(seat.error_rate)
            self.win_losses[seat.name].append(seat.win_error_rate)
            self.accuracies[seat.name].append(seat.accuracy)
            self.adjusted[seat.name].append(seat.result_without_luck)
            self.scores[seat.name].append(ledger.final)
            for grade, count in seat.grades.items():
                self.grades[seat.name][grade] += count
            size = sum(abs(c.points) for c in found.changes if c.seat == seat.seat and c.kind is Kind.CORRECTION)
            self.corrections.append(size / max(seat.decisions, 1))
        # Seats share their dice, so the luck of one game counts once.
        for name in {seat.name for seat in found.seats}:
            self.lucks[name].append(fmean(seat.ledger.luck for seat in found.seats if seat.name == name))
        shares = [final_evaluation(scores, seat).win or 0.0 for seat in range(len(scores))]
        for decision in found.decisions:
            if decision.played.uncertainty:
                later = [
                    c.points
                    for c in found.changes
                    if c.seat == decision.seat and c.event > decision.event and c.kind in (Kind.LUCK, Kind.DECISION)
                ]
                self.off.append((scores[decision.seat] - decision.played.points - sum(later)) ** 2)
            if decision.played.win is not None and decision.played.win_uncertainty:
                self.chances.append((decision.played.win, shares[decision.seat]))

    def of_bots(self) -> list[dict[str, Any]]:
        """Return the figures of each bot."""
        return [
            {
                "bot": name,
                "score": round(fmean(self.scores[name]), 2),
                "without luck": script.mean_with_error(self.adjusted[name], 2),
                "deviation": round(deviation(self.scores[name]), 2),
                "deviation without luck": round(deviation(self.adjusted[name]), 2),
                "luck": script.mean_with_error(luck),
                "lost a decision": round(fmean(self.losses[name]), 4),
                "chance lost a decision": round(fmean(self.win_losses[name]), 5),
                "accuracy": [round(each, 1) for each in quartiles(self.accuracies[name])],
                "grades": {grade: self.grades[name][grade] for grade in Grade},
            }
            for name, luck in self.lucks.items()
        ]

    def of_table(self) -> dict[str, Any]:
        """Return the figures of all bots together."""
        return {
            "largest gap": self.gap,
            "correction a decision": round(fmean(self.corrections), 4),
            "estimates off by": round(fmean(self.off) ** 0.5, 3) if self.off else 0.0,
            "chances off by": self.miss(),
            "seconds a review": round(fmean(self.seconds), 2),
            "slowest": round(max(self.seconds), 2),
        }

    def miss(self) -> float | None:
        """Return the error of probabilities over the bins beyond the noise of the results."""
        if not self.chances:
            return None
        bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for chance, won in self.chances:
            bins[min(int(chance * BINS), BINS - 1)].append((chance, won))
        squares: float = sum(
            len(each) * (fmean(chance for chance, _ in each) - fmean(won for _, won in each)) ** 2
            for each in bins.values()
        )
        return round(sqrt(squares / len(self.chances)), 4)


def deviation(values: list[float]) -> float:
    return stdev(values) if len(values) > 1 else 0.0


def quartiles(values: list[float]) -> list[float]:
    return quantiles(values, n=4) if len(values) > 1 else values * 3


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("game", choices=knobel.GAMES)
    parser.add_argument("--tables", default="master strong casual beginner random")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", default="master", choices=["quick", "strong", "master"])
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    game, fine = knobel.make(options.game), True
    review(play(game, options.tables.split()[0].split(","), "warm")[0], options.effort)
    for table in options.tables.split():
        figures = Figures()
        for number in range(options.games):
            record, scores = play(game, table.split(","), f"{options.seed} {number}")
            started = process_time()
            found = review(record, options.effort)
            figures.seconds.append(process_time() - started)
            figures.add(found, scores)
        of_bots, own = figures.of_bots(), {"game": game.name, "table": table, "games": options.games}
        fine &= figures.gap < 1e-6 and all(abs(b["luck"]["mean"]) <= 3 * b["luck"]["error"] for b in of_bots)
        for each in (*of_bots, figures.of_table()):
            script.report(own | each)
    if options.check and not fine:
        sys.exit(1)


if __name__ == "__main__":
    main()
