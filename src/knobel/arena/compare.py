"""Comparison of bots by a match."""

import pickle
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from knobel.arena import executors
from knobel.arena.durations import DurationHistogram
from knobel.arena.match import MAX_FORFEITS, Deal, Forfeit, Match, Outcome
from knobel.arena.results import Comparison, standings
from knobel.bots import BotSpec
from knobel.core import BadSetup, Game


def compare(
    game: Game[Any],
    bots: Sequence[BotSpec],
    games: int,
    seed: int = 1,
    *,
    workers: int = 1,
    cluster: str | None = None,
    report: Callable[[int, int], None] | None = None,
    each: Callable[[Outcome], None] | None = None,
) -> Comparison:
    """Play a match at one table and compare the bots: each is a name known to `bots.make`, a class or a bot.

    Bots that are not names must be picklable if there are several processes. The number of games is `games`, or as many
    more as complete the last deal. The games are played in this process, in `workers` processes of this machine, or on
    the `cluster` with this address (`knobel.ray_cluster.connect`); only the times depend on that choice. `report` is
    called at intervals with the numbers of games played and in total; `each` receives every game, in order.

    :raises BadSetup: if a bot does not exist, the game does not allow this number of seats, or there is no cluster.
    """
    if not bots or games < 1:
        raise BadSetup("an arena needs at least one bot and one game")
    match = Match.of(game, bots, seed)
    deals = -(-games // match.seatings)
    started = perf_counter()
    played: list[Deal] = []
    forfeits: list[Forfeit] = []
    times = tuple(DurationHistogram() for _ in match.bots)
    if workers > 1 or cluster is not None:
        check_picklable(match)
    if cluster is not None:
        executor = executors.on_cluster(match, cluster)
    else:
        executor = executors.in_process(match) if workers == 1 else executors.in_processes(match, workers)
    for batch in executors.play_all(deals, executor):
        played += batch.played
        forfeits += batch.forfeits[: MAX_FORFEITS - len(forfeits)]
        if each:
            for outcome in batch.games:
                each(outcome)
        for total, batch_times in zip(times, batch.times, strict=True):
            total.merge(batch_times)
        if report:
            report(len(played) * match.seatings, deals * match.seatings)
    return Comparison(
        game=match.game,
        options=dict(match.options),
        seed=seed,
        games=deals * match.seatings,
        deals=deals,
        bots=standings(match, played, times),
        forfeits=tuple(forfeits),
        seconds=round(perf_counter() - started, 3),
    )


def check_picklable(match: Match) -> None:
    """Check that the bots of a match can be sent to other processes.

    :raises BadSetup: if they cannot.
    """
    try:
        pickle.dumps(match.bots)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise BadSetup(f"these bots cannot be sent to other processes: {error}") from error
