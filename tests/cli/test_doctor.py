"""`knobel doctor`: what it finds, and its exit status."""

import json
import os
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from knobel import optional_packages
from knobel.server.operator import diagnosis
from knobel.server.operator.diagnosis import check_bots, compare_clocks
from knobel.server.operator.findings import Outcome
from knobel.server.options import ServerOptions
from knobel.server.runtime import file_systems
from tests.cli.conftest import Run, fails
from tests.server.client import Server, running
from tests.server.notices.push_service import push_service
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
        "--frame=home.example.org",
        "--ladder",
    ]
    options += ["--ladder", "--metrics=21464", "--proxy=10.0.0.0/8", f"--operator-token={'x' * 16}", "--host=[::1]"]
    status, found = doctor(run, *options, "--database", tmp_path / "knobel.db")
    assert (status, found["settings"][0]) == (0, "ok")
    fails(run("doctor", "--grace", "soon"), "--grace")


WRONG: dict[str, list[tuple[list[str], str, str]]] = {
    "operator_token": [(["--operator-token", "short"], "settings", "at least 16 characters")],
    "share_port": [(["--share-port"], "settings", "need PostgreSQL")],
    "mailbox": [(["--mailbox", "--share-port"], "settings", "omit --share-port or --mailbox")],
    "demo": [(["--demo", "--share-port"], "settings", "omit --share-port")],
    "proxy": [(["--proxy", "everybody"], "settings", "IP address or network")],
    "private_network": [(["--private-network", "home"], "settings", "IP address or network")],
    "push_service": [
        (["--push-service", "https://example.org"], "settings", "by its host"),
        (["--push-service", "push.invalid"], "push service", "push.invalid is not found"),
    ],
    "webhook": [
        (["--webhook", "https://discord.com/api"], "settings", "by its host"),
        (["--webhook", "hook.invalid"], "webhook", "hook.invalid is not found"),
    ],
    "frame": [(["--frame", "https://home.example.org"], "settings", "by its host")],
    "ladder": [(["--ladder"], "settings", "OpenSkill")],
    "host": [(["--host", "203.0.113.9"], "port", "203.0.113.9")],
    "port": [(["--port", "{taken}"], "port", "in use")],
    "metrics": [(["--metrics", "{taken}"], "port", "in use")],
    "database": [(["--database", "/dev/null/knobel.db"], "database", "there is no folder")],
    "retention": [(["--retention", "9", "--database", "{file}/knobel.db"], "retention", "no folder")],
    "browser_engines": [
        (["--browser-engines", "{file}"], "browser engines", "no folder"),
        (["--browser-engines", "{file}/engines"], "browser engines", "no folder"),
        (["--browser-engines", "{closed}/engines"], "browser engines", "cannot write"),
    ],
    "public_url": [(["--public-url", "http://127.0.0.1:{server}/elsewhere"], "public URL", "status 404")],
}
"""By option: values with which the server does not start or does not do what is asked, the check and its reason."""
ANY_VALUE = {"grace", "bot_pace", "root_path", "keep_results", "deal_table", "push", "json_logs"}
"""Options of which the command line already refuses each value that is wrong."""


def test_every_option_of_the_server_is_checked() -> None:
    options = {field.name for field in fields(ServerOptions) if "option" in field.metadata}
    assert WRONG.keys() | ANY_VALUE == options
    assert not WRONG.keys() & ANY_VALUE


@pytest.mark.parametrize("option", WRONG)
def test_an_option_that_is_wrong(
    run: Run, tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setattr(diagnosis, "TIMEOUT_S", 0.2)
    file, closed = tmp_path / "file", tmp_path / "closed"
    file.touch()
    closed.mkdir()
    access = os.access
    # Root can write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != closed and access(path, mode))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        places = {"file": file, "closed": closed, "taken": port, "server": server.port}
        for wrong, subject, message in WRONG[option]:
            arguments = [argument.format(**places) for argument in wrong]
            if "--port" not in arguments:
                arguments += ["--port", str(server.port if option == "public_url" else 0)]
            if "--database" not in arguments:
                arguments += ["--database", str(tmp_path / "knobel.db")]
            _, found = doctor(run, *arguments)
            assert found[subject][0] != "ok"
            assert message in found[subject][1]


def test_a_certificate_that_is_not_trusted(run: Run, tmp_path: Path, server: Server) -> None:
    """The advice is about the certificate, not about what the proxy passes on."""
    with push_service(tmp_path) as https:
        options = ["--port", server.port, "--database", server.options["database"], "--public-url", https.origin]
        status, found = doctor(run, *options)
    assert status == 1
    for subject in ("public URL", "WebSockets"):
        assert "has a certificate that is not trusted here (self" in found[subject][1]
        assert "Upgrade" not in found[subject][1]


def test_a_database_on_a_network_drive(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts, folder = tmp_path / "mounts", tmp_path / "my share"
    folder.mkdir()
    point = str(folder.resolve()).replace(" ", "\\040")
    disk = "1 0 8:1 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
    mounts.write_text(f"{disk}2 1 0:44 / {point} rw shared:2 - nfs4 files:/share rw\n")
    monkeypatch.setattr(file_systems, "MOUNTS", mounts)
    assert "network drive (nfs4)" in doctor(run, "--database", folder / "knobel.db")[1]["disk"][1]
    for others in ("", f"3 1 8:2 / {point} rw shared:3 - ext4 /dev/vdb rw\n"):
        mounts.write_text(mounts.read_text() + others)
        where = folder if others else tmp_path
        assert "network drive" not in doctor(run, "--database", where / "knobel.db")[1]["disk"][1]


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
