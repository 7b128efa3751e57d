"""Messages about a table as a receiver may see it.

All of them are built here, on top of `Game.view` and `hide_undoable_entries`, which hide information.

At a *large* table a receiver gets only their own and the watched seat's sheets and moves.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from knobel.core import Chance, Decide, Turn
from knobel.presentation import messages
from knobel.presentation.json import Encoded, encoded
from knobel.tables.colours import seat_colours
from knobel.tables.commands import may_roll, may_undo
from knobel.tables.events import (
    ChatHidden,
    Closed,
    Coloured,
    Committed,
    Contributed,
    Event,
    Expelled,
    Hosted,
    Locked,
    Moved,
    Muted,
    Opened,
    Renamed,
    Rolled,
    SeedReplaced,
    SetUp,
    Started,
    Undone,
)
from knobel.tables.happenings import Happening
from knobel.tables.results import Result, results
from knobel.tables.state import Play, TableState
from knobel.tables.undo_hiding import hide_undoable_entries, hides_undoable_entries

LARGE = 12
"""Tables with more seats than this are large."""
LONGEST_LOG = 300
"""Maximum number of log entries that a new connection gets."""


NOTHING = encoded([])


@dataclass(frozen=True, slots=True)
class Receiver:
    """The person who receives a view, and the seat that they watch at a large table."""

    person: str
    watching: int | None = None


@dataclass(slots=True)
class Snapshot:
    """The stored state of a table, with a cache of parts that are equal for many receivers."""

    code: str
    state: TableState
    deadline: int | None = None
    """Time (monotonic ms) at which the current round or turn ends, None if there is no limit."""
    _sheets: dict[tuple[bool, int], Encoded] = field(default_factory=dict)
    _scores: dict[bool, list[int]] = field(default_factory=dict)
    _info: dict[bool, Encoded] = field(default_factory=dict)
    _results: tuple[Result, ...] | None = None
    _choices: dict[int, tuple[int, Encoded, Encoded]] = field(default_factory=dict)
    """By seat: the `at` and the sheet for which the choices were computed, and the choices."""
    _entries: dict[int, Encoded] = field(default_factory=dict)

    @property
    def play(self) -> Play | None:
        return self.state.play

    @property
    def large(self) -> bool:
        return len(self.state.seats) > LARGE

    def sees_all(self, seat: int | None) -> bool:
        """True if nothing since the last roll is hidden from a seat (None: a spectator)."""
        play = self.play
        if hides_undoable_entries(self.state):
            return False
        if play is None or not play.game.simultaneous or not isinstance(play.turn, Decide):
            return True
        return seat is not None and seat not in play.turn.seats

    def view(self, seat: int | None) -> Any:
        """Return the game as a seat may see it."""
        play = self.play
        assert play is not None
        if hides_undoable_entries(self.state):
            return hide_undoable_entries(play.state, seat)
        return play.game.view(play.state, seat)

    def sheet(self, seat: int, receiver: int | None) -> Encoded:
        """Return a seat's sheet as the receiver's seat may see it."""
        play = self.play
        assert play is not None
        key = (self.sees_all(receiver) or seat == receiver, seat)
        if key not in self._sheets:
            self._sheets[key] = encoded(play.game.sheet(self.view(receiver), seat))
        return self._sheets[key]

    def scores(self, receiver: int | None) -> list[int]:
        """Return all scores as the receiver's seat may see them."""
        play = self.play
        assert play is not None
        full = self.sees_all(receiver)
        if full not in self._scores:
            self._scores[full] = list(play.game.scores(self.view(receiver if full else None)))
        scores = self._scores[full]
        if not full and receiver is not None:
            scores = scores.copy()
            scores[receiver] = play.game.score(play.state, receiver)
        return scores

    def info(self, receiver: int | None) -> Encoded:
        """Return the game's shared information as the receiver's seat may see it."""
        play = self.play
        assert play is not None
        full = self.sees_all(receiver)
        if full not in self._info:
            self._info[full] = encoded(play.game.info(self.view(receiver if full else None)))
        return self._info[full]

    def results(self) -> tuple[Result, ...] | None:
        """Return the results of all seats, None while the game runs."""
        if self.play is not None and self.play.over and self._results is None:
            self._results = results(self.play)
        return self._results

    def choices(self, seat: int | None) -> Encoded:
        """Return the legal actions of a seat with their immediate effects."""
        play = self.play
        if seat is None or play is None or not isinstance(play.turn, Decide) or seat not in play.turn.seats:
            return NOTHING
        if not play.game.simultaneous:
            return encoded(_choices(play, seat))
        # In simultaneous games, a seat's choices change only with the roll and its own sheet.
        sheet = self.sheet(seat, seat)
        known = self._choices.get(seat)
        if known is None or known[:2] != (play.at, sheet):
            known = self._choices[seat] = play.at, sheet, encoded(_choices(play, seat))
        return known[2]

    def entry(self, happening: Happening) -> Encoded:
        """Return the log entry of a happening."""
        if happening.seq not in self._entries:
            self._entries[happening.seq] = encoded(log_entry(happening))
        return self._entries[happening.seq]

    def forget(self, first: int) -> None:
        """Remove the cached log entries before seq `first`."""
        self._entries = {seq: entry for seq, entry in self._entries.items() if seq >= first}

    def followed_by(self, state: TableState, deadline: int | None) -> "Snapshot":
        """Return the snapshot of a later state. It keeps the cache that may still be valid."""
        return Snapshot(self.code, state, deadline, _choices=self._choices)


