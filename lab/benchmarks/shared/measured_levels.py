"""Which definition of the levels of bots a benchmark measured.

Accuracies, losses by theme and ratings are compared with those of the levels. After a change of the numbers by which a
level errs they are measured again; `measured_levels.json` has the stamp of these numbers at the last measurement, by
benchmark and game, and a test compares it.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

import knobel
from knobel.bots import human_errors, oversights
from knobel.bots.levels import LEVELS
from knobel.engines import engine

FILE = Path(__file__).with_name("measured_levels.json")
BENCHMARKS = "coach_levels", "coach_themes", "rating_coverage"
"""The benchmarks whose figures ship."""
NO_NUMBERS = frozenset({"CHARACTERS", "GAMES"})
"""Names that are no numbers of a level."""


def stamp(game: str) -> str:
    """Return a hash of the numbers that define the levels at a game."""
    own = import_module(f"{human_errors.__name__}.{game}")
    beside = {getattr(value, "__module__", None) or "" for value in vars(own).values()}
    modules = [own, human_errors, oversights]
    modules += [import_module(name) for name in sorted(beside) if name.startswith(f"{human_errors.__name__}.")]
    numbers = [LEVELS, engine(knobel.make(game)).noise_scales, *map(numbers_of, modules)]
    return hashlib.sha256(plain(numbers).encode()).hexdigest()[:16]


def numbers_of(module: ModuleType) -> Mapping[str, object]:
    """Return the constants of a module."""
    return {name: value for name, value in vars(module).items() if name.isupper() and name not in NO_NUMBERS}


def plain(value: object) -> str:
    """Return a value in the same words in every process: sets have no order."""
    match value:
        case Mapping():
            return "{" + ", ".join(sorted(f"{plain(key)}: {plain(each)}" for key, each in value.items())) + "}"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(plain, value))) + "}"
        case list() | tuple():
            return "(" + ", ".join(map(plain, value)) + ")"
    return repr(value)


def note(benchmark: str, game: str) -> None:
    """Keep the stamp of the levels that a benchmark measured at a game."""
    found = json.loads(FILE.read_text())
    found.setdefault(benchmark, {})[game] = stamp(game)
    FILE.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n")


def outdated() -> Iterator[tuple[str, str]]:
    """Yield the benchmarks, each with a game whose levels have changed since it measured them."""
    found = json.loads(FILE.read_text())
    for benchmark in BENCHMARKS:
        for game in knobel.GAMES:
            if found.get(benchmark, {}).get(game) != stamp(game):
                yield benchmark, game
