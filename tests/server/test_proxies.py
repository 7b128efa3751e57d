"""A server below a path, behind nginx and Caddy with the settings that the documentation shows."""

import asyncio
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.server.client import NO_TLS, Person, Server, free_port, told

ROOT = Path(__file__).parents[2]
OPTIONS = {"root_path": "/games/", "proxy": ["127.0.0.1"]}


def documented(language: str) -> str:
    """Return the settings of a proxy in the documentation."""
    text = (ROOT / "docs" / "operating.md").read_text()
    found = re.search(rf"## Below a path\n.*?```{language}\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


def nginx(folder: Path, port: int, server: int) -> list[str | Path]:
    """Write a configuration of nginx, and return the command that runs it."""
    shared = (ROOT / "deploy" / "nginx.conf").read_text().partition("server {\n    listen 80")[0]
    paths = " ".join(
        f"{name}_temp_path {folder}/{name};" for name in ("fastcgi", "uwsgi", "scgi", "proxy", "client_body")
    )
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off; worker_processes 1; pid {folder}/pid; events {{}} http {{ access_log off; {paths}\n"
        f"{shared.replace('127.0.0.1:8000', f'127.0.0.1:{server}')}\n"
        f"server {{ listen 127.0.0.1:{port};\n{documented('nginx')}}} }}"
    )
    return ["-e", "stderr", "-c", configuration]


def caddy(folder: Path, port: int, server: int) -> list[str | Path]:
    """Write a configuration of Caddy, and return the command that runs it."""
    configuration = folder / "Caddyfile"
    site = documented("caddyfile").replace("example.org", f"http://127.0.0.1:{port}")
    configuration.write_text(f"{{\n\tadmin off\n}}\n{site.replace('127.0.0.1:8000', f'127.0.0.1:{server}')}")
    return ["run", "--adapter", "caddyfile", "--config", configuration]


@contextmanager
def proxy(name: str, folder: Path, server: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the address of a running proxy."""
    program = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/opt/homebrew/bin")
    if program is None:
        pytest.skip(f"no {name} on this machine")
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(folder))
    port = free_port()
    arguments = {"nginx": nginx, "caddy": caddy}[name](folder, port, server)
    with subprocess.Popen([program, *arguments], stderr=subprocess.PIPE, text=True) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            while True:
                assert process.poll() is None, process.stderr and process.stderr.read()
                try:
                    httpx.get(url, verify=NO_TLS)
                    break
                except httpx.TransportError:
                    time.sleep(0.05)
            yield url
        finally:
            process.terminate()


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_below_a_path(name: str, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(url: str) -> None:
        ann = await Person(f"{url}/games").arrive("Ann")
        assert {cookie.path for cookie in ann.http.cookies.jar} == {"/games"}
        document = (await ann.http.get("/t/ABCDEF")).text
        (script,) = re.findall(r'<script type="module" crossorigin src="\.(/[^"]+)"', document)
        assert (await ann.http.get(script)).headers["content-type"].startswith("text/javascript")
        assert "Ann" not in (await ann.http.get(f"{url}/api/session")).text, "outside of the path"
        assert (await ann.http.get(f"{url}/games")).headers["location"].endswith("/games/")
        table = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
        assert (await table.do("roll", at=table.at))["type"] == "accepted"
        assert (await ann.http.get("/readyz")).json() == {"ok": True}

    with proxy(name, tmp_path, server.port, monkeypatch) as url:
        asyncio.run(told(lambda _: story(url), server))
