"""A table's state: the fold of its log.

States are immutable, so that the stored state can be broadcast while the next command is checked against a later one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Literal, NamedTuple, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from knobel.core import Chance, Decide, Game, Move, Over, Roll, Turn, Undo
from knobel.games import make
from knobel.games.tuples import put
from knobel.seeded_dice import RollKey, roll_key
from knobel.tables.corrections import Entry, next_number, position_after, with_correction
from knobel.tables.events import (
    BotSeated,
    CameBack,
    ChatHidden,
    Closed,
    Coloured,
    Committed,
    Contributed,
    Corrected,
    Ended,
    Event,
    Expelled,
    Hinted,
    Hosted,
    LeftOut,
    LinkRenewed,
    Locked,
    Moved,
    Muted,
    Opened,
    Removed,
    Renamed,
    RollAhead,
    Rolled,
    Sat,
    SeedReplaced,
    SetUp,
    Started,
    Stood,
    SubstitutePicked,
    Undone,
    WentAway,
    WhatIf,
)
from knobel.tables.game_dice import GameDice, new_game_dice
from knobel.tables.settings import Settings

SUBSTITUTE = "strong"
"""Default level of the bot that plays for an absent person."""


class Seat(msgspec.Struct, frozen=True):
    """A seat: a person's, a bot's (`level`), or empty. `away`: a bot plays until the person returns.

    `bot`: the person is a personal bot, which plays over the network. `colour`: the colour that was picked, or played
    with, in games with colours. `substitute`: the level of the bot that plays for the person while they are away.
    """

    name: str = ""
    person: str | None = None
    level: str | None = None
    away: bool = False
    colour: str | None = None
    bot: bool = False
    substitute: str = SUBSTITUTE

    @property
    def empty(self) -> bool:
        return self.person is None and self.level is None

    @property
    def played_by(self) -> str | None:
        """Return the level of the bot that plays this seat now; None if its person does."""
        return self.substitute if self.away else self.level


EMPTY = Seat()

SeatEvent: TypeAlias = Sat | BotSeated | Stood | Removed | Coloured | SubstitutePicked | WentAway | CameBack | Hinted
"""Events that change a seat, or note the coach's help for one."""
GameEvent: TypeAlias = Rolled | Moved | Undone | Corrected | WhatIf
"""Events that change the position of a game."""
DiceEvent: TypeAlias = Contributed | LeftOut | SeedReplaced
"""Events that change the seed or the contributions of the running game's dice."""
OrderEvent: TypeAlias = Expelled | Muted | Locked | ChatHidden | LinkRenewed | Closed
"""Moderation events."""


class TurnKey(NamedTuple):
    """Identifies a turn (in simultaneous games: a round, before or after its roll): two turns in a row differ in it.

    `seat` is the seat that acts, negative in simultaneous games. `phase` tells apart the turns that a seat can have
    in one round, in games whose rounds have phases.
    """

    round: int
    seat: int
    phase: str = ""


class LatestRoll(msgspec.Struct, frozen=True):
    """The last roll: the event's seq, the seat that rolled, the dice, and the time in ms."""

    seq: int
    chance: Chance
    dice: tuple[int, ...]
    time: int = 0


class Play(msgspec.Struct, frozen=True, eq=False):
    """A game at the table, running or over.

    `first` is the seq of its `Started`, `last` that of its last event, `at` that of the last roll in simultaneous
    games, else `last`. `names` and `persons` hold the player of each seat while the game runs. `since` is the seq
    with which the current round or turn (`key`) began, `began` its time (ms). `assisted` are the seats for which a bot
    ever moved, `coached` the seats that the coach helped. `dice` is None if the dice do not follow from a seed.
    `what_if`: the game continues from another game, whose later rolls `ahead` are repeated here. Where real dice lie on
    the table, `entries` are the game's rolls and moves so far, for whose corrections the rules were applied to this
    number of entries again (`replayed`).
    """

    game: Game[Any]
    state: Any
    first: int
    last: int
    at: int
    names: tuple[str, ...]
    persons: tuple[str | None, ...]
    turn: Turn
    key: TurnKey
    since: int
    began: int = 0
    last_roll: LatestRoll | None = None
    assisted: frozenset[int] = frozenset()
    coached: frozenset[int] = frozenset()
    typed: bool = False
    dice: GameDice | None = None
    what_if: bool = False
    ahead: tuple[RollAhead, ...] = ()
    entries: tuple[Entry, ...] = ()
    replayed: int = 0

    def in_open_round(self, seq: int) -> bool:
        """True if an event belongs to the running round of a simultaneous game: entries in it may be hidden."""
        return self.game.simultaneous and self.last_roll is not None and seq > self.last_roll.seq

    @property
    def over(self) -> bool:
        return isinstance(self.turn, Over)

    def __eq__(self, other: object) -> bool:
        # Games are compared by their positions.
        if not isinstance(other, Play):
            return NotImplemented
        return msgspec.structs.astuple(self)[1:] == msgspec.structs.astuple(other)[1:]

    __hash__ = None  # type: ignore[assignment]


