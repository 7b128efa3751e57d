"""Options of a server."""

from dataclasses import dataclass
from pathlib import Path

from knobel.tables.due_actions import Timing


@dataclass(slots=True)
class Options:
    """Options of a server. `grace` is in seconds; `bot_pace` scales the time that bots seem to think (0: none).

    `compile_ahead`: compile the bots' code when the server starts. `shareable_url`: the base of links that a
    player on this machine shares. `admin_file`: the file that tells `knobel admin` how to reach the server. Tables
    without an event for `retention` days are packed into the folder `archive` and deleted; None keeps all tables.
    `keep_results`: keep the results of deleted people without their names. `operator_token`: the token of the
    operator's page; None: there is no operator's page.
    """

    grace: float = 60.0
    bot_pace: float = 1.0
    compile_ahead: bool = False
    public_url: str | None = None
    shareable_url: str | None = None
    retention: int | None = None
    archive: Path = Path()
    admin_file: Path | None = None
    keep_results: bool = False
    operator_token: str | None = None

    @property
    def public_https(self) -> bool:
        """True if the server is reached from outside by HTTPS."""
        return self.public_url is not None and self.public_url.lower().startswith("https:")

    @property
    def timing(self) -> Timing:
        return Timing(int(1000 * self.grace), self.bot_pace)
