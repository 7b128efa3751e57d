"""Domain of the page and the engines for browsers: its parts of a server process, routes and messages."""

from dishka import Provider, Scope, provide

from knobel.presentation import http_messages
from knobel.server.http.domain import Domain
from knobel.server.pages import engine_messages, mailbox, routes


class PageParts(Provider):
    """The mailbox. The page has no parts of the process: `app` reads its files."""

    scope = Scope.APP

    @provide
    def messages(self) -> mailbox.Mailbox:
        return mailbox.Mailbox()


DOMAIN = Domain(
    provider=PageParts,
    parts={"mailbox": mailbox.Mailbox},
    routes=(routes, mailbox),
    answers=(http_messages.GameInfo, http_messages.SeenConnection, engine_messages.BrowserEngine),
)
