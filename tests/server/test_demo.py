"""A demo: sample people and games in a database of its own, which is replaced regularly."""

import signal
import time
from pathlib import Path

import httpx
import pytest

from knobel.cli.serve import run_demo
from knobel.server import demo
from knobel.server.options import ServerOptions
from knobel.server.serve import serve
from tests.server.client import FORKS, NO_TLS, TIMEOUT_S, running


def test_sample_people_have_played(tmp_path: Path) -> None:
    with (
        running(tmp_path, demo=True) as server,
        httpx.Client(base_url=server.url, verify=NO_TLS) as http,
    ):
        names: set[str] = set()
        while len(names) < 2:
            time.sleep(0.05)
            scores = http.get("/api/scores/knister", params={"options": "{}"}).json()["all_time"]
            names = {score["name"] for score in scores}
        assert names == set(demo.NAMES[:2])


def test_every_demo_has_a_new_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(demo, "MEMORY", tmp_path)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    used: list[Path] = []

    def start(database: str, lifetime_s: float) -> bool:
        assert (Path(database).exists(), lifetime_s) == (False, demo.LIFETIME_S)
        Path(database).touch()
        used.append(Path(database))
        return len(used) < 3

    run_demo(start)
    assert len(set(used)) == 3
    assert all(database.is_relative_to(tmp_path) for database in used)
    assert not list(tmp_path.iterdir())


def serve_for_a_moment(database: str) -> None:
    assert serve(ServerOptions(port=0, database=database, lifetime_s=0.1))


def test_a_server_ends_after_its_lifetime(tmp_path: Path) -> None:
    process = FORKS.Process(target=serve_for_a_moment, args=(str(tmp_path / "x.db"),))
    process.start()
    process.join(TIMEOUT_S)
    assert process.exitcode == 0
