"""How much the master's play gains by more thinking, in Knister, Knaster and Knapp Daneben! with one seat.

    python -m benchmarks.more_thinking knister --games 200 --minutes 60

Every game is played with the search of `master`, and with two that take about ten and a hundred times as long, on the
same dice. In Knister more games are played out; in the other games the search is wider and looks further ahead. Prints
one JSON object a search: the mean score with luck taken out, its gain on the search of `master`, and the processor time
of a game. The games stop when the time is up, with as many of each search. `--searches 2` leaves out the slowest, and
`--first 53` the first 53 games, whose figures are known.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from time import monotonic, process_time

from benchmarks.shared import script
from knobel.engines.knapp_daneben import lookup as knapp_daneben_lookup
from knobel.engines.knapp_daneben import search as knapp_daneben_search
from knobel.engines.knaster import lookup as knaster_lookup
from knobel.engines.knaster import search as knaster_search
from knobel.engines.knister import kernels as knister
from knobel.engines.knister import lookup as knister_lookup
from knobel.engines.knister import search as knister_search
from knobel.engines.shared import weights
from knobel.games import GAMES
from knobel_lab.learning.knapp_daneben import selfplay as knapp_daneben_selfplay
from knobel_lab.learning.knaster import selfplay as knaster_selfplay
from knobel_lab.learning.knister import selfplay as knister_selfplay

Play = Callable[[int], float]
"""Plays the game of a seed; returns the score less the luck of the dice."""
FIRST_SEED = 1_000_000


def knister_players() -> dict[str, Play]:
    tables, usual = knister_lookup.load_values(weights.path("knister")), knister.SEARCHES["sampled"]

    def play(search: knister_search.Search, seed: int) -> float:
        scores, luck = knister_selfplay.play(tables, search, seed, 1)
        return float(scores[0] - luck[0])

    return {
        f"{factor * usual['playouts']:,} games played out at most": partial(
            play, knister_search.Search.of(**{**usual, "playouts": factor * usual["playouts"]})
        )
        for factor in (1, 10, 100)
    }


def knaster_players() -> dict[str, Play]:
    tables = knaster_lookup.load_values(weights.path("knaster"))
    searches = {
        "master": knaster_search.MASTER,
        "three rolls": knaster_search.Search(((20,), (12, 6), (4, 3, 2))),
        "four rolls": knaster_search.Search(((30,), (20, 12), (10, 6, 4), (3, 2, 2, 1))),
    }

    def play(state: knaster_search.SearchState, seed: int) -> float:
        scores, luck, _ = knaster_selfplay.solo_games(state, seed, 1)
        return float(scores[0] - luck[0])

    return {name: partial(play, knaster_search.SearchState.empty(tables, each)) for name, each in searches.items()}


def knapp_daneben_players() -> dict[str, Play]:
    tables, _ = knapp_daneben_lookup.load_values(weights.path("knapp_daneben"))
    of = knapp_daneben_search.Search.of
    searches = {
        "master": knapp_daneben_search.MASTER,
        "three rolls": of(16, 8, 2, margin=3.0, exact=4),
        "three rolls, more circles": of(20, 12, 4, circles=2, margin=4.0, exact=4),
    }

    def play(search: knapp_daneben_search.Search, seed: int) -> float:
        scores, luck = knapp_daneben_selfplay.play(tables, search, seed, 1)
        return float(scores[0] - luck[0])

    return {name: partial(play, each) for name, each in searches.items()}


PLAYERS: Mapping[str, Callable[[], dict[str, Play]]] = {
    "knister": knister_players,
    "knaster": knaster_players,
    "knapp_daneben": knapp_daneben_players,
}


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("game", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--searches", type=int, default=3, help="the number of searches, that of `master` included")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    options = parser.parse_args()
    players = dict(islice(PLAYERS[options.game]().items(), options.searches))
    until = monotonic() + 60 * options.minutes
    found: dict[str, list[float]] = {name: [] for name in players}
    seconds = dict.fromkeys(players, 0.0)
    for play in players.values():
        play(FIRST_SEED - 1)
    for seed in range(FIRST_SEED + options.first, FIRST_SEED + options.games):
        for name, play in players.items():
            started = process_time()
            found[name].append(play(seed))
            seconds[name] += process_time() - started
        if monotonic() > until:
            break
    usual = next(iter(found.values()))
    for name, scores in found.items():
        gains = [more - less for more, less in zip(scores, usual, strict=True)]
        script.report(
            {
                "game": GAMES[options.game].title("en"),
                "search": name,
                "games": len(scores),
                "score": script.mean_with_error(scores),
                "gain": script.mean_with_error(gains),
                "seconds a game": round(seconds[name] / len(scores), 2),
            }
        )


if __name__ == "__main__":
    main()
