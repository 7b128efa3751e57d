"""Games as text: the JSON Lines game record (specified in `docs/records.md`).

The first line is the header, `{"knobel": 1, "game": "knister", "options": {}, "seats": ["Ann", "Ben"]}`; every further
line is one event: `{"roll": [3, 4]}`, `{"seat": 0, "move": "c3"}` or `{"undo": 0}`. An event may say the `scores` after
it, which must then be right, and what was `noted` of it. Unknown keys are ignored, so that records may carry times and
the like.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from typing import Any

from knobel.core import BadSetup, Event, Game, Illegal, KnobelError, Move, Over, Reason, Roll, Undo
from knobel.games import make
from knobel.text import BadText, checked, load_json

__all__ = ["VERSION", "BadRecord", "Noted", "Record", "dumps", "event_data", "event_from", "load", "reading"]

VERSION = 2
"""The newest that is read."""
ALL_NOTED = 1
"""The version of records of which everything was noted."""
MAX_LINE = 100_000
"""Characters in a line of a record, far above what any true one has."""
LONGEST_MESSAGE = 500
"""Characters that an error says of a line."""


class BadRecord(KnobelError):
    """A record cannot be read or replayed; `line` is the number, from 1, of the line that is wrong, and `reason` why
    the rules forbid its event, if they do."""

    def __init__(self, line: int, message: str, reason: Reason | None = None) -> None:
        if len(message) > LONGEST_MESSAGE:
            # It may quote the record, whose parts are as long as anybody likes.
            message = message[:LONGEST_MESSAGE] + "…"
        super().__init__(f"line {line}: {message}")
        self.line, self.message, self.reason = line, message, reason

    def __reduce__(self) -> tuple[type["BadRecord"], tuple[int, str, Reason | None]]:
        return BadRecord, (self.line, self.message, self.reason)


class Noted(StrEnum):
    """What was noted of an event, where that is not all: a game on paper leaves more open than one at a table."""

    SUM = "sum"
    """Of a roll its sum, for games in which nothing else counts; the faces are any of that sum."""
    RESULT = "result"
    """Of a roll how the dice lay in the end, not how they came to lie so."""
    NOTHING = "nothing"
    """The event stands in for what happened: it leads to what is known, and says nothing itself."""


@dataclass(slots=True)
class Record:
    """A game with its options, the names of those who sit in its seats, and what happened; by seat the bot that plays
    there, None for a person, or nothing where that is not known; and what was noted of events, by their numbers from 1,
    where that is not all."""

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
    """An event as the object that a record holds for it."""
    match event:
        case Roll(dice):
            return {"roll": list(dice)}
        case Move(seat, action):
            return {"seat": seat, "move": action}
        case Undo(seat):
            return {"undo": seat}


def event_from(data: Any) -> Event:
    """The event that an object of a record stands for.

    :raises ValueError: if it stands for none.
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
    """What was noted of an event, by the object that a record holds for it; None: all.

    :raises ValueError: if it says something that there is not, or not of such an event.
    """
    said = data.get("noted")
    allowed = (*Noted,) if isinstance(event, Roll) else (Noted.NOTHING,) if isinstance(event, Move) else ()
    if said is not None and said not in allowed:
        known = ", ".join(f'"{noted}"' for noted in allowed) or "nothing of the kind"
        raise ValueError(f"noted of it can be {known}, not {json.dumps(said)[:40]}")
    return None if said is None else Noted(said)


def dump_line(data: dict[str, Any]) -> str:
    """An object as one line."""
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def dumps(record: Record) -> str:
    """A record as text."""
    game, noted = record.game, record.noted
    version = VERSION if noted else ALL_NOTED
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
    """The record, still without events, that a header opens.

    :raises BadSetup: if the game, its options or the number of seats are impossible.
    :raises ValueError: if it is no header of a version that we know.
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
            game = make(name, **options)
            game.check_seats(len(names))
            return Record(game, tuple(names), bots=bots_from(data.get("bots", []), len(names)))
    raise ValueError('the header must be like {"knobel": 1, "game": "knister", "options": {}, "seats": ["Ann"]}')


def bots_from(data: Any, seats: int) -> tuple[str | None, ...]:
    """The bots that a header names, by seat; nothing where it says something else, for others may use that key."""
    match data:
        case [*names] if len(names) == seats and all(name is None or isinstance(name, str) for name in names):
            return tuple(names)
    return ()


def check_scores(data: Any, scores: tuple[int, ...]) -> None:
    """:raises ValueError: if an object says other scores than the game's."""
    if isinstance(data, dict) and data.get("scores", list(scores)) != list(scores):
        raise ValueError(f"the scores are {list(scores)} here, not {data['scores']}")


def load(
    lines: Iterable[str], *, finished: bool = False, most: int | None = None, most_seats: int | None = None
) -> tuple[Record, Any]:
    """Read a record and replay it; blank lines are skipped.

    :param finished: whether the game must be over at the end.
    :param most: how many lines there may be; `most_seats`: how many seats.
    :returns: the record, and the state that it ends in.
    :raises BadRecord: at the first line that is malformed or that the rules forbid.
    """
    steps = reading(lines, finished=finished, most=most, most_seats=most_seats)
    return reduce(lambda _, step: step, steps)


def reading(
    lines: Iterable[str], *, finished: bool = False, most: int | None = None, most_seats: int | None = None
) -> Iterator[tuple[Record, Any]]:
    """As `load` does, line by line: the record, which grows, and the state so far.

    :raises BadRecord: as above.
    """
    record: Record | None = None
    state: Any = None
    number, version = 0, VERSION
    for number, line in enumerate(lines, 1):
        if most is not None and number > most:
            raise BadRecord(number, f"longer than {most:,} lines")
        if not line.strip():
            continue
        data = _parse_line(number, line)
        try:
            if record is None:
                record, version = header_from(data), data["knobel"]
                if most_seats is not None and len(record.seats) > most_seats:
                    raise BadSetup(f"more than {most_seats} seats")
                state = record.game.start(len(record.seats))
            else:
                event = event_from(data)
                noted = noted_from(data, event) if version > ALL_NOTED else None
                state = record.game.apply(state, event)
                check_scores(data, record.game.scores(state))
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
