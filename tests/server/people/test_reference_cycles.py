"""Closed sockets leave no reference cycles, because the garbage collector rarely examines old objects."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import SOURCE, TIMEOUT_S, Person, Table, free_port, tell

SERVE = """
import gc, json, sys, threading
from collections import Counter
from litestar import WebSocket
from knobel.server.people.connection import Connection
from knobel.server.limits.uvicorn_protocols import WebSocketProtocol
from knobel.server.options import ServerOptions
from knobel.server.serve import serve

SOCKETS = Connection, WebSocketProtocol, WebSocket

def count():
    for _ in sys.stdin:
        found = (type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, SOCKETS))
        print(json.dumps(Counter(found)), flush=True)

def ready(*_):
    gc.disable()
    threading.Thread(target=count, daemon=True).start()
    print(flush=True)

serve(ServerOptions(**json.loads(sys.argv[1])), ready)
"""
"""A server without garbage collection that lists its open sockets for each line of input."""


@pytest.mark.slow
def test_closed_sockets_need_no_garbage_collection(tmp_path: Path) -> None:
    port = free_port()
    options = json.dumps({"port": port, "database": str(tmp_path / "knobel.db")})
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE, options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        text=True,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    to, by = server.stdin, server.stdout

    def left() -> dict[str, int]:
        to.write("?\n")
        to.flush()
        found: dict[str, int] = json.loads(by.readline())
        return found

    async def story() -> None:
        ann = await Person(f"http://127.0.0.1:{port}").arrive()
        code = await ann.open_table(game="knister", seats=1, start=True)
        table = await ann.join(code)
        lobby = await ann.enter_lobby()
        await lobby.receive()
        # The framework's objects were needed only to connect.
        assert left() == {"TableConnection": 1, "Connection": 1, "WebSocketProtocol": 2}
        assert (await table.do("roll", at=table.position["at"]))["type"] == "accepted"
        await table.close()
        assert lobby.socket is not None
        # A client that disappears without closing leaves no object either.
        lobby.socket.transport.abort()
        nobody = Person(ann.url)
        nobody.http.cookies["knobel"] = "x" * 43
        for person, where, reason in ((ann, "AAAAAA", 4004), (nobody, code, 4001)):
            refused = Table(person, where)
            await refused.connect_quietly()
            assert await refused.closed_with() == reason
        async with asyncio.timeout(TIMEOUT_S):
            while left():
                await ann.http.get("/api/live")

    try:
        assert by.readline()
        tell(story())
    finally:
        server.terminate()
        server.communicate()
