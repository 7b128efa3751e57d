"""Limits on the requests of a person or a household that every domain counts."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from knobel.presentation.command_limits import COMMAND_RATE
from knobel.server.http.parts import AnyRequest
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.uploads import UPLOAD_KEY, Upload
from knobel.server.limits.write_budget import WriteBudget
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import household_of
from knobel.server.runtime.rate_limiter import RateLimiter
from knobel.tables.refusals import Refused, TableReason

EXPORT_BURST = 20_000
MAX_EXPORTS = 3
"""Maximum number of exports of a household that are being made at the same time."""


class RequestLimits:
    """Rate limits of requests. All checks raise `Refused` with `rate_limited` when a limit is exceeded."""

    def __init__(self, budget: WriteBudget, connections: ConnectionLimits) -> None:
        self.budget, self._connections = budget, connections
        self.commands = RateLimiter(*COMMAND_RATE)
        """Limit of a person's commands over WebSockets."""
        self.questions = ActionLimit(60, 1, "too many requests to the coach in a short time: try again later")
        """Limit of a person's requests that evaluate positions."""
        self.reviews = ActionLimit(30, 0.2, "too many reviews in a short time: try again later")
        """Limit of a person's reviews."""
        self.persons = ActionLimit(5, 1 / 60, "too many of these requests: try again in a few minutes")
        """Limit of the requests for a person's whole data, such as export and erasure."""
        self.messages = ActionLimit(60, 0.5, "too many messages from this address: try again later")
        """Limit of a household's messages in the mailbox."""
        self._exports = ActionLimit(EXPORT_BURST, 2, "too many exports from this address: try again later")
        """Limit of the cost of a household's exports: a table takes two to five milliseconds."""
        self._running_exports: Counter[str] = Counter()
        """The exports that are being made, by household."""
        self._newcomers = ActionLimit(800, 3, "too many new people or tables from this address")

    def check_newcomer(self, request: AnyRequest) -> None:
        """Check the limits on new people, new tables and stored bytes of an address."""
        self.budget.check()
        self._newcomers.check(household_of(request))

    @contextlib.contextmanager
    def export(self, request: AnyRequest, cost: int) -> Iterator[None]:
        """Count an export of a household while it is made, that is, for the duration of this context, and its cost."""
        household = household_of(request)
        if self._running_exports[household] >= MAX_EXPORTS:
            raise Refused(TableReason.RATE_LIMITED, "other exports are being made for this address: try again later")
        # The largest export is possible, from time to time.
        self._exports.check(household, min(cost, EXPORT_BURST))
        self._running_exports[household] += 1
        try:
            yield
        finally:
            self._running_exports[household] -= 1
            self._running_exports += Counter()

    def check_upload(self, request: AnyRequest, account: Account) -> None:
        """Count the request's body as an upload of the person who sends it, until the request is answered."""
        upload = cast("Upload | None", request.scope.get(UPLOAD_KEY))
        if upload is not None and not self._connections.uploads.claim(upload, account.id):
            raise Refused(TableReason.RATE_LIMITED, "too many uploads at the same time")


def within_budget(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Guard of a route that writes: check that the household of the request may write.

    :raises Refused: `rate_limited`.
    """
    limits: RequestLimits = connection.app.state.request_limits
    limits.budget.check()
