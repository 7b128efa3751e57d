"""`knobel bench`: measure the speed of Knobel on this machine."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.choosing import chosen_game
from knobel.core import BadSetup
from knobel.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

UNKNOWN = "-"


def bench(
    games: Annotated[str, typer.Option(metavar="GAME,...", help="Games to measure.")] = ",".join(GAMES),
    quick: Annotated[bool, typer.Option("--quick", help="Measure for a shorter time, less exactly.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure the speed of Knobel on this machine.

    Measures random and greedy playouts, exact solutions and bots' decisions, and the same work in C. Figures are
    processor times on one core, the best of several rounds that alternate between kernel and C; docs/benchmarks.md
    explains each figure. C is compiled with gcc if it is installed. Measuring takes about two minutes, with --quick
    about 20 seconds. The first run takes twice as long because it compiles the kernels.

    Example: knobel bench --games knister,knoeffel --quick --json
    """
    names = [chosen_game(name).name for name in games.split(",") if name.strip()]
    if not names:
        raise BadSetup(f"there is nothing to measure; the games: {', '.join(GAMES)}")
    from knobel.bench import FULL, QUICK, measure

    with progress() as report:
        result = measure(dict.fromkeys(names), QUICK if quick else FULL, report)
    if as_json:
        typer.echo(json.dumps(result))
    else:
        show(result)


@contextmanager
def progress() -> "Iterator[Callable[[str], None]]":
    """Show the current measurement on standard error if it is a terminal; yield the function that updates it."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("compiling") as status:
        yield status.update


def show(result: dict[str, Any]) -> None:
    """Print the results as tables."""
    from rich.table import Table

    from knobel.cli.screen import Screen

    screen = Screen()
    speeds = Table(box=screen.box, header_style="bold")
    speeds.add_column("game")
    for title in ("random games/s", "times C", "greedy games/s", "times C", "solved in", "times C"):
        speeds.add_column(title, justify="right")
    times = Table(box=screen.box, header_style="bold")
    times.add_column("a decision, ms")
    levels = next(iter(result["games"].values()))["decisions"]
    for level in levels:
        times.add_column(level, justify="right")
    reasons: dict[str, None] = {}
    for game, figures in result["games"].items():
        solve = figures["solve"] or {"seconds": None, "times_c": None}
        speeds.add_row(
            game,
            *(text for kind in ("random", "greedy") for text in speed(figures[kind])),
            UNKNOWN if solve["seconds"] is None else f"{solve['seconds']:.3f} s",
            ratio(solve["times_c"]),
        )
        times.add_row(game, *(decision(figures["decisions"][level]) for level in levels))
        reasons.update({one["reason"]: None for one in figures["decisions"].values() if "reason" in one})
    screen.show(speeds, times)
    screen.say("Times C: how many times as long the kernel takes. Decisions: median, and within which 99 % are.")
    machine = result["machine"]
    screen.say(
        f"{machine['system']}, Python {machine['python']}, Numba {machine['numba']}, {machine['compiler'] or 'no C'}"
    )
    for reason in reasons:
        screen.say(f"{UNKNOWN}: {reason}")


def speed(figures: dict[str, Any] | None) -> tuple[str, str]:
    """Return games per second and the ratio to C as text; `-` for unknown figures."""
    if figures is None:
        return UNKNOWN, UNKNOWN
    return f"{figures['games_per_second']:,}", ratio(figures["times_c"])


def ratio(value: float | None) -> str:
    """Return a ratio as text; `-` if it is unknown."""
    return UNKNOWN if value is None else f"{value:.2f}"


def decision(figures: dict[str, Any]) -> str:
    """Return the median and 99th percentile of a level's times as text; `-` if they are unknown."""
    return UNKNOWN if figures["median_ms"] is None else f"{figures['median_ms']:.3g}, {figures['p99_ms']:.3g}"
