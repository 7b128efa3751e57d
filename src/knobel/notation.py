"""Games as text: the JSON Lines game record (specified in `docs/records.md`).

The first line is the header, `{"knobel": 1, "game": "knister", "options": {}, "seats": ["Ann", "Ben"]}`; every further
line is one event: `{"roll": [3, 4]}`, `{"seat": 0, "move": "c3"}` or `{"undo": 0}`. An event may hold the `scores`
after it, which are checked, and which part of it was `noted`. Unknown keys are ignored, so that records may hold
further data such as times.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from typing import Any

from knobel.core import BadSetup, Event, Game, Illegal, KnobelError, Move, Over, Reason, Roll, Undo
from knobel.games import first_meanings, make, uses_redefined
from knobel.unicode_text import BadText, checked, load_json

__all__ = ["VERSION", "BadRecord", "Noted", "Record", "dumps", "event_data", "event_from", "load", "reading"]

ALL_NOTED = 1
"""Version of records in which all events are complete."""
PARTLY_NOTED = 2
"""Version of records in which events may be incomplete."""
VERSION = 3
"""Newest version of records that can be read. Redefined values of options have their new meaning in it."""
MAX_LINE = 100_000
"""Maximum number of characters in a line of a record, far more than valid lines have."""
MAX_MESSAGE_LENGTH = 500
"""Maximum number of characters of an error message."""


class BadRecord(KnobelError):
    """A record cannot be read or replayed.

    `line` is the number of the invalid line, from 1. `reason` is the reason why its event is illegal, if it is.
    """

    def __init__(self, line: int, message: str, reason: Reason | None = None) -> None:
        if len(message) > MAX_MESSAGE_LENGTH:
            # The message may quote the record, whose parts have no maximum length.
            message = message[:MAX_MESSAGE_LENGTH] + "…"
        super().__init__(f"line {line}: {message}")
        self.line: int = line
        self.message: str = message
        self.reason: Reason | None = reason

    def __reduce__(self) -> tuple[type["BadRecord"], tuple[int, str, Reason | None]]:
        return BadRecord, (self.line, self.message, self.reason)


class Noted(StrEnum):
    """Known part of an incomplete event, as in games recorded from paper sheets."""

    SUM = "sum"
    """Only the sum of a roll is known, in games that need no more; the faces are arbitrary ones of that sum."""
    RESULT = "result"
    """Only the final dice are known, not the rolls that led to them."""
    NOTHING = "nothing"
    """The event is a placeholder, which leads to the known position."""


@dataclass(slots=True)
class Record:
    """A game with its options, the names of its seats, and its events.

    `bots`: the bot of each seat, None for a person; empty if unknown. `noted`: the known parts of incomplete events, by
    the events' numbers from 1.
    """

    game: Game[Any]
    seats: tuple[str, ...]
    events: list[Event] = field(default_factory=list)
    bots: tuple[str | None, ...] = ()
    noted: dict[int, Noted] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """:raises BadText: if a name is not Unicode text."""
        for name in (*self.seats, *filter(None, self.bots)):
            checked(name)


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as its JSON object."""
    match event:
        case Roll(dice):
            return {"roll": list(dice)}
        case Move(seat, action):
            return {"seat": seat, "move": action}
        case Undo(seat):
            return {"undo": seat}


def event_from(data: Any) -> Event:
    """Return the event of a JSON object.

    :raises ValueError: if the object is not an event.
    """
    match data:
        case {"roll": [*dice]} if all(type(face) is int for face in dice):
            return Roll(tuple(dice))
        case {"seat": int(seat), "move": str(action)} if type(seat) is int:
            return Move(seat, action)
        case {"undo": int(seat)} if type(seat) is int:
            return Undo(seat)
    raise ValueError('an event is {"roll": [3, 4]}, {"seat": 0, "move": "c3"} or {"undo": 0}')


def noted_from(data: Any, event: Event) -> Noted | None:
    """Return the known part of an event from its JSON object; None if the event is complete.

    :raises ValueError: if the value is unknown or not possible for this kind of event.
    """
    said = data.get("noted")
    allowed = (*Noted,) if isinstance(event, Roll) else (Noted.NOTHING,) if isinstance(event, Move) else ()
    if said is not None and said not in allowed:
        known = ", ".join(f'"{noted}"' for noted in allowed) or "nothing of the kind"
        raise ValueError(f"noted of it can be {known}, not {json.dumps(said)[:40]}")
    return None if said is None else Noted(said)


