"""The addresses that proxies, containers and monitors ask."""

import httpx
import pytest

from tests.server.client import Server


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_answer_get_and_head(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    answer = httpx.head(f"{server.url}{path}")
    assert (answer.status_code, answer.content) == (200, b"")
