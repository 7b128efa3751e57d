"""Domains: folders of the server, which declare their parts, routes and tasks in a module named `domain`.

The annotations of the route handlers say which parts of the process they receive, and which messages.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar, get_args, get_type_hints

import msgspec
from dishka import Provider
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler

from knobel.server.http.parts import parts_in

T = TypeVar("T")


class Exporter(Protocol):
    """A part that holds data about people."""

    async def export(self, person: str, /) -> dict[str, Any]:
        """Return a section of the export of a person's data."""


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """Work of a part that runs as long as the process; `name` names it in log messages."""

    part: type[T]
    run: Callable[[T], Coroutine[Any, Any, None]]
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """The declaration of a folder of the server.

    :param provider: constructs the parts of a process, each from others, by the types of its parameters.
    :param routes: the modules with route handlers.
    :param dependencies: further parameters of route handlers by name: objects that a request refers to.
    :param lines: messages in the lines of streams, which the annotations of their handlers do not name.
    :param exporters: the parts with data about people.
    :param tasks: work that runs as long as the process.
    """

    provider: type[Provider]
    routes: Sequence[ModuleType] = ()
    dependencies: Mapping[str, Provide] = field(default_factory=dict)
    lines: Sequence[type] = ()
    exporters: Sequence[type[Exporter]] = ()
    tasks: Sequence[Task[Any]] = ()

    @property
    def handlers(self) -> list[BaseRouteHandler]:
        return [each for module in self.routes for each in vars(module).values() if isinstance(each, BaseRouteHandler)]

    @property
    def requests(self) -> list[type]:
        """Return the messages in the bodies of requests. Fields with a default may be omitted."""
        return self._messages("data")

    @property
    def answers(self) -> list[type]:
        """Return the messages that the page receives over HTTP."""
        return [*self._messages("return"), *self.lines]

    def _messages(self, name: str) -> list[type]:
        annotations = (get_type_hints(handler.fn).get(name) for handler in self.handlers)
        return list(dict.fromkeys(message for annotation in annotations for message in messages_in(annotation)))


def parts_of(domains: Iterable[Domain]) -> dict[str, Any]:
    """Return the types of the parts that the route handlers of domains receive, by the name of the parameter."""
    handlers = [handler for domain in domains for handler in domain.handlers]
    dependencies = [domain.dependencies for domain in domains] + [handler.dependencies or {} for handler in handlers]
    objects = {name: getattr(found, "dependency", found) for each in dependencies for name, found in each.items()}
    functions = [*(handler.fn for handler in handlers), *objects.values()]
    parts = {name: part for function in functions for name, part in parts_in(function).items()}
    return {name: part for name, part in parts.items() if name not in objects}


def messages_in(annotation: Any) -> Iterator[type]:
    """Yield the messages in an annotation such as `Response[list[Message]]`."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for argument in get_args(annotation):
        yield from messages_in(argument)
