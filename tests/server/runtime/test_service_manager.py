"""systemd is told when a server answers, and that it still works."""

import asyncio
import socket
from pathlib import Path

import pytest

from knobel.server.runtime.service_manager import report_to_service_manager
from tests.server.client import running

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no systemd")


def test_a_server_reports_to_its_service_manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000")
        with running(tmp_path):
            assert [receiver.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nothing of this name"])
def test_without_a_service_manager(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    asyncio.run(report_to_service_manager())
