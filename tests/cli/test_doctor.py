"""`knobel doctor`: what it finds, and its exit status."""

import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from knobel import optional_packages
from knobel.server.operator import diagnosis
from knobel.server.operator.diagnosis import Outcome, check_bots, compare_clocks
from tests.cli.conftest import Run, fails
from tests.server.client import Server, running
from tests.server.path_proxy import PathProxy, proxied

Findings = dict[str, tuple[str, str]]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the check of the engines, which loads all of them."""
    monkeypatch.setattr(diagnosis, "check_bots", lambda: iter(()))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("doctor"), root_path="/games", proxy=["127.0.0.2"]) as started:
        yield started


@pytest.fixture
def proxy(server: Server) -> Iterator[PathProxy]:
    with proxied(server.port, "/games", strips=True) as running_proxy:
        yield running_proxy


def doctor(run: Run, *options: str | Path) -> tuple[int, Findings]:
    """Return the exit status, and the worst outcome and the text of each subject."""
    ran = run("doctor", "--json", *map(str, options))
    worst: Findings = {}
    for finding in json.loads(ran.out):
        if finding["subject"] not in worst or worst[finding["subject"]][0] == "ok":
            worst[finding["subject"]] = finding["outcome"], finding["text"]
    return ran.status, worst


def test_everything_is_well(run: Run, server: Server, proxy: PathProxy) -> None:
    database = server.options["database"]
    status, found = doctor(run, "--port", server.port, "--database", database, "--public-url", proxy.url)  # type: ignore[arg-type]
    assert {subject: outcome for subject, (outcome, _) in found.items() if outcome != "ok"} == {}
    assert status == 0
    assert {"port", "database", "disk", "clock", "open files", "public URL", "proxy", "WebSockets"} < set(found)


def test_visitors_that_invent_their_address(run: Run, tmp_path: Path) -> None:
    """The proxy of the test passes on the visitor's own header, which the server believes."""
    with (
        running(tmp_path, proxy=["127.0.0.1"], root_path="/games") as server,
        proxied(server.port, "/games", strips=False) as proxy,
    ):
        database = str(server.options["database"])
        status, found = doctor(run, "--port", str(server.port), "--database", database, "--public-url", proxy.url)
        assert (status, found["proxy"][0]) == (1, "failure")
        assert "invent their address" in found["proxy"][1]
        assert found["WebSockets"][0] == "ok"


def test_a_public_url_that_leads_elsewhere(run: Run, server: Server, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}"
        status, found = doctor(
            run, "--port", str(server.port), "--database", tmp_path / "knobel.db", "--public-url", nobody
        )
    assert (status, found["public URL"][0], found["WebSockets"][0]) == (1, "failure", "failure")


def test_a_port_that_is_in_use(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "TIMEOUT_S", 0.2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, found = doctor(run, "--port", port, "--database", tmp_path / "knobel.db")
    assert (status, found["port"][0]) == (1, "failure")
    assert found["database"] == ("ok", f"there is no database {tmp_path / 'knobel.db'} yet; the server creates it")


def test_databases_that_cannot_be_used(run: Run, server: Server, tmp_path: Path) -> None:
    file = tmp_path / "knobel.db"
    with (
        closing(sqlite3.connect(server.options["database"])) as source,
        closing(sqlite3.connect(file)) as copy,
    ):
        source.backup(copy)
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
        copy.commit()
    status, found = doctor(run, "--database", file)
    assert (status, found["database"][0]) == (1, "failure")
    assert "was written by a newer version of Knobel" in found["database"][1]
    file.write_bytes(b"x" * 5000)
    assert doctor(run, "--database", file)[0] == 1


def test_the_settings_are_those_of_the_server(run: Run, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_PORT", str(server.port))
    monkeypatch.setenv("KNOBEL_DATABASE", str(server.options["database"]))
    ran = run("doctor")
    assert ran.status == 0
    assert f"ok    port: a server of Knobel answers on port {server.port}\n" in ran.out
    assert "warn  proxy: no --public-url is given" in ran.out


def test_clocks_that_differ() -> None:
    assert compare_clocks(0.0, "the proxy's").outcome == Outcome.WARNING


def test_every_option_of_the_server_is_accepted(run: Run, tmp_path: Path) -> None:
    options = [
        "--grace=5",
        "--bot-pace=0",
        "--retention=9",
        "--keep-results",
        "--json-logs",
        "--no-deal-table",
        "--no-push",
        "--push-service=*.example.org",
        "--private-network=10.0.0.0/8",
        "--webhook=discord.com",
        "--ladder",
    ]
    options += ["--ladder", "--metrics=21464", "--proxy=10.0.0.0/8", f"--operator-token={'x' * 16}", "--host=[::1]"]
    status, found = doctor(run, *options, "--database", tmp_path / "knobel.db")
    assert (status, found["settings"][0]) == (0, "ok")
    fails(run("doctor", "--grace", "soon"), "--grace")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--operator-token", "short"], "at least 16 characters"),
        (["--share-port"], "need PostgreSQL"),
        (["--proxy", "everybody"], "IP address or network"),
        (["--private-network", "home"], "IP address or network"),
        (["--push-service", "https://example.org"], "by its host"),
        (["--webhook", "https://discord.com/api"], "by its host"),
    ],
)
def test_settings_with_which_no_server_starts(run: Run, tmp_path: Path, options: list[str], message: str) -> None:
    status, found = doctor(run, *options, "--database", tmp_path / "knobel.db")
    assert (status, found["settings"][0]) == (1, "failure")
    assert message in found["settings"][1]


def test_this_machine_is_never_asked_through_a_proxy(run: Run, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    public = f"http://localhost:{server.port}/games"
    database = str(server.options["database"])
    _, found = doctor(run, "--port", str(server.port), "--database", database, "--public-url", public)
    assert "answers on port" in found["port"][1]
    # The server refuses the foreign name, but it was asked.
    assert "status 4" in found["public URL"][1] or found["public URL"][0] == "ok"


def test_bots_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_level: str) -> None:
        raise RuntimeError("no locator available")

    monkeypatch.setattr(diagnosis, "make_table_bot", fail)
    outcomes = {finding.outcome for finding in check_bots() if finding.subject == "bots"}
    assert outcomes == {Outcome.FAILURE}


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "has_compiler", lambda: False)
    (finding,) = check_bots()
    assert finding.outcome == Outcome.WARNING
    assert optional_packages.how_to_install() in finding.text
