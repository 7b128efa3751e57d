"""Domain of the page and the engines for browsers: its parts of a server process, routes and messages."""

from dishka import Provider

from knobel.presentation import http_messages
from knobel.server.http.domain import Domain
from knobel.server.pages import engine_messages, routes


class PageParts(Provider):
    """The page has no parts of the process: `app` reads its files."""


DOMAIN = Domain(
    provider=PageParts,
    routes=(routes,),
    answers=(http_messages.GameInfo, http_messages.SeenConnection, engine_messages.BrowserEngine),
)
