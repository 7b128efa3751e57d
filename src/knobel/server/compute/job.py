"""Jobs for workers: bots' decisions and the coach's jobs, and their wire format.

The wire format contains no code: positions are decoded by the type that their game declares, and the coach's jobs are
looked up by name.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from knobel.core import Game
from knobel.games import make
from knobel.presentation.json import encoded
from knobel.server.compute import coach_jobs

Lane: TypeAlias = Literal["bots", "coach"]
LANES: tuple[Lane, ...] = get_args(Lane)
COACH_JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        coach_jobs.stamp,
        coach_jobs.prepare,
        coach_jobs.review,
        coach_jobs.luck,
        coach_jobs.skills,
        coach_jobs.judge,
        coach_jobs.assess,
        coach_jobs.compare,
    )
}


class Decide(NamedTuple):
    """A bot's decision in a seat with this view, for which `left_s` seconds are left.

    Without a view, the job only loads the data for such decisions.
    """

    game: str
    options: Mapping[str, Any]
    view: Any
    seat: int
    level: str
    left_s: float = 0.0

    def without_view(self) -> "Decide":
        """Return the job that prepares this one."""
        return self._replace(view=None, seat=0)


class Call(NamedTuple):
    """A call of one of the `coach_jobs` with arguments."""

    job: Callable[..., Any]
    arguments: tuple[Any, ...]


AnyJob: TypeAlias = Decide | Call


def position_type(game: type[Game[Any]]) -> Any:
    """Return the type of a game's positions, the parameter of its base class `Game[...]`."""
    for base in game.__orig_bases__:  # type: ignore[attr-defined]
        kind = get_origin(base)
        if kind is Game:
            return get_args(base)[0]
        if isinstance(kind, type) and issubclass(kind, Game):
            return position_type(kind)[get_args(base)]
    raise TypeError(f"{game.__name__} does not name its type of positions in Game[...]")


class _Wire(msgspec.Struct, tag_field="job", forbid_unknown_fields=True, frozen=True):
    """Base class of jobs in the wire format."""


class DecideWire(_Wire, tag="decide", frozen=True):
    """The wire format of `Decide`."""

    game: str
    options: dict[str, Any]
    view: msgspec.Raw
    seat: int
    level: str
    left_s: float

    def read(self) -> Decide:
        """Decode the job.

        :raises ValueError: if the game or the view is invalid.
        """
        game = make(self.game, **self.options)
        view = msgspec.json.decode(self.view, type=position_type(type(game)) | None)
        return Decide(self.game, self.options, view, self.seat, self.level, self.left_s)


class CallWire(_Wire, tag="call", frozen=True):
    """The wire format of `Call`."""

    name: str
    arguments: msgspec.Raw

    def read(self) -> Call:
        """Decode the job.

        :raises ValueError: if the coach has no such job, or the arguments are invalid.
        """
        job = COACH_JOBS.get(self.name)
        if job is None:
            raise ValueError(f"no such job: {self.name[:40]}")
        *types, _ = get_type_hints(job).values()
        return Call(job, msgspec.json.decode(self.arguments, type=tuple[tuple(types)]))  # type: ignore[misc]


class Posted(msgspec.Struct, frozen=True):
    """A job in the queue: its id, and the process that asks."""

    id: str
    by: str
    what: DecideWire | CallWire


def to_wire(what: AnyJob) -> DecideWire | CallWire:
    """Return a job in the wire format."""
    if isinstance(what, Decide):
        return DecideWire(what.game, dict(what.options), encoded(what.view), what.seat, what.level, what.left_s)
    return CallWire(what.job.__name__, encoded(what.arguments))


def answer_type(what: AnyJob) -> Any:
    """Return the type of a job's result."""
    return str if isinstance(what, Decide) else get_type_hints(what.job)["return"]
