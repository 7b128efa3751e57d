"""What a person may do at a table: each function turns a wish into the events that grant it, or refuses.

All are pure: they look at a `TableState`, and the caller appends what they return. `Source` says who wishes, when, and
under which command id; `person` is None for the server itself, which acts for bots, absent people and the clock.
"""

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.core import BadSetup, Chance, Decide, Illegal, Reason, Undo
from knobel.tables.colours import check_colour, settled
from knobel.tables.events import (
    BotSeated,
    CameBack,
    Coloured,
    Ended,
    Event,
    Hinted,
    Hosted,
    Moved,
    Opened,
    Removed,
    Renamed,
    Rolled,
    Sat,
    SetUp,
    Started,
    Stood,
    Undone,
    WentAway,
)
from knobel.tables.names import bot_name, bot_names, free_variant, taken
from knobel.tables.reasons import Refused, TableReason
from knobel.tables.results import results
from knobel.tables.settings import Settings, checked, game_of
from knobel.tables.state import Play, Seat, TableState, advance, next_ahead

Events = tuple[Event, ...]
KEY_BYTES = 16
"""What a link to a table holds beside the code, so that nobody guesses it."""
BOTS_AT_ONCE = 200
"""Seated by one command's events: more would take too long in one go."""
Throw = Callable[[int], tuple[int, ...]]
"""Throws so many fair dice."""


MOST_EVENTS, MOST_EVENTS_A_SEAT = 100_000, 2_000
"""How long a log may get before a game, and in a game for each seat: longer than any honest one, which takes at most
about 500 events a seat."""


def throw_fair(count: int) -> tuple[int, ...]:
    """Dice from the system's source of randomness, every face equally likely."""
    return tuple(secrets.randbelow(6) + 1 for _ in range(count))


@dataclass(frozen=True, slots=True)
class Source:
    """Where a command comes from: the time in ms, the person and their name (None: the server), the command's id;
    `bot`: the person is a bot of somebody's own."""

    time: int
    person: str | None = None
    name: str = ""
    id: str | None = None
    bot: bool = False

    @property
    def mark(self) -> dict[str, Any]:
        """What every event of the command carries."""
        return {"time": self.time, "by": self.person, "id": self.id}


def new_key() -> str:
    """What is to stand in a table's links."""
    return secrets.token_urlsafe(KEY_BYTES)


def open_table(source: Source, settings: Settings, *, plays: bool = True) -> Events:
    """Open a table; its host sits in seat 0 if they are to play.

    :raises Refused: `bad_setup`.
    """
    assert source.person is not None
    try:
        settings = checked(settings)
    except BadSetup as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    opened = Opened(settings=settings, host=source.person, key=new_key(), **source.mark)
    return (opened, Sat(seat=0, person=source.person, name=source.name, **source.mark)) if plays else (opened,)


def require_host(state: TableState, source: Source) -> None:
    """:raises Refused: `not_host`."""
    if source.person is not None and source.person != state.host:
        raise Refused(TableReason.NOT_HOST, "only the host of the table may do that")


def require_no_game(state: TableState) -> None:
    """:raises Refused: `game_running`."""
    if state.playing:
        raise Refused(TableReason.GAME_RUNNING, "not while a game is running")


def has_room(state: TableState) -> bool:
    """Whether the log may grow by more than what the running game needs."""
    if state.play is not None and state.playing:
        return state.seq - state.play.first < MOST_EVENTS_A_SEAT * len(state.seats)
    return state.seq < MOST_EVENTS


def require_room(state: TableState) -> None:
    """:raises Refused: `log_full`."""
    if not has_room(state):
        raise Refused(TableReason.LOG_FULL, "the log of this table is full")


def require_play(state: TableState, at: int) -> Play:
    """The running game, seen by the sender as it is now.

    :raises Refused: `no_game`, `stale`.
    """
    if state.play is None:
        raise Refused(TableReason.NO_GAME, "no game is running")
    if at != state.play.at:
        raise Refused(TableReason.STALE, f"the game is at {state.play.at}, not {at}")
    return state.play


def check_seat(state: TableState, seat: int) -> None:
    """:raises Refused: `no_seat`."""
    if not 0 <= seat < len(state.seats):
        raise Refused(TableReason.NO_SEAT, f"seats are 0 to {len(state.seats) - 1}")


