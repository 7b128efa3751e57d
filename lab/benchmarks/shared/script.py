"""Command lines and output that all benchmarks share."""

import argparse
import json
import shlex
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks import results
from knobel.games import GAMES

_kept: list["_Keep"] = []


class _Keep(argparse.Action):
    """The option `--result`: keeps everything that is reported in a result file."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: object, value: Any, option: str | None = None
    ) -> None:
        page, _, name = value.partition("/")
        if page not in results.PAGES or not name.isidentifier():
            parser.error(f"--result {value}: PAGE/NAME, where PAGE is one of {', '.join(results.PAGES)}")
        self.name, self.rows = value, list[results.Row]()
        self.command = _command({value, f"{option}={value}", str(option)})
        _kept.append(self)


def _command(without: set[str]) -> str:
    """Return the command line without these arguments."""
    spec = sys.modules["__main__"].__spec__
    module = spec.name.removesuffix(".__main__") if spec else Path(sys.argv[0]).stem
    return shlex.join(["python", "-m", module, *(word for word in sys.argv[1:] if word not in without)])


def parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of the command line whose help is the docstring of the script, with the option `--result`."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--result", metavar="PAGE/NAME", action=_Keep, help="keep the figures in benchmarks/results")
    return made


def report(figures: Mapping[str, object]) -> None:
    """Print one JSON object, and keep it where `--result` says."""
    print(json.dumps(figures), flush=True)
    for kept in _kept:
        kept.rows.append(figures)
        results.store(kept.name, kept.command, kept.rows)


def with_error(mean: float, error: float, digits: int = 3) -> dict[str, float]:
    """Return a mean with its standard error as a figure."""
    return {"mean": round(float(mean), digits), "error": round(float(error), digits)}


def mean_with_error(values: Sequence[float], digits: int = 3) -> dict[str, float]:
    """Return the mean of values with its standard error; that of a single value is 0."""
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    return with_error(statistics.fmean(values), spread / len(values) ** 0.5, digits)


def median_and_worst(times: Sequence[float]) -> dict[str, float]:
    """Return the number of times, their median and their maximum."""
    return {"count": len(times), "median": round(statistics.median(times), 3), "worst": round(max(times), 3)}


def append_lines(out: Path, games: int, minutes: float, line: Callable[[int], Mapping[str, object]]) -> None:
    """Append JSON lines to a file, one for each game that it lacks, until there are `games` or the time is up.

    :param line: returns the line of a game by its number, which counts from 0.
    """
    first = len(out.read_text().splitlines()) if out.exists() else 0
    until = monotonic() + 60 * minutes
    with out.open("a") as file:
        for number in range(first, games):
            file.write(json.dumps(line(number)) + "\n")
            file.flush()
            if monotonic() > until:
                return


def play_and_write(
    description: str | None,
    games: int,
    line: Callable[[str, int], Mapping[str, object]],
    write: Callable[[argparse.Namespace], None],
    renew: Callable[[argparse.Namespace], None] | None = None,
    ask_again: Callable[[argparse.Namespace], None] | None = None,
) -> None:
    """Run a script with the verbs `play GAME --out FILE`, which appends lines to a file, and `write FILE...`.

    :param games: the default number of games.
    :param line: returns the line of a game by its name and number.
    :param write: makes the shipped data from the `files` of its options.
    :param renew: makes a part of the shipped data again, with the verb `renew GAME --phase PHASE --count N` or
        `renew GAME --stages STAGE,... --count N`.
    :param ask_again: the same for one theme or all, with the verb `ask-again GAME --theme THEME`.
    """
    scripts = parser(description)
    verbs = scripts.add_subparsers(required=True)
    verb = verbs.add_parser("play")
    verb.add_argument("game", choices=GAMES)
    verb.add_argument("--games", type=int, default=games)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.add_argument("--out", required=True)
    verb.set_defaults(
        run=lambda options: append_lines(
            Path(options.out), options.games, options.minutes, lambda number: line(options.game, number)
        )
    )
    verb = verbs.add_parser("write")
    verb.add_argument("files", nargs="+")
    if ask_again is not None:
        verb.add_argument("--keep", action="store_true", help="add to what ships")
    verb.set_defaults(run=write)
    if renew is not None:
        verb = verbs.add_parser("renew")
        verb.add_argument("game", choices=GAMES)
        verb.add_argument("--phase")
        verb.add_argument("--stages")
        verb.add_argument("--first-round", type=int, default=1)
        verb.add_argument("--count", type=int, required=True)
        verb.set_defaults(run=renew)
    if ask_again is not None:
        verb = verbs.add_parser("ask-again")
        verb.add_argument("game", choices=GAMES)
        verb.add_argument("--theme", help="all themes by default")
        verb.set_defaults(run=ask_again)
    options = scripts.parse_args()
    options.run(options)
