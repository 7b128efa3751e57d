"""The options of a server: the command line, the environment, the documentation and the running process use them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from knobel.core import BadSetup
from knobel.rating.ladder import check_installed
from knobel.server.http.listening import can_share
from knobel.server.http.root_path import split_public_url
from knobel.server.limits.addresses import (
    WILDCARDS,
    Network,
    host_name,
    is_host_pattern,
    networks,
    proxy_networks,
    shareable_url,
    url_host,
)
from knobel.server.runtime.locations import archive_of
from knobel.server.runtime.startup import LOOPBACK, CannotServe

PORT = 8000
MAX_PORT = 65_535
MAX_GRACE_S = 30 * 24 * 3600
MAX_BOT_PACE = 100
MAX_RETENTION_DAYS = 36_500
MIN_TOKEN_LENGTH = 16
"""Minimum number of characters, so that the token cannot be guessed."""


class Option(NamedTuple):
    """An option of `knobel serve`: its help text, its bounds, and if its value may hold a password."""

    help: str
    min: float | None = None
    max: float | None = None
    secret: bool = False


def option(default: Any, help_text: str, **more: Any) -> Any:
    """Return a field that is also an option of the command line and a variable of the environment."""
    return field(default=default, metadata={"option": Option(help_text, **more)})


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """The options of a server. Those made by `option` are given by people, the others by programs.

    :raises CannotServe: if an address is invalid.
    """

    host: str = option(LOOPBACK, "Address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 for the network.")
    port: int = option(PORT, "The port; 0 for any free one.", min=0, max=MAX_PORT)
    share_port: bool = option(
        False, "Listen beside other processes on the same port and PostgreSQL, which are started in the same way."
    )
    database: str | None = option(
        None, "An SQLite file or a database address; by default a file in your user data folder.", secret=True
    )
    grace: float = option(60.0, "Seconds after which a bot plays for an absent player.", min=0, max=MAX_GRACE_S)
    bot_pace: float = option(1.0, "Thinking time of bots: 1 like people, 0 none.", min=0, max=MAX_BOT_PACE)
    public_url: str | None = option(None, "The server's public address, if it is behind a proxy.")
    root_path: str = option(
        "", "The path below which the server is reached, such as /games/; by default that of --public-url."
    )
    retention: int | None = option(
        None,
        "Days without an event after which a table is packed and deleted; by default all tables stay.",
        min=1,
        max=MAX_RETENTION_DAYS,
    )
    keep_results: bool = option(False, "Keep the high scores of forgotten people, without their names.")
    ladder: bool = option(False, "Also rate people by their places at tables of several people (OpenSkill).")
    deal_table: bool = option(True, "Show who has the most points at the deals of the day.")
    proxy: Sequence[str] = option(
        (), "IP address or network of the proxy in front of the server; may be given several times."
    )
    push: bool = option(True, "Tell people by Web Push that it is their turn, if they ask for it.")
    push_service: Sequence[str] = option(
        (), "Host of another push service than those of the browsers' makers; may be given several times."
    )
    private_network: Sequence[str] = option(
        (), "Private network to which the server may send notices and news; may be given several times."
    )
    webhook: Sequence[str] = option(
        (), "Host to whose webhooks groups may send their news, such as discord.com; may be given several times."
    )
    frame: Sequence[str] = option(
        (),
        "Host whose pages may show the daily game and tables in a frame, such as home.example.org; may be given "
        "several times.",
    )
    browser_engines: str | None = option(
        None,
        "Folder in which the server keeps the engines for browsers: they then review their people's games themselves.",
    )
    mailbox: bool = option(
        False, "Keep sealed messages for two minutes, by which phones without a server find each other with one scan."
    )
    metrics: int | None = option(None, "Port for Prometheus metrics, on this machine alone.", min=1, max=MAX_PORT)
    json_logs: bool = option(False, "Write log lines as JSON objects.")
    operator_token: str | None = option(None, "The secret that opens the operator's page, /operator.", secret=True)
    demo: bool = option(
        False, "Serve sample people and games from memory, ignoring --database, and delete everything every hour."
    )
    next_port: bool = False
    """If the port is in use, take the next free one."""
    compile_ahead: bool = False
    """Compile the bots' code at the start."""
    lifetime_s: float | None = None
    """Seconds after which the server ends; None: it does not."""

    def __post_init__(self) -> None:
        """Normalize the addresses: `host` has no brackets, `public_url` contains `root_path`, both end in no slash."""
        try:
            origin, root = split_public_url(self.public_url, self.root_path or None)
        except ValueError as error:
            raise CannotServe(str(error)) from None
        normal = {
            "host": host_name(self.host),
            "public_url": None if origin is None else origin + root,
            "root_path": root,
        }
        for name, value in normal.items():
            object.__setattr__(self, name, value)

    def check(self) -> None:
        """Check what depends on several options, on the system or on installed packages.

        :raises CannotServe: if no server can start with these options.
        """
        has_postgres = (self.database or "").startswith("postgresql")
        if self.demo and (self.share_port or self.retention is not None):
            raise CannotServe("a demo is one process with its own database: omit --share-port and --retention")
        if self.share_port and self.mailbox:
            raise CannotServe("a mailbox is in the memory of one process: omit --share-port or --mailbox")
        if self.share_port and not has_postgres:
            raise CannotServe("processes that share a port need PostgreSQL: only one process can use an SQLite file")
        if self.share_port and not can_share():
            raise CannotServe("processes cannot share a port on this system: start one without --share-port")
        if self.operator_token is not None and len(self.operator_token) < MIN_TOKEN_LENGTH:
            raise CannotServe(f"an operator's token has at least {MIN_TOKEN_LENGTH} characters")
        _ = self.trusted_proxies, self.private_networks
        for kind, hosts, example in (
            ("push service", self.push_service, "push.example.org"),
            ("service of webhooks", self.webhook, "discord.com"),
            ("page with a frame", self.frame, "home.example.org"),
        ):
            for host in hosts:
                if not is_host_pattern(host):
                    raise CannotServe(f"a {kind} is given by its host, such as {example}, not by {host!r}")
        if self.ladder:
            try:
                check_installed()
            except BadSetup as error:
                raise CannotServe(str(error)) from None

    @cached_property
    def trusted_proxies(self) -> list[Network]:
        """The networks of the proxies whose forwarded headers are believed.

        :raises CannotServe: if an entry is no network, or a network that is too large.
        """
        return proxy_networks(self.proxy)

    @cached_property
    def private_networks(self) -> list[Network]:
        """The private networks to which the server may send notices.

        :raises CannotServe: if an entry is no network.
        """
        return networks(self.private_network)

    @property
    def public_https(self) -> bool:
        """True if the server is reached from outside by HTTPS."""
        return self.public_url is not None and self.public_url.lower().startswith("https:")

    @property
    def address(self) -> str:
        """The server's own URL, or the public one."""
        return (
            self.public_url
            or f"http://{'localhost' if self.host in WILDCARDS else url_host(self.host)}:{self.port}{self.root_path}"
        )

    @cached_property
    def shareable_url(self) -> str | None:
        """The URL for links that players on this machine share; None if other machines cannot reach the server."""
        if self.public_url is not None:
            return self.public_url
        network_url = shareable_url(self.host, self.port)
        return None if network_url is None else network_url + self.root_path

    @property
    def archive(self) -> Path:
        """The folder for packed tables."""
        return archive_of(self.database)