def sit(state: TableState, source: Source, seat: int | None) -> Events:
    """Take a seat (None: any free one)."""
    assert source.person is not None
    require_room(state)
    if source.person in state.removed:
        raise Refused(TableReason.REMOVED, "the host removed you from this table")
    if state.seat_of(source.person) is not None:
        raise Refused(TableReason.ALREADY_SEATED, "you already have a seat")
    if seat is None:
        seat = next((i for i, taken in enumerate(state.seats) if taken.empty), None)
        if seat is None:
            raise Refused(TableReason.TABLE_FULL, "no seat is free")
    check_seat(state, seat)
    taken = state.seats[seat]
    if taken.person is not None or (taken.level is not None and not state.settings.takeover):
        raise Refused(TableReason.SEAT_TAKEN, f"seat {seat} is taken")
    return (Sat(seat=seat, person=source.person, name=_name_at(state, source), bot=source.bot, **source.mark),)


def _name_at(state: TableState, source: Source) -> str:
    """The sender's name, or a variant of it that nobody else at the table has."""
    others = [seat.name for seat in state.seats if not seat.empty and seat.person != source.person]
    return free_variant(source.name, taken(others))


def own_seat(state: TableState, source: Source) -> int:
    """The seat of the sender.

    :raises Refused: `not_seated`.
    """
    seat = None if source.person is None else state.seat_of(source.person)
    if seat is None:
        raise Refused(TableReason.NOT_SEATED, "you have no seat at this table")
    return seat


def _substitute(state: TableState) -> str | None:
    return bot_name(seat.name for seat in state.seats) if state.playing else None


def pass_host(state: TableState, source: Source, present: Mapping[str, str]) -> Events:
    """Make the next seated person who is present host, or else anybody who is; nothing if there is none.

    :param present: the names of those at the table, by id.
    """
    first = state.seat_of(state.host) or 0
    seated = [seat.person for seat in state.seats[first:] + state.seats[:first] if seat.person in present]
    for person in (*seated, *present):
        if person is not None and person != state.host:
            return (Hosted(person=person, name=present[person], **source.mark),)
    return ()


def stand(state: TableState, source: Source, present: Mapping[str, str], lead: bool = False) -> Events:
    """Leave one's seat; a host who does so passes the table on to another seated person, or goes on to lead it."""
    seat = own_seat(state, source)
    others = {seat.person: seat.name for seat in state.seats if seat.person in present}
    stood = Stood(seat=seat, bot=_substitute(state), **source.mark)
    heirs = {person: name for person, name in others.items() if person is not None}
    leaves = source.person == state.host and not lead
    return (stood, *(pass_host(state, source, heirs) if leaves else ()))


def seat_bot(state: TableState, source: Source, seat: int | None, level: str, levels: Collection[str]) -> Events:
    """Put a bot in a free seat (None: in every free one, the first `BOTS_AT_ONCE` of them)."""
    require_host(state, source)
    require_no_game(state)
    require_room(state)
    if seat is not None:
        check_seat(state, seat)
        if not state.seats[seat].empty:
            raise Refused(TableReason.SEAT_TAKEN, f"seat {seat} is taken")
    free = [i for i, taken in enumerate(state.seats) if taken.empty and seat in (None, i)]
    if not free:
        raise Refused(TableReason.TABLE_FULL, "no seat is free")
    return tuple(seat_bots(state, source, dict.fromkeys(free[:BOTS_AT_ONCE], level), levels))


def seat_bots(state: TableState, source: Source, wanted: Mapping[int, str], levels: Collection[str]) -> Iterator[Event]:
    """Put bots of these levels in these seats, which are free."""
    for level in wanted.values():
        if level not in levels:
            raise Refused(TableReason.UNKNOWN_LEVEL, f"bots play at one of these levels: {', '.join(levels)}")
    names = bot_names(seat.name for seat in state.seats if not seat.empty)
    return (
        BotSeated(seat=seat, level=level, name=name, **source.mark)
        for (seat, level), name in zip(wanted.items(), names, strict=False)
    )


def remove(state: TableState, source: Source, seat: int) -> Events:
    """Free a seat of the person or bot in it; in a running game a bot takes a person's place."""
    require_host(state, source)
    check_seat(state, seat)
    taken = state.seats[seat]
    if taken.empty:
        raise Refused(TableReason.SEAT_EMPTY, f"nobody sits in seat {seat}")
    if taken.person is None:
        require_no_game(state)
    if taken.person is not None and taken.person == source.person:
        raise Refused(TableReason.BAD_SETUP, "to leave your own seat, stand up")
    return (Removed(seat=seat, bot=_substitute(state), **source.mark),)


