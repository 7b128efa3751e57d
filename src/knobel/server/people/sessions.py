"""A person's session as an answer to a request."""

from litestar import Response

from knobel.presentation import http_messages, messages
from knobel.server.http.parts import AnyRequest
from knobel.server.options import ServerOptions
from knobel.server.people.account_updates import LocalTables
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import session_cookies


class Sessions:
    def __init__(self, options: ServerOptions, tables: LocalTables) -> None:
        self._options, self._tables = options, tables

    def response(
        self, request: AnyRequest, account: Account, secret: str | None = None
    ) -> Response[http_messages.Session]:
        """Return the person's session, with a cookie if a secret is given."""
        session = http_messages.Session(
            id=account.id,
            name=account.name,
            table=self._tables.seat_of(account.id),
            links=self._options.shareable_url,
            blocked=[messages.Person(id=person, name=name) for person, name in account.blocked.items()],
        )
        cookies = [] if secret is None else session_cookies(request, self._options, secret)
        return Response(session, cookies=cookies, status_code=200)
