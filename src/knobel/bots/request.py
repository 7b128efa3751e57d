"""Requests for an action to any bot, including bots that are not part of Knobel."""

from collections.abc import Sequence
from random import Random
from typing import Any

from knobel.bots.bot import Bot
from knobel.bots.compilation import NotCompiled
from knobel.core import BadSetup, Game, Illegal, Move


class Fault(Exception):
    """A bot failed or chose an action that is not legal."""


def ask(bot: Bot, game: Game[Any], view: Any, seat: int, rng: Random, actions: Sequence[str] | None = None) -> str:
    """Return the action that a bot chooses, one of the legal `actions`, which are computed if they are not given.

    :raises Fault: if the bot chooses an action that is not legal, or raises an exception.
    :raises BadSetup: if the bot lacks something that this machine should give it, such as its trained data or memory.
    :raises NotCompiled: inside `forbid_compilation`.
    """
    legal = game.legal(view, seat) if actions is None else actions
    try:
        action: object = bot.choose(game, view, seat, rng)
    except (BadSetup, NotCompiled):
        raise
    except Exception as error:
        # The connection of a bot to a service elsewhere belongs to the bot.
        if isinstance(error, OSError | MemoryError) and not isinstance(error, ConnectionError | TimeoutError):
            raise BadSetup(f"a bot cannot play on this machine: {type(error).__name__}: {error}") from error
        raise Fault(f"it raised {type(error).__name__}: {error}") from error
    if not isinstance(action, str):
        raise Fault(f"it chose {action!r}, which is not a string")
    if action not in legal:
        try:
            game.apply(view, Move(seat, action))
        except Illegal as refusal:
            raise Fault(f"it chose {action!r}: {refusal}") from None
        raise Fault(f"it chose {action!r}, which is not legal")
    return action
