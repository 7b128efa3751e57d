"""The best bot's games at deals."""

import asyncio
from typing import Any, cast

import pytest

from knobel.games import GAMES, make
from knobel.presentation.deals import OPPONENT
from knobel.server.compute.bot_service import BotService
from knobel.server.deals.master import LEVEL, master_result
from knobel.server.deals.service import new_deals


class FirstActions:
    """Bots that choose the first legal action, and remember who was asked."""

    def __init__(self) -> None:
        self.asked: set[tuple[int, str]] = set()

    async def choose(self, game: str, options: Any, view: Any, seat: int, level: str, _deadline: float) -> str:
        self.asked.add((seat, level))
        return make(game, **options).legal(view, seat)[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_best_bot_plays_a_deal_alone(game: str) -> None:
    ((deal, seed),) = ((each, seed) for each, seed in new_deals("2026-11-25").items() if each.game == game)
    bots = FirstActions()
    results = [asyncio.run(master_result(cast("BotService", bots), deal, seed)) for _ in range(2)]
    assert results[0] == results[1], "the dice are those of the deal"
    assert bots.asked == {(0, LEVEL)} | ({(1, OPPONENT)} if GAMES[game].min_seats > 1 else set())
