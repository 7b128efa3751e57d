"""Bots by name, from any source.

- A level (`master`), a level with an aim (`master/points`), a character (`grandma`), or another bot that is part of
  Knobel (`strong`).
- `mine.py:Mine`: the class of that name in a Python file, or `mine.py`, if it has one bot; `package.module:Mine`: in a
  module.
- The name of an entry point of the group `knobel.bots`, with which an installed package provides its bots.
"""

import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from knobel.bots import levels, plain
from knobel.bots.bot import Bot
from knobel.bots.human_errors.characters import CHARACTERS
from knobel.bots.lookahead_bot import LookaheadBot
from knobel.bots.random_bot import RandomBot
from knobel.core import BadSetup

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "lookahead": LookaheadBot,
    "plain": plain.PlainBot,
    **{f"plain/{level}": partial(plain.PlainBot, level) for level in plain.LEVELS},
}
"""Bots that need neither trained data nor compiled kernels."""
LEVELS: tuple[str, ...] = ("random", *levels.LEVELS)
"""The levels that are offered at a table, the weakest first."""
OFFERED: tuple[str, ...] = (*LEVELS, *CHARACTERS)
"""The bots that are offered at a table: the levels, and the characters."""
LIGHT_LEVELS = "random", "lookahead"
"""The levels that are offered where no compiler is installed, the weakest first."""
TABLE_BOTS: tuple[str, ...] = (*OFFERED, *levels.REFERENCES, "lookahead")
"""The bots that may be seated at a table: those that are offered, and bots that clients and stored logs also name."""
ENTRY_POINT_GROUP = "knobel.bots"
FILE_MODULES = "knobel_bot_files"
"""Prefix of the names of modules that are loaded from files, so that none replaces a module of Knobel."""

BotSpec: TypeAlias = str | Bot | Callable[[], Bot]
"""A bot, the class or function that creates it, or its name."""


def make(bot: BotSpec) -> Bot:
    """Return the bot with a name, or the bot that a class creates; an existing bot is returned unchanged.

    :raises BadSetup: if there is no such bot, or it cannot be created.
    """
    if not isinstance(bot, str):
        return _instantiate(bot, name_of(bot))
    if bot in BOTS:
        return BOTS[bot]()
    if needs_engine(bot):
        return levels.LevelBot(bot)
    if is_source(bot):
        return _instantiate(_from_source(bot), bot)
    for entry in entry_points(group=ENTRY_POINT_GROUP, name=bot):
        return _instantiate(_call_foreign(entry.load, bot), bot)
    raise BadSetup(f"there is no bot level {bot!r}; the levels: {', '.join(OFFERED)}; others are named mine.py:Mine")


def make_table_bot(level: str) -> Bot:
    """Return the bot of a level that a table may have, one of `TABLE_BOTS`.

    For names from outside, such as those in jobs, logs and databases. `make` executes the file or module that a name
    specifies; this function only creates bots that are part of Knobel.

    :raises BadSetup: if a table may not have this level.
    """
    if level not in TABLE_BOTS:
        raise BadSetup(f"there is no bot level {level[:40]!r} at tables; the levels: {', '.join(TABLE_BOTS)}")
    return make(level)


def needs_engine(name: str) -> bool:
    """True if the bot of this name chooses by a game's engine, which uses compiled kernels."""
    return name.partition("/")[0] in levels.SEARCH_BOTS


def is_source(name: str) -> bool:
    """True if a bot's name specifies a file or module."""
    return ":" in name or name.endswith(".py")


def name_of(bot: BotSpec) -> str:
    """Return the name of a bot in results: the name by which it was chosen, or that of its class."""
    if isinstance(bot, str):
        return bot
    return str(getattr(bot, "__name__", type(bot).__name__))


def known_names() -> tuple[str, ...]:
    """Return the names that do not specify a file or module: Knobel's own bots and those of installed packages."""
    return tuple(dict.fromkeys((*TABLE_BOTS, *BOTS, *(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP)))))


def _instantiate(made_by: Any, name: str) -> Bot:
    """Return the bot that a class or function creates, or the argument if it is a bot."""
    ready = not isinstance(made_by, type) and hasattr(made_by, "choose")
    bot = made_by if ready else _call_foreign(made_by, name)
    if not callable(getattr(bot, "choose", None)):
        raise BadSetup(f"{name} is not a bot: it has no method choose")
    found: Bot = bot
    return found


def _call_foreign(call: Callable[[], Any], name: str) -> Any:
    """Return the result of calling code that is not part of Knobel.

    :raises BadSetup: if the code raises an exception.
    """
    try:
        return call()
    except BadSetup:
        raise
    except Exception as error:
        raise BadSetup(f"the bot {name} cannot be created: {type(error).__name__}: {error}") from error


def _from_source(name: str) -> Any:
    """Return the object with the name after the colon in the file or module before it."""
    place, _, attribute = (name, "", "") if name.endswith(".py") else name.rpartition(":")
    file = Path(place)
    if place.endswith(".py") and not file.is_file():
        raise BadSetup(f"there is no file {place}" + (f" with the bot {attribute}" if attribute else ""))
    module = _call_foreign(lambda: _load_file(file.resolve()) if place.endswith(".py") else import_module(place), name)
    if not attribute:
        return _only_bot(module, place)
    if not hasattr(module, attribute):
        raise BadSetup(f"{place} has no {attribute!r}")
    return getattr(module, attribute)


def _only_bot(module: ModuleType, place: str) -> Any:
    """Return the only class of a file that is a bot."""
    found = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and hasattr(kind, "choose")
    ]
    if len(found) != 1:
        names = ", ".join(kind.__name__ for kind in found)
        raise BadSetup(
            f"{place} has "
            + (f"several bots: write {place}:NAME with one of {names}" if found else "no class with a method choose")
        )
    return found[0]


@cache
def _load_file(file: Path) -> ModuleType:
    """Return the module in a file, which may import modules from its folder."""
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    spec = spec_from_file_location(f"{FILE_MODULES}.{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
