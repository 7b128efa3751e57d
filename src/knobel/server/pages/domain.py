"""Domain of the page and the engines for browsers: its parts of a server process and routes."""

from dishka import Provider, Scope, provide

from knobel.server.http.domain import Domain
from knobel.server.pages import mailbox, routes


class PageParts(Provider):
    """The mailbox. The page has no parts of the process: `app` reads its files."""

    scope = Scope.APP

    @provide
    def messages(self) -> mailbox.Mailbox:
        return mailbox.Mailbox()


DOMAIN = Domain(
    provider=PageParts,
    routes=(routes, mailbox),
)
