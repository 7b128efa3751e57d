"""Parse games, options and bots as they are written on the command line."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from knobel.bots import OFFERED, is_source, known_names, make
from knobel.core import BadSetup, Game
from knobel.games import GAMES


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a "did you mean" question with the most similar known word; empty if no word is similar."""
    close = get_close_matches(word.lower(), list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def parse_game(name: str, options: Sequence[str] = ()) -> Game[Any]:
    """Return the game of that name with options written `name=value`.

    :raises BadSetup: if there is no such game, option or value.
    """
    plain = name.lower().replace("-", "_").replace("ö", "oe").rstrip("!").replace(" ", "_")
    if plain not in GAMES:
        raise BadSetup(f"there is no game {name!r}{did_you_mean(plain, GAMES)}; the games: {', '.join(GAMES)}")
    kind = GAMES[plain]
    known = [option.name for option in kind.option_list]
    values: dict[str, str] = {}
    for text in options:
        option, equals, value = text.partition("=")
        if not equals:
            raise BadSetup(f"an option has the form name=value, not {text!r}")
        if option not in known:
            names = ", ".join(known) or "none"
            raise BadSetup(f"{plain} has no option {option!r}{did_you_mean(option, known)}; its options: {names}")
        values[option] = value
    return kind(**values)


def parse_bots(text: str | None) -> list[str]:
    """Return the names of bots written `casual,master/points,mine.py:Mine`.

    :raises BadSetup: if there is no such bot.
    """
    words = [word.strip() for word in (text or "").split(",") if word.strip()]
    # Names of files and modules are case-sensitive.
    names = [word if is_source(word) else word.lower() for word in words]
    for name in names:
        if not is_source(name) and name.partition("/")[0] not in known_names():
            close = did_you_mean(name, known_names())
            raise BadSetup(f"there is no bot level {name!r}{close}; the levels: {', '.join(OFFERED)}")
        make(name)
    return names
