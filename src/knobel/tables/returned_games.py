"""A finished game from a person's own data as the log of a new table, so that it is one of their games again."""

import json
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from knobel.notation import Record
from knobel.tables.commands import Source, new_key
from knobel.tables.events import RULES, BotSeated, Ended, Event, Opened, Rolled, Sat, Started
from knobel.tables.name_erasure import ERASED_NAME
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import SUBSTITUTE
from knobel.tables.what_if import rules_event_at, settings_of


def times_of(lines: Iterable[str], now: int) -> Iterator[int]:
    """Yield the times (ms) of the events of a valid record.

    :raises Refused: `bad_record`, if an event has no time, or one that is out of order or after `now`.
    """
    before, header = 0, True
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if header:
            header = False
            continue
        time = json.loads(line).get("time")
        if type(time) is not int or not before <= time <= now:
            raise Refused(TableReason.BAD_RECORD, f"line {number}: without the time of the event, or with a wrong one")
        before = time
        yield time


def log_of_returned(record: Record, times: Sequence[int], seat: int, source: Source) -> Iterator[Event]:
    """Yield the log of a table at which the person played a recorded game in a seat.

    The names of the others are left out, because they may have erased them since. The dice count as real ones: the
    server did not roll them, so the result is not ranked.

    :param times: the times (ms) of the events of the record, which is legal and finished.
    """
    assert source.person is not None
    first = Source(times[0], source.person).mark
    settings = replace(settings_of(record), dice="real")
    yield Opened(settings=settings, rules=RULES, host=source.person, key=new_key(), **first)
    for number in range(len(record.seats)):
        if number == seat:
            yield Sat(seat=number, person=source.person, name=source.name, **first)
        else:
            yield BotSeated(seat=number, level=SUBSTITUTE, name=ERASED_NAME, **first)
    names = tuple(source.name if number == seat else ERASED_NAME for number in range(len(record.seats)))
    yield Started(names=names, **first)
    for event, time in zip(record.events, times, strict=True):
        happened = rules_event_at(event, time)
        yield replace(happened, typed=True) if isinstance(happened, Rolled) else happened
    yield Ended(time=times[-1])
