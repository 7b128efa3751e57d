"""The addresses that proxies, containers and monitors ask."""

import contextlib
import sqlite3
from pathlib import Path

import httpx
import pytest

from knobel.server.database.store import Store
from tests.server.client import Server


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_answer_get_and_head(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    answer = httpx.head(f"{server.url}{path}")
    assert (answer.status_code, answer.content) == (200, b"")


async def test_readiness_writes_nothing(tmp_path: Path, store: Store) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "x.db")) as other:

        def version() -> int:
            """Return a number that changes with every write of another connection."""
            return int(other.execute("PRAGMA data_version").fetchone()[0])

        before = version()
        await store.check_without_writing()
        assert version() == before
        await store.check()
        assert version() != before
