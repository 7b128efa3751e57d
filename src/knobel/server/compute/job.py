"""Jobs for workers: bots' decisions and the coach's jobs, and their wire format.

The wire format contains no code: positions are decoded by the type that their game declares, and the coach's jobs are
looked up by name.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from knobel.core import Game
from knobel.games import make
from knobel.presentation import coach_jobs, training
from knobel.presentation.json import encoded
from knobel.server.compute.coach_preparation import prepare

FORMAT = 1
"""Number of the wire format: of jobs, positions, results and unfinished reviews. Workers only take jobs of theirs."""

Lane: TypeAlias = Literal["bots", "coach"]
COACH_JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        coach_jobs.stamp,
        prepare,
        coach_jobs.review,
        coach_jobs.luck,
        coach_jobs.skills,
        coach_jobs.themes,
        training.next_exercise,
        coach_jobs.judge,
        coach_jobs.assess,
        coach_jobs.compare,
    )
}


class BotJob(NamedTuple):
    """A bot's decision in a seat with this view. Without a view, the job only loads the data for such decisions."""

    game: str
    options: Mapping[str, Any]
    view: Any
    seat: int
    level: str

    def without_view(self) -> "BotJob":
        """Return the job that prepares this one."""
        return self._replace(view=None, seat=0)


class CoachJob(NamedTuple):
    """A call of one of the `coach_jobs` with arguments."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


Job: TypeAlias = BotJob | CoachJob


def position_type(game: type[Game[Any]]) -> Any:
    """Return the type of a game's positions, the parameter of its base class `Game[...]`."""
    for base in game.__orig_bases__:  # type: ignore[attr-defined]
        kind = get_origin(base)
        if kind is Game:
            return get_args(base)[0]
        if isinstance(kind, type) and issubclass(kind, Game):
            return position_type(kind)[get_args(base)]
    raise TypeError(f"{game.__name__} does not name its type of positions in Game[...]")


class BotJobWire(msgspec.Struct, tag="bot", forbid_unknown_fields=True, frozen=True):
    """The wire format of `BotJob`."""

    game: str
    options: dict[str, Any]
    view: msgspec.Raw
    seat: int
    level: str

    def read(self) -> BotJob:
        """Decode the job.

        :raises ValueError: if the game or the view is invalid.
        """
        game = make(self.game, **self.options)
        view = msgspec.json.decode(self.view, type=position_type(type(game)) | None)
        return BotJob(self.game, self.options, view, self.seat, self.level)


class CoachJobWire(msgspec.Struct, tag="coach", forbid_unknown_fields=True, frozen=True):
    """The wire format of `CoachJob`."""

    name: str
    arguments: msgspec.Raw

    def read(self) -> CoachJob:
        """Decode the job.

        :raises ValueError: if the coach has no such job, or the arguments are invalid.
        """
        function = COACH_JOBS.get(self.name)
        if function is None:
            raise ValueError(f"no such job: {self.name[:40]}")
        *types, _ = get_type_hints(function).values()
        return CoachJob(function, msgspec.json.decode(self.arguments, type=tuple[tuple(types)]))  # type: ignore[misc]


class QueuedJob(msgspec.Struct, frozen=True):
    """A job in the queue: its id, the process that posted it, and the seconds that were left for it then."""

    id: str
    by: str
    left_s: float
    job: BotJobWire | CoachJobWire


class JobResult(msgspec.Struct, tag="result", frozen=True):
    """The result of the job with this id, or the reason why it failed."""

    id: str
    value: msgspec.Raw = msgspec.Raw(b"null")
    reason: str | None = None
    message: str = ""
    rule: str | None = None


def to_wire(job: Job) -> BotJobWire | CoachJobWire:
    if isinstance(job, BotJob):
        return BotJobWire(job.game, dict(job.options), encoded(job.view), job.seat, job.level)
    return CoachJobWire(job.function.__name__, encoded(job.arguments))


def result_type(job: Job) -> Any:
    return str if isinstance(job, BotJob) else get_type_hints(job.function)["return"]