def dump_line(data: dict[str, Any]) -> str:
    """Return an object as one line of JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def version_for(game: Game[Any], *, noted: bool = False) -> int:
    """Return the version of a record: the first one whose readers understand it.

    :param noted: True if events are incomplete.
    """
    if uses_redefined(game):
        return VERSION
    return PARTLY_NOTED if noted else ALL_NOTED


def dumps(record: Record) -> str:
    """Return a record as text."""
    game, noted = record.game, record.noted
    version = version_for(game, noted=bool(noted))
    header = {"knobel": version, "game": game.name, "options": game.options, "seats": list(record.seats)}
    if any(record.bots):
        header["bots"] = list(record.bots)
    lines = (
        event_data(event) | ({"noted": noted[number]} if number in noted else {})
        for number, event in enumerate(record.events, 1)
    )
    return "".join(map(dump_line, (header, *lines)))


def _parse_line(number: int, line: str) -> Any:
    if len(line) > MAX_LINE:
        raise BadRecord(number, f"longer than {MAX_LINE} characters")
    try:
        return load_json(line)
    except BadText as error:
        raise BadRecord(number, str(error)) from None
    except (ValueError, RecursionError) as error:
        raise BadRecord(number, f"not JSON: {error}") from None


def header_from(data: Any) -> Record:
    """Return the record of a header, without events.

    :raises BadSetup: if the game, its options or the number of seats are impossible.
    :raises ValueError: if it is not a header of a known version.
    """
    match data:
        case {"knobel": int(version)} if type(version) is int and not 1 <= version <= VERSION:
            raise ValueError(f"format version {version} is not known: this program reads up to {VERSION}")
        case {"knobel": int(version), "game": str(name), "seats": [*names]} if type(version) is int and all(
            isinstance(n, str) for n in names
        ):
            options = data.get("options", {})
            if not isinstance(options, dict):
                raise ValueError("options must be an object")
            game = make(name, **(options if version == VERSION else first_meanings(name, options)))
            game.check_seats(len(names))
            return Record(game, tuple(names), bots=bots_from(data.get("bots", []), len(names)))
    raise ValueError('the header must be like {"knobel": 1, "game": "knister", "options": {}, "seats": ["Ann"]}')


def bots_from(data: Any, seats: int) -> tuple[str | None, ...]:
    """Return the bots that a header names, by seat; empty if the value has another form (of another program)."""
    match data:
        case [*names] if len(names) == seats and all(name is None or isinstance(name, str) for name in names):
            return tuple(names)
    return ()


def check_scores(data: Any, game: Game[Any], state: Any) -> None:
    """Check the scores in an object, if there are any.

    :raises ValueError: if they differ from the game's scores.
    """
    if isinstance(data, dict) and "scores" in data and data["scores"] != (scores := list(game.scores(state))):
        raise ValueError(f"the scores are {scores} here, not {data['scores']}")


def load(
    lines: Iterable[str], *, finished: bool = False, max_lines: int | None = None, max_seats: int | None = None
) -> tuple[Record, Any]:
    """Read a record and replay it; blank lines are skipped.

    :param finished: whether the game must be over at the end.
    :param max_lines: maximum number of lines.
    :param max_seats: maximum number of seats.
    :returns: the record, and its final state.
    :raises BadRecord: at the first line that is malformed or that the rules forbid.
    """
    steps = reading(lines, finished=finished, max_lines=max_lines, max_seats=max_seats)
    return reduce(lambda _, step: step, steps)


def reading(
    lines: Iterable[str], *, finished: bool = False, max_lines: int | None = None, max_seats: int | None = None
) -> Iterator[tuple[Record, Any]]:
    """Read and replay a record line by line, as `load` does; yield the growing record and the current state.

    :raises BadRecord: as above.
    """
    record: Record | None = None
    state: Any = None
    number, version = 0, VERSION
    for number, line in enumerate(lines, 1):
        if max_lines is not None and number > max_lines:
            raise BadRecord(number, f"longer than {max_lines:,} lines")
        if not line.strip():
            continue
        data = _parse_line(number, line)
        try:
            if record is None:
                record, version = header_from(data), data["knobel"]
                if max_seats is not None and len(record.seats) > max_seats:
                    raise BadSetup(f"more than {max_seats} seats")
                state = record.game.start(len(record.seats))
            else:
                event = event_from(data)
                noted = noted_from(data, event) if version > ALL_NOTED else None
                state = record.game.apply(state, event)
                check_scores(data, record.game, state)
                record.events.append(event)
                if noted is not None:
                    record.noted[len(record.events)] = noted
            yield record, state
        except Illegal as error:
            raise BadRecord(number, str(error), error.reason) from error
        except (BadSetup, ValueError, RecursionError) as error:
            raise BadRecord(number, str(error)) from error
    if record is None:
        raise BadRecord(max(number, 1), "empty: the header is missing")
    if finished and not isinstance(record.game.turn(state), Over):
        raise BadRecord(number, "the record ends before the game is over")
