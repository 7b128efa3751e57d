"""The paths of the page's pages, as the build of the page lists them in `routes.json` (`web/src/routes.ts`)."""

import json
import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(slots=True, frozen=True)
class PageRoute:
    """One page: its name, its path, and its title in each language."""

    page: str
    path: str
    pattern: str
    """The regular expression of the path, with a group for each parameter."""
    parameters: tuple[str, ...]
    titles: dict[str, str]
    framed: bool
    """True if other pages may show it in a frame, where the operator allows it."""
    files: tuple[str, ...]
    """The scripts and styles that it loads besides those of the document."""
    later_texts: bool
    """True if it needs texts that the document does not load."""


class PageRoutes:
    """Finds the page of a path."""

    def __init__(self, routes: tuple[PageRoute, ...]) -> None:
        self._routes = [(re.compile(route.pattern), route) for route in routes]
        self.first_segments = frozenset(route.path.split("/")[1] for route in routes) - {""}
        """The first segments of all paths."""

    def find(self, path: str) -> tuple[PageRoute, dict[str, str]] | None:
        """Return the page of a path and the values of its parameters; None if the page does not handle the path."""
        for pattern, route in self._routes:
            if (match := pattern.fullmatch(path)) is not None:
                return route, dict(zip(route.parameters, match.groups(""), strict=True))
        return None


@lru_cache(maxsize=8)
def parse_routes(content: bytes) -> PageRoutes:
    """Return the pages in the content of `routes.json`."""
    return PageRoutes(
        tuple(
            PageRoute(
                each["page"],
                each["path"],
                each["pattern"],
                tuple(each["parameters"]),
                each["titles"],
                each["framed"],
                tuple(each["files"]),
                each["later_texts"],
            )
            for each in json.loads(content)
        )
    )
