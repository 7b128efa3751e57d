"""Bots by their names, wherever they come from.

- A level (`master`), a level with an aim (`master/points`), or a bot of Knobel's own (`lookahead`).
- `mine.py:Mine`: the class of that name in a Python file, or `mine.py`, if it has one bot; `package.module:Mine`: in a
  module.
- The name of an entry point of the group `knobel.bots`, with which an installed package offers its bots.
"""

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from knobel.bots import levels
from knobel.bots.bot import Bot
from knobel.bots.lookahead_bot import LookaheadBot
from knobel.bots.random_bot import RandomBot
from knobel.core import BadSetup

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "lookahead": LookaheadBot}
"""Bots that know a game by its rules alone."""
LEVELS: tuple[str, ...] = ("random", *levels.LEVELS)
"""The levels to choose from at a table, the weakest first."""
GROUP = "knobel.bots"

Named: TypeAlias = str | Bot | Callable[[], Bot]
"""A bot, the class or function that makes it, or its name."""


def make(bot: Named) -> Bot:
    """The bot of a name, or the one that a class makes; one that is made already stays itself.

    :raises BadSetup: if there is none, or it cannot be made.
    """
    if not isinstance(bot, str):
        return _made(bot, name_of(bot))
    if bot in BOTS:
        return BOTS[bot]()
    if bot.partition("/")[0] in levels.LEVELS:
        return levels.LevelBot(bot)
    if is_place(bot):
        return _made(_from_source(bot), bot)
    for entry in entry_points(group=GROUP, name=bot):
        return _made(_attempt(entry.load, bot), bot)
    raise BadSetup(f"there is no bot level {bot!r}; the levels: {', '.join(LEVELS)}; others are named mine.py:Mine")


def is_place(name: str) -> bool:
    """Whether a bot's name says in which file or module it is."""
    return ":" in name or name.endswith(".py")


def name_of(bot: Named) -> str:
    """What a bot is called in results: the name that it was chosen by, or that of its class."""
    if isinstance(bot, str):
        return bot
    return str(getattr(bot, "__name__", type(bot).__name__))


def known() -> tuple[str, ...]:
    """The names that are no places: Knobel's own bots and those of installed packages."""
    return tuple(dict.fromkeys((*LEVELS, *BOTS, *(entry.name for entry in entry_points(group=GROUP)))))


def _made(made_by: Any, name: str) -> Bot:
    """The bot that a class or function makes, or what is one already."""
    ready = not isinstance(made_by, type) and hasattr(made_by, "choose")
    bot = made_by if ready else _attempt(made_by, name)
    if not callable(getattr(bot, "choose", None)):
        raise BadSetup(f"{name} is no bot: it has no method choose")
    found: Bot = bot
    return found


def _attempt(call: Callable[[], Any], name: str) -> Any:
    """What a call of somebody else's code returns."""
    try:
        return call()
    except BadSetup:
        raise
    except Exception as error:
        raise BadSetup(f"the bot {name} cannot be made: {type(error).__name__}: {error}") from error


def _from_source(name: str) -> Any:
    """What bears the name after the colon in the file or module before it."""
    place, _, attribute = (name, "", "") if name.endswith(".py") else name.rpartition(":")
    file = Path(place)
    if place.endswith(".py") and not file.is_file():
        raise BadSetup(f"there is no file {place}" + (f" with the bot {attribute}" if attribute else ""))
    module = _attempt(lambda: _of_file(file.resolve()) if place.endswith(".py") else import_module(place), name)
    if not attribute:
        return _only_bot(module, place)
    if not hasattr(module, attribute):
        raise BadSetup(f"{place} has no {attribute!r}")
    return getattr(module, attribute)


def _only_bot(module: ModuleType, place: str) -> Any:
    """The one class of a file that can play."""
    found = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and hasattr(kind, "choose")
    ]
    if len(found) != 1:
        names = ", ".join(kind.__name__ for kind in found)
        raise BadSetup(
            f"{place} has "
            + (f"several bots: say {place}:NAME of {names}" if found else "no class with a method choose")
        )
    return found[0]


@cache
def _of_file(file: Path) -> ModuleType:
    """The module in a file, which may import what lies beside it."""
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    spec = spec_from_file_location(f"{GROUP}.{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
