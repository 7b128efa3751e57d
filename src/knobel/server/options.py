"""What one may choose about a server."""

from dataclasses import dataclass
from pathlib import Path

from knobel.tables.automatic import Timing


@dataclass(slots=True)
class Options:
    """How a server runs. `grace` in seconds; `bot_pace` scales how long bots seem to think (0: not at all).

    `compile_ahead`: compile what bots need as soon as the server starts. `address_for_others` is where links lead that
    somebody on this machine gives away. `admin_file`: where it stands how `knobel admin` reaches the server. Tables at
    which nothing happened for `retention` days are packed into the folder `archive` and deleted; None keeps all.
    `keep_results`: results of those who are forgotten stay, without a name.
    `operator_token`: who knows it may use the operator's page; None: nobody.
    """

    grace: float = 60.0
    bot_pace: float = 1.0
    compile_ahead: bool = False
    public_url: str | None = None
    address_for_others: str | None = None
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