def next_key(play: Play) -> RollKey:
    """Return the key of the next roll."""
    assert isinstance(play.turn, Chance)
    return roll_key(play.game, play.key.round, play.turn)


def next_ahead(play: Play) -> RollAhead | None:
    """Return the given dice of another game for the next roll, or None."""
    match play.turn:
        case Chance(die=die):
            now = play.key.round, play.key.seat, die
            return next((roll for roll in play.ahead if (roll.round, roll.seat, roll.die) == now), None)
    return None


class TableState(msgspec.Struct, frozen=True):
    """A table after the event `seq`: its settings, host, seats, current game and number of games.

    `key` is part of its links. People in `removed` may not return; people in `muted` may not chat. `locked`: new people
    may not enter; `chat_hidden`: the chat is hidden; `closed`: the table is closed permanently. `commitments` holds by
    person the hash of the bytes that their browser will contribute to the dice of the next game. `deal` is the id of
    the deal that the host plays here, empty if there is none; its result is ranked if the game ends before
    `ranked_until` (ms).
    """

    seq: int
    settings: Settings
    host: str
    seats: tuple[Seat, ...]
    play: Play | None = None
    games_played: int = 0
    key: str = ""
    removed: frozenset[str] = frozenset()
    muted: frozenset[str] = frozenset()
    locked: bool = False
    chat_hidden: bool = False
    closed: bool = False
    commitments: dict[str, str] = {}
    deal: str = ""
    ranked_until: int = 0

    @property
    def playing(self) -> bool:
        return self.play is not None and not self.play.over

    @property
    def rolled_by(self) -> Literal["seats", "host", "clock"]:
        """Who rolls the dice of the game: the seats in turn, or the host or the server for all seats."""
        return self.settings.rolls if self.play is not None and self.play.game.simultaneous else "seats"

    def seat_of(self, person: str) -> int | None:
        """Return the seat of a person; None if they have none."""
        for number, seat in enumerate(self.seats):
            if seat.person == person:
                return number
        return None

    def game_seat_of(self, person: str) -> int | None:
        """Return the seat that a person has, or had at the end, in the game."""
        if self.play is None or person not in self.play.persons:
            return None
        return self.play.persons.index(person)


def turn_key(game: Game[Any], state: Any, turn: Turn) -> TurnKey:
    """Return the key of the turn in progress. A time limit restarts when the key changes."""
    info = game.info(state)
    number, phase = int(info["round"]), str(info.get("phase", ""))
    match turn:
        case Chance(seat=seat):
            return TurnKey(number, -1 if game.simultaneous else seat, phase)
        case Decide(seats):
            return TurnKey(number, -2 if game.simultaneous else seats[0], phase)
    return TurnKey(number, -3, phase)


