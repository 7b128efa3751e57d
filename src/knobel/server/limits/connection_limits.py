"""Admission of connections and requests by household.

Everything that a client can do without a session is counted here. The limits are generous enough for a school class or
a club behind one address.
"""

import ipaddress
import time
from collections import Counter
from collections.abc import Sequence

from knobel.server.limits.addresses import Network, household
from knobel.server.limits.uploads import Uploads, subtract
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.rate_limiter import Clock, RateLimiter
from knobel.server.runtime.settings import settings


class ConnectionLimits:
    """Counts connections and requests by household, and refuses those above the limits."""

    def __init__(self, max_connections: int, proxies: Sequence[Network] = (), clock: Clock = time.monotonic) -> None:
        """`max_connections` is the maximum number of connections of this process.

        Connections from `proxies` are shared by many people.
        """
        self.max_connections = max_connections
        self._proxies = proxies
        self._clock = clock
        self._connections: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._arrivals = RateLimiter(3000, 100, clock)
        self._requests = RateLimiter(3000, 100, clock)
        self._rejected_until: dict[str, float] = {}
        self.uploads = Uploads()

    @property
    def max_per_household(self) -> int:
        """The maximum number of connections of a household to this process, and of its WebSockets."""
        return min(process_share.of(settings.household_connections), self.max_connections // 3)

    def add_connection(self, address: str) -> bool:
        """Count a connection. Return False if a limit on their number or rate is exceeded."""
        who = household(address)
        proxy = self._is_proxy(address)
        is_over = not proxy and self._connections[who] >= self.max_per_household
        full = self._connections.total() >= self.max_connections or is_over
        if full or not (proxy or self._arrivals.take(who)):
            return False
        self._connections[who] += 1
        return True

    def remove_connection(self, address: str) -> None:
        """Uncount a connection."""
        subtract(self._connections, household(address), 1)

    def add_socket(self, address: str) -> bool:
        """Count a WebSocket. Return False if there are too many.

        Behind a proxy, WebSockets are the only long-lived connections of a household.
        """
        who = household(address)
        if self._sockets[who] >= self.max_per_household:
            return False
        self._sockets[who] += 1
        return True

    @property
    def sockets(self) -> int:
        """The number of WebSockets."""
        return self._sockets.total()

    def remove_socket(self, address: str) -> None:
        """Uncount a WebSocket."""
        subtract(self._sockets, household(address), 1)

    def admit_request(self, address: str) -> bool:
        """Count a request. Return False if the household has exceeded its rate or is refused for a while."""
        who = household(address)
        return self._rejected_until.get(who, 0.0) <= self._clock() and self._requests.take(who)

    def reject_temporarily(self, address: str) -> None:
        """Refuse requests of a household for a while, because it flooded the server."""
        now = self._clock()
        self._rejected_until = {who: until for who, until in self._rejected_until.items() if until > now}
        self._rejected_until[household(address)] = now + settings.rejection_s

    def _is_proxy(self, address: str) -> bool:
        if not self._proxies:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)