def set_up(state: TableState, source: Source, settings: Settings) -> Events:
    """Change how the table plays; people keep their seats."""
    require_host(state, source)
    require_no_game(state)
    require_room(state)
    try:
        settings = checked(settings)
    except BadSetup as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    people = sum(seat.person is not None for seat in state.seats)
    if people > settings.seats:
        raise Refused(TableReason.TOO_FEW_SEATS, f"{people} people sit here: {settings.seats} seats are too few")
    return (SetUp(settings=settings, **source.mark),)


def pick_colour(state: TableState, source: Source, colour: str) -> Events:
    """Pick the colour of one's seat; nothing if it is that already."""
    require_no_game(state)
    require_room(state)
    seat = own_seat(state, source)
    check_colour(state, seat, colour)
    return () if state.seats[seat].colour == colour else (Coloured(seat=seat, colour=colour, **source.mark),)


def start(state: TableState, source: Source, draw: Callable[[int], int] = secrets.randbelow) -> Events:
    """Start the game with those who sit; `draw` gives a number below another one."""
    require_host(state, source)
    require_no_game(state)
    require_room(state)
    seats = [seat for seat in state.seats if not seat.empty]
    try:
        game_of(state.settings).check_seats(len(seats))
    except BadSetup as error:
        raise Refused(TableReason.TOO_FEW_SEATS, str(error)) from None
    first = draw(len(seats)) if state.settings.starts == "random" else _beginner(state, seats)
    names = tuple(seat.name for seat in seats[first:] + seats[:first])
    return (Started(names=names, first=first, options=settled(state, first), **source.mark),)


def _beginner(state: TableState, seats: Sequence[Seat]) -> int:
    """Return the number, among the seated, of the one who begins: the host, unless the settings name another one."""
    if state.settings.starts == "youngest":
        chosen = [number for number, seat in enumerate(seats) if seat is state.seats[state.settings.youngest]]
        return _first_of(chosen, state, seats)
    ended = results(state.play) if state.settings.starts == "loser" and state.play is not None else ()
    persons = state.play.persons if state.play is not None else ()
    last = max((result.place for result in ended), default=0)
    losers = {persons[result.seat] or result.name for result in ended if result.place == last}
    found = [number for number, seat in enumerate(seats) if (seat.person or seat.name) in losers]
    return _first_of(found, state, seats)


def _first_of(chosen: list[int], state: TableState, seats: Sequence[Seat]) -> int:
    """Return the first of the chosen numbers, or else that of the host, or else 0."""
    hosts = [number for number, seat in enumerate(seats) if seat.person == state.host]
    return next(iter(chosen + hosts), 0)


def may_roll(state: TableState, person: str | None) -> bool:
    """Whether a person may throw, or type in, the dice that fall next."""
    play = state.play
    if play is None or person is None or not isinstance(play.turn, Chance) or state.rolled_by == "clock":
        return False
    if state.rolled_by == "host":
        return person == state.host
    seat = state.seat_of(person)
    if seat is None:
        return False
    thrower = state.seats[play.turn.seat]
    # No bot has hands.
    return seat == play.turn.seat or (state.settings.dice == "real" and (thrower.bot or thrower.played_by is not None))


def fall(play: Play, throw: Throw) -> tuple[int, ...]:
    """The dice that fall now: those that fell in another game as far as they serve, the others thrown."""
    assert isinstance(play.turn, Chance)
    ahead, count = next_ahead(play), play.turn.dice
    known = () if ahead is None else ahead.dice
    if len(known) > count:
        # In the order in which they are noted the first may be the lowest.
        known = tuple(secrets.SystemRandom().sample(known, count))
    return (*known, *throw(count - len(known)))


def roll(state: TableState, source: Source, at: int, dice: list[int] | None, throw: Throw = throw_fair) -> Events:
    """Throw the dice, or say what real ones show. The server throws its own, and others where nobody else could."""
    play = require_play(state, at)
    if source.person is not None and state.rolled_by != "host":
        own_seat(state, source)
    if not isinstance(play.turn, Chance):
        raise Refused(Reason.OVER if play.over else Reason.DECIDE_FIRST, "no dice fall now")
    real = state.settings.dice == "real"
    if source.person is not None and not may_roll(state, source.person):
        thrower = f"seat {play.turn.seat}" if state.rolled_by == "seats" else f"the {state.rolled_by}"
        raise Refused(TableReason.NOT_YOUR_ROLL, f"{thrower} has the right to roll")
    if real and dice is None and source.person is not None:
        raise Refused(TableReason.DICE_NEEDED, "say which faces the dice show")
    if not real and dice is not None:
        raise Refused(TableReason.DICE_GIVEN, "here the server throws the dice")
    faces = fall(play, throw) if dice is None else tuple(dice)
    return _granted(state, Rolled(dice=faces, typed=dice is not None, **source.mark), throw)


