"""The result of the best bot at a deal."""

import asyncio

from knobel.bots import TABLE_BOTS
from knobel.core import Chance, Decide
from knobel.presentation.deals import OPPONENT, Deal, opened
from knobel.server.compute.bot_service import BotService
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.game_dice import ServerDice
from knobel.tables.results import results
from knobel.tables.state import fold

LEVEL = "master"
DECISION_TIMEOUT_S = 60.0
"""Time for a decision, in seconds. It may include the compilation of kernels; nobody waits for it."""
MASTER, SERVER = Source(0, person="master", name="master"), Source(0)


async def master_result(bots: BotService, deal: Deal, seed: str) -> int:
    """Play a deal with the best bot; return its points.

    :raises Refused: if the bot fails or does not answer.
    """
    dice, state = ServerDice(seed), fold(opened(deal, seed, MASTER, TABLE_BOTS))
    while (play := state.play) is not None and not play.over:
        match play.turn:
            case Chance():
                events = commands.roll(state, SERVER, play.at, None, dice)
            case Decide(seats=(seat, *_)):
                deadline = asyncio.get_running_loop().time() + DECISION_TIMEOUT_S
                game, view = play.game, play.game.view(play.state, seat)
                level = OPPONENT if seat else LEVEL
                action = await bots.choose(game.name, game.options, view, seat, level, deadline)
                events = commands.move_for(state, SERVER, play.at, seat, action, dice)
        state = fold(events, state)
    assert play is not None, "the game was started"
    return results(play)[0].score
