"""Commands at a table: each function returns the events of a command, or raises `Refused`.

All functions are pure: they read a `TableState`, and the caller appends the returned events. `Source` holds the person,
the time and the command's id. Its `person` is None for the server, which acts for bots, absent people and time limits.
Who only may send a command as the host is checked once, where commands are dispatched.
"""

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knobel import seeded_dice
from knobel.core import BadSetup, Chance, Decide, Illegal, Reason
from knobel.tables.colours import check_colour, settled
from knobel.tables.events import (
    RULES,
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
    SubstitutePicked,
    Undone,
    WentAway,
)
from knobel.tables.game_dice import ServerDice
from knobel.tables.names import bot_name, bot_names, free_variant, taken
from knobel.tables.next_roll import next_label, throw_next
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.results import results
from knobel.tables.settings import Settings, checked, game_of
from knobel.tables.state import DecidedEvents, Play, Seat, TableState, advance, next_ahead

Events = tuple[Event, ...]
KEY_BYTES = 16
"""Length of the random key in a table's links."""
MAX_BOTS_PER_COMMAND = 200
"""Maximum number of bots seated by one command, so that no command takes long."""
SERVER_DICE = ServerDice()
"""Dice without a seed."""
MAX_EVENTS, MAX_EVENTS_PER_SEAT = 100_000, 2_000
"""Maximum length of a log before a game, and additionally for each seat in a game.

Ordinary games take at most about 500 events for each seat.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """Origin of a command: the time in ms, the person and their name (None: the server), and the command's id.

    `bot`: the person is a personal bot.
    """

    time: int
    person: str | None = None
    name: str = ""
    id: str | None = None
    bot: bool = False

    @property
    def mark(self) -> dict[str, Any]:
        """Return the fields that all events of the command share."""
        return {"time": self.time, "by": self.person, "id": self.id}


def new_key() -> str:
    """Return a new key for a table's links."""
    return secrets.token_urlsafe(KEY_BYTES)


def open_table(
    source: Source, settings: Settings, *, plays: bool = True, deal: str = "", ranked_until: int = 0
) -> Events:
    """Open a table. If `plays`, its host takes seat 0.

    :param deal: the id of the deal that the host plays there alone.
    :param ranked_until: the time in ms until which its result is ranked.
    :raises Refused: `bad_setup`.
    """
    assert source.person is not None
    try:
        settings = checked(settings)
    except BadSetup as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    opened = Opened(
        settings=settings,
        rules=RULES,
        host=source.person,
        key=new_key(),
        deal=deal,
        ranked_until=ranked_until,
        **source.mark,
    )
    return (opened, Sat(seat=0, person=source.person, name=source.name, **source.mark)) if plays else (opened,)


def require_host(state: TableState, source: Source) -> None:
    """:raises Refused: `not_host`."""
    if source.person is not None and source.person != state.host:
        raise Refused(TableReason.NOT_HOST, "only the host of the table may do that")


def require_no_game(state: TableState) -> None:
    """:raises Refused: `game_running`."""
    if state.playing:
        raise Refused(TableReason.GAME_RUNNING, "not while a game is running")


def require_no_deal(state: TableState) -> None:
    """:raises Refused: `deal_table`."""
    if state.deal:
        raise Refused(TableReason.DEAL_TABLE, "a deal is played here: alone, once, and with these settings")


def has_room(state: TableState) -> bool:
    """True if the log may grow by more than the running game needs."""
    if state.play is not None and state.playing:
        return state.seq - state.play.first < MAX_EVENTS_PER_SEAT * len(state.seats)
    return state.seq < MAX_EVENTS


def require_room(state: TableState) -> None:
    """:raises Refused: `log_full`."""
    if not has_room(state):
        raise Refused(TableReason.LOG_FULL, "the log of this table is full")


def require_play(state: TableState, at: int) -> Play:
    """Return the running game, if the sender has seen its latest event (`at`).

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


def require_level(level: str, levels: Collection[str]) -> None:
    """:raises Refused: `unknown_level`."""
    if level not in levels:
        raise Refused(TableReason.UNKNOWN_LEVEL, f"bots play at one of these levels: {', '.join(levels)}")


def sit(state: TableState, source: Source, seat: int | None) -> Events:
    """Take a seat (None: any free one)."""
    assert source.person is not None
    require_no_deal(state)
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
    """Return the sender's name, or a variant of it that is unique at the table."""
    others = [seat.name for seat in state.seats if not seat.empty and seat.person != source.person]
    return free_variant(source.name, taken(others))