def move(state: TableState, source: Source, at: int, action: str, throw: Throw = throw_fair) -> Events:
    """Take an action in one's own seat; the server throws at once the dice that it asks for."""
    play = require_play(state, at)
    return _granted(state, Moved(seat=_mover(state, play, source), action=action, **source.mark), throw)


def move_for(state: TableState, source: Source, at: int, seat: int, action: str, throw: Throw = throw_fair) -> Events:
    """A bot's action in a seat."""
    require_play(state, at)
    return _granted(state, Moved(seat=seat, action=action, auto=True, **source.mark), throw)


def take_back(state: TableState, source: Source, at: int, *, late: bool = False) -> Events:
    """Take back all that one entered since the last roll, unless that is too `late`."""
    play = require_play(state, at)
    if not state.settings.undo:
        raise Refused(TableReason.UNDO_OFF, "at this table nothing is taken back")
    require_room(state)
    if late:
        raise Refused(Reason.NOTHING_TO_UNDO, "the time of this round is over")
    return _granted(state, Undone(seat=_mover(state, play, source), **source.mark), throw_fair)


def ask_coach(state: TableState, source: Source, at: int) -> Events:
    """Let the coach help with one's decision; nothing if it helped in this game already."""
    play = require_play(state, at)
    if not state.settings.coach:
        raise Refused(TableReason.COACH_OFF, "at this table the coach does not help")
    seat = _mover(state, play, source)
    if not isinstance(play.turn, Decide) or seat not in play.turn.seats:
        raise Refused(Reason.OVER if play.over else Reason.NOT_YOUR_TURN, "you have nothing to decide now")
    return () if seat in play.coached else (Hinted(seat=seat, **source.mark),)


def may_undo(state: TableState, person: str) -> bool:
    """Whether a person could take something back now."""
    seat = state.seat_of(person)
    play = state.play
    if seat is None or play is None or play.over or not state.settings.undo or not play.game.simultaneous:
        return False
    try:
        play.game.apply(play.state, Undo(seat))
    except Illegal:
        return False
    return True


def rename(state: TableState, source: Source) -> Events:
    """Tell the table one's new name; nothing if one does not sit here, or the log is full."""
    assert source.person is not None
    if state.seat_of(source.person) is None or not has_room(state):
        return ()
    return (Renamed(person=source.person, name=_name_at(state, source), **source.mark),)


def go_away(state: TableState, source: Source, seat: int) -> Events:
    """A bot takes over for the absent person of a seat; nothing if that is so already."""
    taken = state.seats[seat]
    if not state.playing or taken.person is None or taken.away:
        return ()
    return (WentAway(seat=seat, **source.mark),)


def come_back(state: TableState, source: Source) -> Events:
    """The person is back; nothing if they were not away."""
    seat = None if source.person is None else state.seat_of(source.person)
    if seat is None or not state.seats[seat].away:
        return ()
    return (CameBack(seat=seat, **source.mark),)


def _mover(state: TableState, play: Play, source: Source) -> int:
    seat = own_seat(state, source)
    if source.person not in play.persons:
        raise Refused(Reason.OVER, "the game is over")
    return seat


def _granted(state: TableState, event: Rolled | Moved | Undone, throw: Throw) -> Events:
    """The event and what follows from it by itself: further dice, the end.

    :raises Refused: if the rules forbid the event.
    """
    assert state.play is not None
    turn_before = state.play.key
    try:
        after = advance(state, event)
    except Illegal as error:
        raise Refused(error.reason, str(error)) from None
    events: Events = (event,)
    play = after.play
    assert play is not None
    if (
        isinstance(event, Moved)
        and isinstance(play.turn, Chance)
        and state.settings.dice == "server"
        and not play.game.simultaneous
        # The turn goes on: the move itself asked for these dice.
        and play.key == turn_before
    ):
        rolled = Rolled(dice=fall(play, throw), time=event.time, by=event.by)
        after = advance(after, rolled)
        events += (rolled,)
        play = after.play
        assert play is not None
    return (*events, Ended(time=event.time)) if play.over else events
