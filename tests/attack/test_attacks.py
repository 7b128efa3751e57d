"""People play during attacks: their games end as the logs say, and the server logs no error.

`KNOBEL_ATTACK`, a number of seconds, also runs each attack alone for its share of them.
"""

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.attack.attacks import ATTACKS, attacking, malformed_traffic, nonsense, small_frames, unread_pings
from tests.attack.honest_games import end, play, strangers_are_gone
from tests.attack.long_record import store_long_game
from tests.server.client import Server, running, tell

SECONDS = float(os.environ.get("KNOBEL_ATTACK", "0"))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own")


async def test_games_under_attack(tmp_path: Path) -> None:
    """All cheap attacks together, to keep this test quick."""
    with running(tmp_path) as server:
        attackers = [
            asyncio.create_task(attack(server.port, 1))
            for attack in (malformed_traffic, nonsense, small_frames, unread_pings)
        ]
        await play(server, ("knister", "kniffeliger"))
        await end(attackers)
        await strangers_are_gone(server)


@pytest.mark.skipif(not SECONDS, reason="make attack")
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack(tmp_path: Path, name: str, processes: int, request: pytest.FixtureRequest) -> None:
    """One attack in a separate process, for its share of the time; on one server with SQLite, and on two processes."""

    async def story(server: Server) -> None:
        ends = time.monotonic() + SECONDS / len(ATTACKS) / 2
        with attacking(server.port, name):
            while True:
                await play(server)
                if time.monotonic() > ends:
                    break
        await strangers_are_gone(server)

    options: dict[str, Any] = {}
    if processes > 1:
        database = request.getfixturevalue("postgres").new()
        options = {"database": database, "processes": processes}
    with running(tmp_path, **options) as server:
        if name == "records":
            if processes > 1:
                pytest.skip("its long game is written into an SQLite file")
            store_long_game(tmp_path / "knobel.db")
        tell(story(server))