def own_seat(state: TableState, source: Source) -> int:
    """Return the seat of the sender.

    :raises Refused: `not_seated`.
    """
    seat = None if source.person is None else state.seat_of(source.person)
    if seat is None:
        raise Refused(TableReason.NOT_SEATED, "you have no seat at this table")
    return seat


def _substitute(state: TableState) -> str | None:
    return bot_name(seat.name for seat in state.seats) if state.playing else None


def pass_host(state: TableState, source: Source, present: Mapping[str, str]) -> Events:
    """Make the next present person with a seat host, or else any present person; return no events if nobody is present.

    :param present: the names of the people at the table, by id.
    """
    first = state.seat_of(state.host) or 0
    seated = [seat.person for seat in state.seats[first:] + state.seats[:first] if seat.person in present]
    for person in (*seated, *present):
        if person is not None and person != state.host:
            return (Hosted(person=person, name=present[person], **source.mark),)
    return ()


def stand(state: TableState, source: Source, present: Mapping[str, str], lead: bool = False) -> Events:
    """Leave the sender's seat. A host either passes the table on to another seated person, or stays host (`lead`).

    Nobody leaves the seat at a deal: a bot would play on, and the only try would not count.
    """
    require_no_deal(state)
    return vacate(state, source, present, lead=lead)


def vacate(state: TableState, source: Source, present: Mapping[str, str], lead: bool = False) -> Events:
    """Free the seat of a person who leaves it or is deleted."""
    seat = own_seat(state, source)
    others = {seat.person: seat.name for seat in state.seats if seat.person in present}
    stood = Stood(seat=seat, bot=_substitute(state), **source.mark)
    candidates = {person: name for person, name in others.items() if person is not None}
    leaves = source.person == state.host and not lead
    return (stood, *(pass_host(state, source, candidates) if leaves else ()))


def seat_bot(state: TableState, source: Source, seat: int | None, level: str, levels: Collection[str]) -> Events:
    """Put a bot in a free seat (None: in all free seats, up to `MAX_BOTS_PER_COMMAND`)."""
    require_no_deal(state)
    require_no_game(state)
    require_room(state)
    if seat is not None:
        check_seat(state, seat)
        if not state.seats[seat].empty:
            raise Refused(TableReason.SEAT_TAKEN, f"seat {seat} is taken")
    free = [i for i, taken in enumerate(state.seats) if taken.empty and seat in (None, i)]
    if not free:
        raise Refused(TableReason.TABLE_FULL, "no seat is free")
    return tuple(seat_bots(state, source, dict.fromkeys(free[:MAX_BOTS_PER_COMMAND], level), levels))


def seat_bots(state: TableState, source: Source, wanted: Mapping[int, str], levels: Collection[str]) -> Iterator[Event]:
    """Put bots of the wanted levels in these seats, which must be free."""
    for level in wanted.values():
        require_level(level, levels)
    names = bot_names(wanted.values(), (seat.name for seat in state.seats if not seat.empty))
    return (
        BotSeated(seat=seat, level=level, name=name, **source.mark)
        for (seat, level), name in zip(wanted.items(), names, strict=True)
    )


def remove(state: TableState, source: Source, seat: int) -> Events:
    """Remove the person or bot from a seat. In a running game a bot replaces a person."""
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
    """Change the table's settings; people keep their seats."""
    require_no_deal(state)
    require_no_game(state)
    require_room(state)
    try:
        settings = checked(settings)
    except BadSetup as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    people = sum(seat.person is not None for seat in state.seats)
    if people > settings.seats:
        raise Refused(TableReason.TOO_FEW_SEATS, f"{people} people sit here: {settings.seats} seats are too few")
    return (SetUp(settings=settings, rules=RULES, **source.mark),)


def pick_colour(state: TableState, source: Source, colour: str) -> Events:
    """Pick the colour of the sender's seat; no events if the seat has it already."""
    require_no_game(state)
    require_room(state)
    seat = own_seat(state, source)
    check_colour(state, seat, colour)
    return () if state.seats[seat].colour == colour else (Coloured(seat=seat, colour=colour, **source.mark),)


def pick_substitute(state: TableState, source: Source, level: str, levels: Collection[str]) -> Events:
    """Choose the level of the bot that plays for the sender while they are away; no events if it is chosen already."""
    seat = own_seat(state, source)
    require_level(level, levels)
    return () if state.seats[seat].substitute == level else (SubstitutePicked(seat=seat, level=level, **source.mark),)


