"""A person's session as an answer to a request."""

from collections.abc import Callable

from litestar import Response

from knobel.presentation import http_messages, messages
from knobel.server.http.parts import AnyRequest
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import session_cookies


class Sessions:
    """Shows people their sessions."""

    def __init__(self, options: ServerOptions, find_seat: Callable[[str], http_messages.SeatedAt | None]) -> None:
        """`find_seat` returns the table at which a person has a seat, None if there is none."""
        self._options, self._find_seat = options, find_seat

    def response(
        self, request: AnyRequest, account: Account, secret: str | None = None
    ) -> Response[http_messages.Session]:
        """Return the person's session, with a cookie if a secret is given."""
        session = http_messages.Session(
            id=account.id,
            name=account.name,
            table=self._find_seat(account.id),
            links=self._options.shareable_url,
            blocked=[messages.Person(id=person, name=name) for person, name in account.blocked.items()],
        )
        cookies = [] if secret is None else session_cookies(request, self._options, secret)
        return Response(session, cookies=cookies, status_code=200)
