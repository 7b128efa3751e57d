"""nginx and Caddy in front of servers, with the settings that `deploy` and the documentation show."""

import os
import re
import shutil
import subprocess
import textwrap
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.server.client import NO_TLS, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
SBIN = "/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
ADDRESS = "127.0.0.1:8000"
"""Address of the only server in the shipped settings."""


def find_program(name: str) -> str | None:
    """Return the path of an installed program, None if there is none."""
    return shutil.which(name) or shutil.which(name, path=SBIN)


def shipped_site(name: str) -> str:
    """Return the settings of the site in `deploy`: the locations of nginx, or the site of Caddy."""
    if name == "caddy":
        return (DEPLOY / "Caddyfile").read_text().replace("knobel.example.org {", "example.org {")
    _, found, locations = (DEPLOY / "nginx.conf").read_text().partition("    location / {")
    return textwrap.dedent(found + locations.rstrip().removesuffix("}"))


def nginx(folder: Path, port: int, servers: Sequence[int], site: str, connections: int) -> list[str | Path]:
    """Write a configuration of nginx, and return the arguments that run it."""
    shared = (DEPLOY / "nginx.conf").read_text().partition("server {\n    listen 80")[0]
    shared, count = re.subn(
        rf".*server {ADDRESS}(.*)\n",
        lambda found: "".join(f"    server 127.0.0.1:{server}{found[1]}\n" for server in servers),
        shared,
    )
    assert count == 1, "the shipped settings name one server"
    paths = " ".join(
        f"{name}_temp_path {folder}/{name};" for name in ("fastcgi", "uwsgi", "scgi", "proxy", "client_body")
    )
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off; worker_processes 1; worker_rlimit_nofile {connections + 100}; pid {folder}/pid;\n"
        f"events {{ worker_connections {connections}; }}\n"
        f"http {{ access_log off; {paths}\n{shared}\nserver {{ listen 127.0.0.1:{port};\n{site}}} }}"
    )
    return ["-e", "stderr", "-c", configuration]


def caddy(folder: Path, port: int, servers: Sequence[int], site: str, _connections: int) -> list[str | Path]:
    """Write a configuration of Caddy, and return the arguments that run it."""
    configuration = folder / "Caddyfile"
    addresses = " ".join(f"127.0.0.1:{server}" for server in servers)
    here = site.replace("example.org", f"http://127.0.0.1:{port}").replace(ADDRESS, addresses)
    configuration.write_text(f"{{\n\tadmin off\n}}\n{here}")
    return ["run", "--adapter", "caddyfile", "--config", configuration]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def running_proxy(
    name: str, folder: Path, servers: Sequence[int], site: str, connections: int = 512
) -> Iterator[tuple[int, int]]:
    """Run a proxy in front of the servers at these ports. Yield its own port and its process id.

    :param site: its settings for the site.
    :param connections: maximum number of its connections, to clients and to servers together.
    :raises FileNotFoundError: if the program is not installed.
    """
    program = find_program(name)
    if program is None:
        raise FileNotFoundError(f"no {name} on this machine")
    port = free_port()
    folders = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
    command = [program, *PROXIES[name](folder, port, servers, site, connections)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | folders) as process:
        try:
            while True:
                assert process.poll() is None, process.stderr and process.stderr.read()
                try:
                    httpx.get(f"http://127.0.0.1:{port}", verify=NO_TLS)
                    break
                except httpx.TransportError:
                    time.sleep(0.05)
            yield port, process.pid
        finally:
            process.terminate()
