"""The addresses that proxies, containers and monitors ask."""

from pathlib import Path

import httpx
import pytest

from tests.server.client import Server


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_answer_get_and_head(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    answer = httpx.head(f"{server.url}{path}")
    assert (answer.status_code, answer.content) == (200, b"")


def test_readiness_writes_nothing(server: Server) -> None:
    log = Path(f"{server.options['database']}-wal")
    httpx.get(f"{server.url}/api/health")
    before = log.stat().st_mtime_ns, log.read_bytes()
    for _ in range(3):
        assert httpx.get(f"{server.url}/readyz").status_code == 200
    assert (log.stat().st_mtime_ns, log.read_bytes()) == before
