"""Domain of the page and the engines for browsers: its routes."""

from dishka import Provider

from knobel.server.http.domain import Domain
from knobel.server.pages import routes


class PageParts(Provider):
    """The page has no parts of the process: `app` reads its files."""


DOMAIN = Domain(provider=PageParts, routes=(routes,))
