"""The files in `deploy` are checked by the programs that read them."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from knobel.cli.app import app
from tests.server.proxies import DEPLOY, find_program

UNITS = sorted(file.name for file in DEPLOY.glob("*.service"))


def checked(program: str, *arguments: str | Path) -> str:
    """Return the output of an installed program that checks a file and accepts it."""
    found = find_program(program)
    if found is None:
        pytest.skip(f"no {program} on this machine")
    done = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


def test_caddy_accepts_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(folder, str(tmp_path))
    assert "Valid configuration" in checked(
        "caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"
    )


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    checked(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
        "-keyout", key, "-out", certificate,
    )  # fmt: skip
    site, whole = tmp_path / "knobel.conf", tmp_path / "nginx.conf"
    site.write_text((DEPLOY / "nginx.conf").read_text().replace("/etc/ssl/knobel", str(tmp_path)))
    whole.write_text(f"pid {tmp_path}/pid; events {{}} http {{ access_log off; include {site}; }}")
    checked("nginx", "-t", "-e", "stderr", "-c", whole)


def test_the_documentation_contains_the_nginx_settings() -> None:
    """In particular, nginx replaces a visitor's own `X-Forwarded-For`."""
    told = [line.strip() for line in (DEPLOY.parent / "docs" / "security.md").read_text().splitlines()]
    lines = [line for line in told if line.startswith("proxy_set_header ")]
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in lines
    configured = [line.strip() for line in (DEPLOY / "nginx.conf").read_text().splitlines()]
    assert [line for line in lines if line not in configured] == []


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_accepts_its_unit(unit: str, tmp_path: Path) -> None:
    """Only the path of the program is replaced."""
    written = (DEPLOY / unit).read_text()
    assert "/opt/knobel/bin/knobel " in written
    here = tmp_path / unit
    here.write_text(written.replace("/opt/knobel/bin/knobel", sys.executable))
    checked("systemd-analyze", "verify", here)


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_is_confined(unit: str, tmp_path: Path) -> None:
    """Arguments contain no secrets, and systemd rates the other restrictions.

    Every user of the machine can read the arguments of a process.
    """
    written = (DEPLOY / unit).read_text()
    settings = dict(line.split("=", 1) for line in written.splitlines() if "=" in line and not line.startswith("#"))
    assert settings["UMask"] == "0077"
    assert settings["EnvironmentFile"] == "-/etc/knobel.env"
    assert settings.get("StateDirectoryMode", "0700") == settings["CacheDirectoryMode"] == "0700"
    assert ("StateDirectory" in settings) == ("StateDirectoryMode" in settings)
    assert settings["MemoryMax"]
    assert settings["SystemCallFilter"]
    assert "://" not in settings["ExecStart"].replace("https://knobel.example.org", "")
    here = tmp_path / unit
    here.write_text(written.replace("/opt/knobel/bin/knobel", sys.executable))
    # From 0 to 100: a unit without restrictions has 96.
    checked("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", here)


@pytest.mark.parametrize("unit", UNITS)
def test_knobel_accepts_the_options_of_its_unit(unit: str) -> None:
    (line,) = [line for line in (DEPLOY / unit).read_text().splitlines() if line.startswith("ExecStart=")]
    # `%i` is the name of the instance, in `knobel@1` for example 1.
    _, command, *options = shlex.split(line.removeprefix("ExecStart=").replace("%i", "1"))
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    with commands[command].make_context(command, options) as context:
        assert context.params["metrics"]
