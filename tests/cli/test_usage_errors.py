"""Mistakes in arguments and in the installation are reported in one line of Knobel's own."""

import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest

from knobel.cli.secret_options import DATABASE
from knobel.optional_packages import dependencies
from tests.cli.conftest import Run, fails


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("play knister --seats x", "--seats: must be a whole number, not 'x'"),
        ("play knister --seats", "--seats needs a value"),
        ("play knister --bogus", r"there is no option --bogus \(did you mean --bots\?\); see knobel play --help"),
        ("games --json=3", "--json takes no value"),
        ("serve --port 99999999", "--port: must be at most 65535, not 99999999"),
        ("serve --grace soon", "--grace: must be a number, not 'soon'"),
        ("arena knister --games -1", "--games: must be at least 1, not -1"),
        ("coach x --effort foo", "--effort: 'foo' is not one of 'quick', 'strong', 'master'"),
        ("backup", "FILE is missing; see knobel backup --help"),
        ("export x.csv --from yesterday", "--from: must be a day such as 2026-05-01, not 'yesterday'"),
        ("export x.csv --to 2026-02-30", "--to: must be a day such as 2026-05-01, not '2026-02-30'"),
        ("play --resume nofile", "cannot read nofile: no such file or directory"),
        ("play knister --resume nofile", "cannot read nofile: no such file or directory"),
        ("play knister --names Ann,Ann", "2 players are called 'Ann': give each another name with --names"),
        ("play knister --option", "--option needs a value"),
        ("replay a b", "too many arguments: b; see knobel replay --help"),
        ("playy", r"there is no command 'playy' \(did you mean play\?\); see knobel --help"),
        ("admin tabel", r"there is no command 'tabel' \(did you mean table\?\); see knobel admin --help"),
        ("admin answer x y", "NUMBER: must be a whole number, not 'x'"),
        ("worker", "a worker needs the PostgreSQL of its servers: .*KNOBEL_DATABASE"),
        ("--port 9 serve", "write --port after the command: knobel serve --port 9"),
        ("check --database postgresql://u:geheim@127.0.0.1:1/x", r"postgresql://u:\*\*\*@127.0.0.1:1/x: Connection .*"),
        ("check --database postgresql://u:geheim@host:port/x", r"not a database address: postgresql://u:\*\*\*@host.*"),
        ("worker --broker nothing://:geheim@host", "workers need no broker any more: .*--database"),
    ],
)
def test_arguments(run: Run, command: str, message: str) -> None:
    ran = run(*command.split())
    fails(ran, message)
    assert "geheim" not in ran.err


def test_the_help_of_a_group_of_commands_cuts_off_no_description(run: Run) -> None:
    ran = run("admin", "--help")
    assert len(ran.out.splitlines()) > 10
    assert "..." not in ran.out.partition("Commands:")[2]


@pytest.mark.parametrize("missing", ["typer", "litestar"])
def test_a_missing_package_is_named(missing: str) -> None:
    """Simulate an installation with `pip install --no-deps`."""
    code = f"import sys; sys.modules[{missing!r}] = None; from knobel.cli import main; main(['serve', '--port', '0'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=600)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"knobel: Knobel's commands need {missing}, which is not installed: "
        f"run {sys.executable} -m pip install . in a copy of Knobel's repository\n"
    )


def test_dependencies_are_known_by_their_modules() -> None:
    assert {"aiosqlite", "prometheus_client", "sqlalchemy", "typer"} <= dependencies()
    assert not {"polars", "asyncpg", "ray"} & dependencies()
    assert len(dependencies()) < len(requires("knobel") or [])


def test_an_address_may_be_in_the_environment_or_a_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "address"
    file.write_text("postgresql://u:geheim@127.0.0.1:1/one\nnot this line\n")
    monkeypatch.setenv(f"{DATABASE}_FILE", str(file))
    for command in ("check", "backup x.db", "export x.csv", "serve --port 0", "--port 0"):
        fails(run(*command.split()), "u:\\*\\*\\*@127.0.0.1:1/one: Connection refused")
    monkeypatch.setenv(DATABASE, "postgresql://u:geheim@127.0.0.1:1/two")
    for command in ("check", "--port 0"):
        fails(run(*command.split()), "1/two: Connection refused")
    fails(run("check", "--database", str(tmp_path / "three.db")), "there is no database .*three.db")
    monkeypatch.delenv(DATABASE)
    file.write_text("\n")
    fails(run("check"), "address, which KNOBEL_DATABASE_FILE names, is empty")
    monkeypatch.setenv(f"{DATABASE}_FILE", str(tmp_path / "none"))
    fails(run("check"), "cannot read .*none, which KNOBEL_DATABASE_FILE names: no such file")
    assert run("games").status == 0, "a command without a database does not need it"