def open_seats(seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """Return the seats, extended by empty ones to `count`."""
    return seats + (EMPTY,) * (count - len(seats))


def resized(seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """Return `count` seats. If there are fewer than before, gaps are closed and the last bots are removed."""
    if count >= len(seats):
        return open_seats(seats, count)
    taken = [seat for seat in seats if not seat.empty]
    bots = [i for i, seat in enumerate(taken) if seat.person is None]
    removed_bots = set(bots[count - len(taken) :]) if len(taken) > count else set()
    return open_seats(tuple(seat for i, seat in enumerate(taken) if i not in removed_bots), count)


class DecidedEvents(tuple[Event, ...]):
    """Events of a command, with the states that were computed to decide it: those after the first events.

    The caller that appends the events then need not apply the rules to them again.
    """

    before: TableState
    states: tuple[TableState, ...]

    @classmethod
    def of(cls, before: TableState, events: Iterable[Event], states: Iterable[TableState]) -> Self:
        """Return events that follow the state `before`."""
        decided = cls(events)
        decided.before, decided.states = before, tuple(states)
        return decided


def steps(state: TableState | None, events: Iterable[Event]) -> Iterator[tuple[TableState | None, Event, TableState]]:
    """Yield each event between the states before and after it, beginning with `state`.

    :raises Illegal, ValueError: as `advance`, when the event is reached.
    """
    known = events.states if isinstance(events, DecidedEvents) and events.before is state else ()
    for event, decided in zip_longest(events, known):
        before, state = state, advance(state, event) if decided is None else decided
        yield before, event, state


def advance(state: TableState | None, event: Event) -> TableState:
    """Return the state after the next event of the log.

    :raises Illegal: if the rules forbid a game event.
    :raises ValueError: if the log does not open with `Opened`.
    """
    if state is None:
        if not isinstance(event, Opened):
            raise ValueError("a log opens with 'opened'")
        seats = open_seats((), event.settings.seats)
        return TableState(
            0, event.settings, event.host, seats, key=event.key, deal=event.deal, ranked_until=event.ranked_until
        )
    if isinstance(event, GameEvent):
        return _game_event(state, event)
    state = replace(state, seq=state.seq + 1)
    if isinstance(event, SeatEvent):
        return _seat_event(state, event)
    if isinstance(event, OrderEvent):
        return _order_event(state, event)
    if isinstance(event, DiceEvent):
        return _dice_event(state, event)
    return _other_event(state, event)


def _other_event(state: TableState, event: Event) -> TableState:
    match event:
        case Renamed(person=person, name=name):
            seats = tuple(replace(seat, name=name) if seat.person == person else seat for seat in state.seats)
            play = state.play
            if play is not None and not play.over:
                play = replace(play, names=tuple(seat.name for seat in seats))
            return replace(state, seats=seats, play=play)
        case Hosted(person=person):
            return replace(state, host=person)
        case SetUp(settings=settings):
            return replace(state, settings=settings, seats=resized(state.seats, settings.seats), play=None)
        case Committed(person=person, commitment=commitment):
            return replace(state, commitments={**state.commitments, person: commitment})
        case Started():
            return _started(state, event)
        case Ended(seed=seed):
            return _seed_revealed(state, seed)
        case Opened():
            raise ValueError("a table opens once")
    return state


def fold(events: Iterable[Event], state: TableState | None = None) -> TableState:
    """Return the state after a log, or after the continuation of a log from a given state.

    :raises Illegal, ValueError: if the events are not a valid log.
    """
    for event in events:
        state = advance(state, event)
    if state is None:
        raise ValueError("an empty log")
    return state


def before_the_latest_game(log: Sequence[Event]) -> TableState | None:
    """Return the state before the latest game started; None if there was no game.

    The result equals that of `fold` for this part of the log, except for `play`, which is None. Earlier games are not
    replayed, because only their seats matter.

    :raises ValueError: if the events are not a valid log.
    """
    starts = [seq for seq, event in enumerate(log) if isinstance(event, Started)]
    if not starts:
        return None
    state: TableState | None = None
    for seq, event in enumerate(log[: starts[-1]]):
        if isinstance(event, GameEvent | DiceEvent | Hinted):
            continue
        if isinstance(event, Ended):
            assert state is not None, "a log opens with 'opened'"
            state = replace(state, seats=_reopened(state))
            continue
        state = advance(state if state is None else replace(state, seq=seq - 1, play=None), event)
    if state is None:
        raise ValueError("a log opens with 'opened'")
    return replace(state, seq=starts[-1] - 1, play=None)


def _reopened(state: TableState) -> tuple[Seat, ...]:
    """The seats after a game: everybody is back, and who wants to may take a free one."""
    return open_seats(tuple(replace(seat, away=False) for seat in state.seats), state.settings.seats)


def _seat_event(state: TableState, event: SeatEvent) -> TableState:
    number = event.seat
    before = state.seats[number]
    match event:
        case Sat(person=person, name=name, bot=bot):
            return _with_new_time(_seated(state, number, Seat(name, person, bot=bot, colour=before.colour)), event)
        case BotSeated(level=level, name=name):
            return _seated(state, number, Seat(name, level=level))
        case Stood(bot=bot):
            return _vacated(state, number, bot)
        case Removed(bot=bot):
            gone = state.removed if before.person is None else state.removed | {before.person}
            return _vacated(replace(state, removed=gone), number, bot)
        case Coloured(colour=colour):
            seats = tuple(replace(seat, colour=None) if seat.colour == colour else seat for seat in state.seats)
            return replace(state, seats=put(seats, number, replace(before, colour=colour)))
        case SubstitutePicked(level=level):
            return replace(state, seats=put(state.seats, number, replace(before, substitute=level)))
        case WentAway():
            return _seated(state, number, replace(before, away=True))
        case CameBack():
            return _with_new_time(_seated(state, number, replace(before, away=False)), event)
        case Hinted():
            if state.play is None:
                raise ValueError("no game is running")
            return replace(state, play=replace(state.play, coached=state.play.coached | {number}))


def _order_event(state: TableState, event: OrderEvent) -> TableState:
    match event:
        case Expelled(person=person):
            return replace(state, removed=state.removed | {person})
        case Muted(person=person, muted=muted):
            return replace(state, muted=state.muted | {person} if muted else state.muted - {person})
        case Locked(locked=locked):
            return replace(state, locked=locked)
        case ChatHidden(hidden=hidden):
            return replace(state, chat_hidden=hidden)
        case LinkRenewed(key=key):
            return replace(state, key=key)
        case Closed():
            return replace(state, closed=True)


def _dice_event(state: TableState, event: DiceEvent) -> TableState:
    play = state.play
    if play is None or play.dice is None:
        raise ValueError("no game on a seed is running")
    match event:
        case Contributed(seat=seat, value=value):
            dice = play.dice.contributed(seat, value)
        case LeftOut():
            dice = replace(play.dice, awaited=())
        case SeedReplaced(commitment=seed_hash):
            dice = replace(play.dice.on_seed(seed_hash), deal=False)
    return replace(state, play=replace(play, dice=dice))


def _seed_revealed(state: TableState, seed: str) -> TableState:
    play = state.play
    if play is None or play.dice is None or not seed:
        return state
    return replace(state, play=replace(play, dice=replace(play.dice, seed=seed)))


def _seated(state: TableState, number: int, seat: Seat) -> TableState:
    state = replace(state, seats=put(state.seats, number, seat))
    if state.play is None or state.play.over:
        return state
    play = state.play
    # A person who takes over a game that another person began has not played it alone.
    changed = {number} if seat.person != play.persons[number] else set()
    play = replace(
        play,
        names=put(play.names, number, seat.name),
        persons=put(play.persons, number, seat.person),
        assisted=play.assisted | changed,
    )
    return replace(state, play=play)


def _with_new_time(state: TableState, event: Sat | CameBack) -> TableState:
    """Return the state of a game over days in which the time of the turn starts again.

    The table may have rested until this person came, so that the time of the turn was over.
    """
    if state.settings.days is None or state.play is None or state.play.over:
        return state
    return replace(state, play=replace(state.play, since=state.seq, began=event.time))


def _vacated(state: TableState, number: int, bot: str | None) -> TableState:
    left = state.seats[number]
    taken = EMPTY if bot is None else Seat(bot, level=left.substitute, colour=left.colour)
    return _seated(state, number, taken)


def game_seats(seats: Iterable[Seat], first: int) -> tuple[Seat, ...]:
    """Return the seats of a game that starts: the taken ones, from the one with index `first` among them."""
    taken = tuple(replace(seat, away=False) for seat in seats if not seat.empty)
    return taken[first:] + taken[:first]


def _started(state: TableState, event: Started) -> TableState:
    seats = game_seats(state.seats, event.first)
    game = make(state.settings.game, **state.settings.options | event.options)
    if game.seat_letters is not None:
        seats = tuple(replace(seat, colour=game.options[game.seat_letters][i]) for i, seat in enumerate(seats))
    position = game.start(len(seats))
    turn = game.turn(position)
    play = Play(
        game,
        position,
        first=state.seq,
        last=state.seq,
        at=state.seq,
        names=event.names,
        persons=tuple(seat.person for seat in seats),
        turn=turn,
        key=turn_key(game, position, turn),
        since=state.seq,
        began=event.time,
        dice=new_game_dice(event, game.name) if event.commitment else None,
    )
    # The seats were rotated: the player who begins has the first one.
    settings = replace(state.settings, youngest=0)
    return replace(
        state, settings=settings, seats=seats, play=play, games_played=state.games_played + 1, commitments={}
    )


def _latest_roll(entries: Sequence[Entry]) -> LatestRoll | None:
    """Return the last roll among the entries of a game."""
    for entry in reversed(entries):
        if isinstance(entry.event, Rolled) and entry.chance is not None:
            return LatestRoll(entry.seq, entry.chance, entry.event.dice, entry.event.time)
    return None


def _game_event(state: TableState, event: GameEvent) -> TableState:
    play, seq = state.play, state.seq + 1
    if play is None:
        raise ValueError("no game is running")
    match event:
        case WhatIf(ahead=ahead):
            return replace(state, seq=seq, play=replace(play, what_if=True, ahead=ahead))
        case Corrected(more=True):
            return replace(state, seq=seq, play=replace(play, last=seq, entries=with_correction(play.entries, event)))
    return _rules_event(replace(state, seq=seq), play, event)


def _rules_event(state: TableState, play: Play, event: Rolled | Moved | Undone | Corrected) -> TableState:
    """Return the state after the event `state.seq` of a game."""
    seq = state.seq
    game, before = play.game, play.state
    at, last_roll, assisted, typed = play.at if game.simultaneous else seq, play.last_roll, play.assisted, False
    ahead, game_dice, entries, again = play.ahead, play.dice, play.entries, play.replayed
    match event:
        case Rolled(dice=dice, typed=typed):
            position = game.apply(before, Roll(dice))
            assert isinstance(play.turn, Chance), "else the rules forbid it"
            at, last_roll = seq, LatestRoll(seq, play.turn, dice, event.time)
            if game_dice is not None:
                game_dice = game_dice.followed(game_dice.history.after(next_key(play)))
            if ahead:
                used_roll = next_ahead(play)
                ahead = tuple(roll for roll in ahead if roll is not used_roll)
        case Moved(seat=seat, action=action, auto=auto):
            position = game.apply(before, Move(seat, action))
            assisted = assisted | {seat} if auto else assisted
        case Undone(seat=seat):
            position = game.apply(before, Undo(seat))
        case Corrected(seat=corrected_seat):
            at = seq if corrected_seat is None else at
            position, entries = position_after(game, len(play.names), with_correction(entries, event))
            last_roll, again = _latest_roll(entries), again + len(entries)
    if state.settings.dice == "real" and not isinstance(event, Corrected):
        entry = Entry(seq, event, next_number(entries, event))
        if isinstance(event, Rolled) and last_roll:
            entry = entry._replace(chance=last_roll.chance, before=before)
        entries = (*entries, entry)
    turn = game.turn(position)
    key = turn_key(game, position, turn)
    since, began = (play.since, play.began) if key == play.key else (seq, event.time)
    if typed or (isinstance(event, Corrected) and event.seat is None):
        # Rolls of real dice have no time limit; the time starts after the roll, also after a corrected one.
        since, began = seq, event.time
    elif isinstance(event, Undone) and last_roll is not None and (key != play.key or state.settings.days is None):
        # Reopening a round does not extend its time.
        since, began = last_roll.seq, last_roll.time
    play = replace(
        play,
        state=position,
        last=seq,
        at=at,
        turn=turn,
        key=key,
        since=since,
        began=began,
        last_roll=last_roll,
        assisted=assisted,
        typed=play.typed or typed,
        dice=game_dice,
        ahead=ahead,
        entries=() if isinstance(turn, Over) else entries,
        replayed=again,
    )
    return replace(state, play=play, seats=_reopened(state) if play.over else state.seats)