def start(
    state: TableState,
    source: Source,
    draw: Callable[[int], int] = secrets.randbelow,
    *,
    seed: str | None = None,
) -> Events:
    """Start the game with the taken seats. `draw(n)` returns a random number below n.

    :param seed: the seed of the server's dice, or of the table's deal. It is not used with real dice.
    """
    if state.play is not None:
        require_no_deal(state)
    require_no_game(state)
    require_room(state)
    seats = [seat for seat in state.seats if not seat.empty]
    try:
        game_of(state.settings).check_seats(len(seats))
    except BadSetup as error:
        raise Refused(TableReason.TOO_FEW_SEATS, str(error)) from None
    first = draw(len(seats)) if state.settings.starts == "random" else _beginner(state, seats)
    seats = seats[first:] + seats[:first]
    commitment = "" if seed is None or state.settings.dice == "real" else seeded_dice.commitment(seed)
    version = seeded_dice.VERSION if commitment else 1
    # The hash of a deal's seed is published before the deal and covers everything: nobody contributes to its dice.
    covers_names = bool(commitment) and not state.deal
    promised = tuple(None if seat.person is None else state.commitments.get(seat.person) for seat in seats)
    return (
        Started(
            names=tuple(seat.name for seat in seats),
            first=first,
            options=settled(state, first),
            commitment=commitment,
            promised=promised if covers_names and any(promised) else (),
            shared=bool(commitment) and state.settings.shared_dice,
            deal=bool(state.deal),
            dice_version=version,
            salt=seeded_dice.new_salt() if covers_names else "",
            **source.mark,
        ),
    )


def _beginner(state: TableState, seats: Sequence[Seat]) -> int:
    """Return the index, among the taken seats, of the one that begins: the host's by default."""
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
    """Return the first of the chosen indices, or else that of the host, or else 0."""
    hosts = [number for number, seat in enumerate(seats) if seat.person == state.host]
    return next(iter(chosen + hosts), 0)


def may_roll(state: TableState, person: str | None) -> bool:
    """True if a person may roll, or type in, the next dice."""
    play = state.play
    if play is None or person is None or not isinstance(play.turn, Chance) or state.rolled_by == "clock":
        return False
    if play.dice is not None and play.dice.awaited:
        return False
    if state.rolled_by == "host":
        return person == state.host
    seat = state.seat_of(person)
    if seat is None:
        return False
    thrower = state.seats[play.turn.seat]
    # Bots cannot roll real dice.
    return seat == play.turn.seat or (state.settings.dice == "real" and (thrower.bot or thrower.played_by is not None))


def next_dice(play: Play, server: ServerDice) -> tuple[int, ...]:
    """Return the next roll: first the usable dice of another game, then new dice."""
    assert isinstance(play.turn, Chance)
    ahead, count = next_ahead(play), play.turn.dice
    known = () if ahead is None else ahead.dice
    if len(known) > count:
        # Recorded dice may be sorted: taking the first ones would favour low faces.
        known = tuple(secrets.SystemRandom().sample(known, count))
    return (*known, *throw_next(play, count - len(known), server))


def _rolled(play: Play, server: ServerDice, **mark: Any) -> Rolled:
    """Return the server's next roll."""
    label = "" if play.dice is None else next_label(play)
    return Rolled(dice=next_dice(play, server), label=label, **mark)


def roll(
    state: TableState, source: Source, at: int, dice: list[int] | None, server: ServerDice = SERVER_DICE
) -> Events:
    """Roll the dice, or enter the faces of real ones. The server rolls for its bots, and when no person could.

    :raises SeedMissing: if the dice follow from a seed that `server` does not have. The same holds for moves.
    """
    play = require_play(state, at)
    if source.person is not None and state.rolled_by != "host":
        own_seat(state, source)
    if not isinstance(play.turn, Chance):
        raise Refused(Reason.OVER if play.over else Reason.DECIDE_FIRST, "no dice fall now")
    if play.dice is not None and play.dice.awaited:
        raise Refused(TableReason.DICE_NOT_FIXED, "the dice are not fixed yet: players' browsers contribute to them")
    real = state.settings.dice == "real"
    if source.person is not None and not may_roll(state, source.person):
        thrower = f"seat {play.turn.seat}" if state.rolled_by == "seats" else f"the {state.rolled_by}"
        raise Refused(TableReason.NOT_YOUR_ROLL, f"{thrower} has the right to roll")
    if real and dice is None and source.person is not None:
        raise Refused(TableReason.DICE_NEEDED, "say which faces the dice show")
    if not real and dice is not None:
        raise Refused(TableReason.DICE_GIVEN, "here the server throws the dice")
    event = (
        _rolled(play, server, **source.mark) if dice is None else Rolled(dice=tuple(dice), typed=True, **source.mark)
    )
    return with_automatic_events(state, event, server)