def table_message(snapshot: Snapshot, online: Collection[str], watchers: Sequence[messages.Person]) -> messages.Table:
    """Return the table without its game."""
    state = snapshot.state
    colours = seat_colours(state) or (None,) * len(state.seats)
    return messages.Table(
        code=snapshot.code,
        key="" if state.settings.public else state.key,
        settings=state.settings,
        state="playing" if state.playing else "over" if state.play is not None else "open",
        host=state.host,
        seats=[
            messages.Seat(
                kind="person" if seat.person else "bot" if seat.level else "empty",
                name=seat.name,
                person=seat.person,
                level=seat.level,
                online=seat.person in online,
                away=seat.away,
                colour=colour,
                bot=seat.bot,
            )
            for seat, colour in zip(state.seats, colours, strict=True)
        ],
        watchers=list(watchers),
        games_played=state.games_played,
        locked=state.locked,
        chat_hidden=state.chat_hidden,
        muted=sorted(state.muted),
        what_if=state.play is not None and state.play.what_if,
        deal=state.deal,
        ranked_until=state.ranked_until,
    )


def turn_message(turn: Turn, *, may_roll: bool = False, for_all: bool = False) -> messages.Turn:
    """Return what happens next. `for_all`: no seat rolls the dice."""
    match turn:
        case Chance(dice, seat, die):
            thrower = None if for_all else seat
            return messages.Turn(kind="chance", dice=dice, die=die.value, seat=thrower, may_roll=may_roll)
        case Decide(seats):
            return messages.Turn(kind="decide", seats=list(seats))
    return messages.Turn(kind="over")


def _choices(play: Play, seat: int) -> list[messages.Choice]:
    previews = play.game.previews(play.game.view(play.state, seat), seat)
    return [
        messages.Choice(action=action, gain=preview.gain, writes=preview.writes, circles=preview.circles)
        for action, preview in previews.items()
    ]


