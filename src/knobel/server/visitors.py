"""Who comes to the server, by household: how many connections each holds, how much it asks for, and who has to wait.

All that a stranger can do without a session is counted here. The numbers are generous for a whole class, or a club,
behind one address.
"""

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Sequence

from knobel.server.limits import Clock, Limiter
from knobel.server.network import Network, household
from knobel.server.uploads import Uploads

MOST_OF_ONE = 1500
"""Connections of one household, at most; less where the server itself can hold only few."""
WAIT = 20.0
"""Seconds for which a household that flooded the server is not served; connections that it has stay."""


class Visitors:
    """Those who are connected, and those who were shown the door."""

    def __init__(self, most: int, proxies: Sequence[Network] = (), clock: Clock = time.monotonic) -> None:
        """`most` is how many connections the server can hold; those from `proxies` are many people's."""
        self.most = most
        self.of_one = min(MOST_OF_ONE, most // 3)
        self._proxies = proxies
        self._clock = clock
        self._connections: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._arrivals = Limiter(3000, 100, clock)
        self._requests = Limiter(3000, 100, clock)
        self.limits = {"arrivals": self._arrivals, "requests": self._requests}
        self._waiting: dict[str, float] = {}
        self.uploads = Uploads()
        self.uploads.elsewhere = lambda who: self.elsewhere("uploads", who)
        self.held = {
            "connections": lambda: self._connections,
            "sockets": lambda: self._sockets,
            "uploads": lambda: self.uploads.households,
        }
        self.elsewhere: Callable[[str, str], int] = lambda _what, _who: 0
        """How much of what is `held` a household holds at other processes."""

    def enter(self, address: str) -> bool:
        """Count a connection, unless there are too many, or too many in so short a time."""
        who = household(address)
        proxy = self._is_proxy(address)
        held = self._connections[who] + self.elsewhere("connections", who)
        full = self._connections.total() >= self.most or (not proxy and held >= self.of_one)
        if full or not (proxy or self._arrivals.take(who)):
            return False
        self._connections[who] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection is gone."""
        _take_one(self._connections, household(address))

    def enter_socket(self, address: str) -> bool:
        """Count a WebSocket, unless there are too many; behind a proxy, the only connections that stay."""
        who = household(address)
        if self._sockets[who] + self.elsewhere("sockets", who) >= self.of_one:
            return False
        self._sockets[who] += 1
        return True

    @property
    def sockets(self) -> int:
        """How many WebSockets there are."""
        return self._sockets.total()

    def leave_socket(self, address: str) -> None:
        """A WebSocket is gone."""
        _take_one(self._sockets, household(address))

    def ask(self, address: str) -> bool:
        """Whether a household may have one more request answered now."""
        who = household(address)
        return self._waiting.get(who, 0.0) <= self._clock() and self._requests.take(who)

    def show_the_door(self, address: str) -> None:
        """A household has flooded the server."""
        now = self._clock()
        self._waiting = {who: until for who, until in self._waiting.items() if until > now}
        self._waiting[household(address)] = now + WAIT

    def _is_proxy(self, address: str) -> bool:
        if not self._proxies:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)


def _take_one(counts: Counter[str], who: str) -> None:
    counts[who] -= 1
    if counts[who] <= 0:
        del counts[who]