def move(state: TableState, source: Source, at: int, action: str, server: ServerDice = SERVER_DICE) -> Events:
    """Take an action in the sender's seat; the server rolls the dice that the action asks for."""
    play = require_play(state, at)
    return with_automatic_events(state, Moved(seat=_mover(state, play, source), action=action, **source.mark), server)


def move_for(
    state: TableState, source: Source, at: int, seat: int, action: str, server: ServerDice = SERVER_DICE
) -> Events:
    """Take a bot's action in a seat."""
    require_play(state, at)
    return with_automatic_events(state, Moved(seat=seat, action=action, auto=True, **source.mark), server)


def take_back(state: TableState, source: Source, at: int, *, late: bool = False) -> Events:
    """Take back all entries of the sender since the last roll, unless it is too `late`."""
    play = require_play(state, at)
    if not state.settings.undo:
        raise Refused(TableReason.UNDO_OFF, "at this table nothing is taken back")
    require_room(state)
    if late:
        raise Refused(Reason.NOTHING_TO_UNDO, "the time of this round is over")
    return with_automatic_events(state, Undone(seat=_mover(state, play, source), **source.mark), SERVER_DICE)


def ask_coach(state: TableState, source: Source, at: int) -> Events:
    """Note that the coach helps the sender; no events if it helped in this game before."""
    play = require_play(state, at)
    if not state.settings.coach:
        raise Refused(TableReason.COACH_OFF, "at this table the coach does not help")
    seat = _mover(state, play, source)
    if not isinstance(play.turn, Decide) or seat not in play.turn.seats:
        raise Refused(Reason.OVER if play.over else Reason.NOT_YOUR_TURN, "you have nothing to decide now")
    return () if seat in play.coached else (Hinted(seat=seat, **source.mark),)


def may_undo(state: TableState, person: str) -> bool:
    """True if a person could take an entry back now."""
    play = state.play
    if play is None or play.over or not state.settings.undo:
        return False
    seat = state.seat_of(person)
    return seat is not None and play.game.may_undo(play.state, seat)


def rename(state: TableState, source: Source) -> Events:
    """Change the sender's name at the table; no events if the sender has no seat or the log is full."""
    assert source.person is not None
    if state.seat_of(source.person) is None or not has_room(state):
        return ()
    return (Renamed(person=source.person, name=_name_at(state, source), **source.mark),)


def go_away(state: TableState, source: Source, seat: int) -> Events:
    """Let a bot play for the absent person of a seat; no events if a bot does so already."""
    taken = state.seats[seat]
    if not state.playing or taken.person is None or taken.away:
        return ()
    return (WentAway(seat=seat, **source.mark),)


def come_back(state: TableState, source: Source) -> Events:
    """Mark the sender as back; no events if they were not away."""
    seat = None if source.person is None else state.seat_of(source.person)
    if seat is None or not state.seats[seat].away:
        return ()
    return (CameBack(seat=seat, **source.mark),)


def _mover(state: TableState, play: Play, source: Source) -> int:
    seat = own_seat(state, source)
    if source.person not in play.persons:
        raise Refused(Reason.OVER, "the game is over")
    return seat


def with_automatic_events(state: TableState, event: Rolled | Moved | Undone, server: ServerDice) -> Events:
    """Return the event and the events that follow automatically: further rolls, the end of the game.

    :raises Refused: if the rules forbid the event.
    """
    assert state.play is not None
    turn_before = state.play.key
    try:
        after = advance(state, event)
    except Illegal as error:
        raise Refused(error.reason, str(error)) from None
    events: list[Event] = [event]
    states, play = [after], after.play
    assert play is not None
    if (
        isinstance(event, Moved)
        and isinstance(play.turn, Chance)
        and state.settings.dice == "server"
        and not play.game.simultaneous
        # The turn continues: the move asked for these dice.
        and play.key == turn_before
    ):
        rolled = _rolled(play, server, time=event.time, by=event.by)
        after = advance(after, rolled)
        events.append(rolled)
        states.append(after)
        play = after.play
        assert play is not None
    if play.over:
        events.append(ended(play, server, event.time))
    return DecidedEvents.of(state, events, states)


def ended(play: Play, server: ServerDice, time: int) -> Ended:
    """Return the end of a game. It reveals the seed, unless others may still play on it."""
    if play.dice is None or play.dice.deal:
        return Ended(time=time)
    return Ended(time=time, seed=server.seed_of(play.dice))