def position_message(snapshot: Snapshot, receiver: Receiver) -> messages.Position | None:
    """Return the game as a receiver may see it, None if there is no game."""
    state, play = snapshot.state, snapshot.play
    if play is None:
        return None
    game, seat = play.game, state.game_seat_of(receiver.person)
    count = game.seats(play.state)
    shown = {seat, receiver.watching} if snapshot.large else set(range(count))
    rolled, for_all = play.last_roll, state.rolled_by != "seats"
    return messages.Position(
        game=game.name,
        at=play.at,
        seat=seat,
        turn=turn_message(play.turn, may_roll=may_roll(state, receiver.person), for_all=for_all),
        info=snapshot.info(seat),
        sheets=[snapshot.sheet(i, seat) if i in shown else None for i in range(count)],
        scores=snapshot.scores(seat),
        choices=snapshot.choices(seat),
        can_undo=may_undo(state, receiver.person),
        last_roll=None
        if rolled is None
        else messages.LastRoll(
            seq=rolled.seq,
            seat=None if for_all else rolled.chance.seat,
            dice=list(rolled.dice),
            die=rolled.chance.die.value,
        ),
        deadline=snapshot.deadline,
        dice=dice_message(play, seat),
        results=snapshot.results(),
    )


def dice_message(play: Play, seat: int | None) -> messages.Dice | None:
    """Return the public part of the dice of a game, for a receiver in a seat (None: a spectator)."""
    dice = play.dice
    if dice is None:
        return None
    awaited = dice.awaited
    return messages.Dice(
        commitment=dice.commitment,
        promised=None if seat is None else dice.promised[seat],
        players=len(dice.given),
        awaited=seat in awaited,
        fixed=not awaited,
        seed=dice.seed,
    )


def hidden(snapshot: Snapshot, seq: int, event: Event, receiver: int | None) -> bool:
    """True if an event must still be hidden from a seat (None: a spectator), because another seat moved in the current
    round."""
    play = snapshot.play
    return (
        isinstance(event, Moved | Undone)
        and play is not None
        and play.game.simultaneous
        and seq > play.at
        and event.seat != receiver
        and not snapshot.sees_all(receiver)
    )


def log_messages(
    snapshot: Snapshot, happenings: Sequence[Happening], receiver: Receiver
) -> tuple[list[Encoded], set[int]]:
    """Return the log entries that a receiver may see, and the seqs of those that are still hidden."""
    seat = snapshot.state.game_seat_of(receiver.person)
    shown = {seat, receiver.watching} if snapshot.large else None
    entries: list[Encoded] = []
    hiding: set[int] = set()
    for happening in happenings:
        event = happening.event
        if shown is not None and isinstance(event, Moved | Undone) and event.seat not in shown:
            continue
        if isinstance(event, Opened | Renamed | Coloured | Closed | Committed | Contributed):
            continue
        # Hide even the existence of a move: the number of actions would reveal it.
        if hidden(snapshot, happening.seq, event, seat):
            hiding.add(happening.seq)
        else:
            entries.append(snapshot.entry(happening))
    return entries, hiding


def log_entry(happening: Happening) -> messages.LogEntry:
    """Return the log entry of a happening."""
    event = happening.event
    entry = messages.LogEntry(
        kind=str(event.__struct_config__.tag),
        time=event.time,
        seat=happening.seat,
        name=happening.name,
    )
    match event:
        case Rolled(dice=dice):
            assert happening.chance is not None
            entry.dice, entry.die = list(dice), happening.chance.die.value
            entry.auto = event.by is None
        case Moved(action=action, auto=auto):
            preview = happening.preview
            assert preview is not None
            entry.action, entry.auto = action, auto
            entry.gain, entry.writes, entry.circles = preview.gain, preview.writes, preview.circles
            entry.declines = preview.declines
        case SetUp(settings=settings):
            entry.game = settings.game
        case Started() | SeedReplaced():
            entry.game, entry.commitment = happening.game, happening.commitment
        case Hosted(name=name) | Expelled(name=name):
            entry.name = name
        case Muted(name=name, muted=muted):
            entry.name, entry.on = name, muted
        case Locked(locked=on) | ChatHidden(hidden=on):
            entry.on = on
    return entry
