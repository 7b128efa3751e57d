"""What others are asked to do: bots' decisions and the coach's work, and how that travels as plain data.

Nothing that arrives is code: positions are read as what their game says a position is, and the coach's jobs are known
by their names.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_type_hints

import msgspec

from knobel.core import Game
from knobel.games import make
from knobel.server import coach_jobs
from knobel.server.encoding import encoded

Lane: TypeAlias = Literal["bots", "coach"]
LANES: tuple[Lane, ...] = get_args(Lane)
COACH_JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        coach_jobs.stamp,
        coach_jobs.prepare,
        coach_jobs.review,
        coach_jobs.skills,
        coach_jobs.judge,
        coach_jobs.assess,
    )
}


class Decide(NamedTuple):
    """What a bot does in a seat, which sees that; without a view, get ready for such questions."""

    game: str
    options: Mapping[str, Any]
    view: Any
    seat: int
    level: str

    def without_view(self) -> "Decide":
        """To get ready for the question."""
        return self._replace(view=None, seat=0)


class Call(NamedTuple):
    """What comes of one of `coach_jobs`, with these arguments."""

    job: Callable[..., Any]
    arguments: tuple[Any, ...]


AnyJob: TypeAlias = Decide | Call


class _Wire(msgspec.Struct, tag_field="job", forbid_unknown_fields=True, frozen=True):
    """A job on its way."""


class DecideWire(_Wire, tag="decide", frozen=True):
    """A `Decide`."""

    game: str
    options: dict[str, Any]
    view: msgspec.Raw
    seat: int
    level: str

    def read(self) -> Decide:
        """What was sent.

        :raises ValueError: if it is nothing that bots can decide.
        """
        game = make(self.game, **self.options)
        view = msgspec.json.decode(self.view, type=position_type(type(game)) | None)
        return Decide(self.game, self.options, view, self.seat, self.level)


class CallWire(_Wire, tag="call", frozen=True):
    """A `Call`."""

    name: str
    arguments: msgspec.Raw

    def read(self) -> Call:
        """What was sent.

        :raises ValueError: if the coach has no such job.
        """
        job = COACH_JOBS.get(self.name)
        if job is None:
            raise ValueError(f"no such job: {self.name[:40]}")
        *types, _ = get_type_hints(job).values()
        return Call(job, msgspec.json.decode(self.arguments, type=tuple[tuple(types)]))  # type: ignore[misc]


class Posted(msgspec.Struct, frozen=True):
    """A job that waits for whoever is free, its number, who wants to know, and how many seconds it waited there."""

    id: str
    by: str
    waited: float
    what: DecideWire | CallWire


def wired(what: AnyJob) -> DecideWire | CallWire:
    """A job as it travels."""
    if isinstance(what, Decide):
        return DecideWire(what.game, dict(what.options), encoded(what.view), what.seat, what.level)
    return CallWire(what.job.__name__, encoded(what.arguments))


def answer_type(what: AnyJob) -> Any:
    """What comes of a job."""
    return str if isinstance(what, Decide) else get_type_hints(what.job)["return"]


@cache
def position_type(game: type[Game[Any]]) -> Any:
    """What a position of a game is, as its `start` says."""
    found = get_type_hints(game.start)["return"]
    if not getattr(found, "__parameters__", ()):
        return found
    (base,) = vars(game)["__orig_bases__"]
    return found[get_args(base)]
