"""Messages about a table as a receiver may see it.

All of them are built here, on top of `Game.view` and `hide_undoable_entries`, which hide information.

At a *large* table a receiver gets only their own and the watched seat's sheets and moves.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import msgspec

from knobel.core import Chance, Decide, Turn
from knobel.presentation import messages
from knobel.presentation.json import Encoded, encoded
from knobel.presentation.sheet_cache import SheetCache, SheetVersion
from knobel.tables import events
from knobel.tables.colours import seat_colours
from knobel.tables.commands import may_roll, may_undo
from knobel.tables.logged_events import LoggedEvent
from knobel.tables.results import results
from knobel.tables.state import Play, TableState
from knobel.tables.undo_hiding import hide_undoable_entries, hides_undoable_entries

LARGE = 12
"""Tables with more seats than this are large."""
MAX_LOG_EVENTS = 300
"""Maximum number of log entries that a new connection gets."""


NOTHING = encoded([])
MOVES = events.Moved, events.Undone
UNLISTED = (
    events.Opened,
    events.Renamed,
    events.Coloured,
    events.SubstitutePicked,
    events.Closed,
    events.Committed,
    events.Contributed,
)
"""Events without a log entry."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """The person who receives a view, and the seat that they watch at a large table."""

    person: str
    watching: int | None = None


@dataclass(frozen=True, slots=True)
class _SharedParts:
    """Parts of a position that several receivers share, and the view from which they were made."""

    view: Any
    info: Encoded
    scores: list[int]
    sheets: list[Encoded]
    """By seat; None at a large table."""


@dataclass(slots=True)
class Snapshot:
    """The stored state of a table, with a cache of parts that are equal for many receivers."""

    code: str
    state: TableState
    deadline: int | None = None
    """Time (monotonic ms) at which the current round or turn ends, None if there is no limit."""
    deadlines: Mapping[int, int] = field(default_factory=dict)
    """In a game over days, the time at which it ends for each seat that the game waits for."""
    _sheets: SheetCache = field(default_factory=SheetCache)
    _choices: dict[int, tuple[int, SheetVersion, Encoded]] = field(default_factory=dict)
    """By seat: the `at` and the version of the sheet for which the choices were computed, and the choices."""
    _entries: dict[int, Encoded] = field(default_factory=dict)
    _hides_undoable_entries: bool = False
    _full: "_SharedParts | None" = None
    """The parts for all receivers who see everything."""
    _hidden: "_SharedParts | None" = None
    """The parts for all other receivers, who see no entries of the open round."""
    _turns: dict[bool, Encoded] = field(default_factory=dict)
    """The turn, by whether the receiver may roll."""
    _last_roll: Encoded = None
    _results: Encoded = None

    def __post_init__(self) -> None:
        self._hides_undoable_entries = hides_undoable_entries(self.state)

    @property
    def play(self) -> Play | None:
        return self.state.play

    @property
    def large(self) -> bool:
        return len(self.state.seats) > LARGE

    def sees_all(self, seat: int | None) -> bool:
        """True if nothing since the last roll is hidden from a seat (None: a spectator)."""
        play = self.state.play
        if self._hides_undoable_entries:
            return False
        if play is None or not play.game.simultaneous or not isinstance(play.turn, Decide):
            return True
        return seat is not None and seat not in play.turn.seats

    def view(self, seat: int | None) -> Any:
        """Return the game as a seat may see it."""
        play = self.state.play
        assert play is not None
        if self._hides_undoable_entries:
            return hide_undoable_entries(play.state, seat)
        return play.game.view(play.state, seat)

    def shared_parts(self, receiver: int | None) -> "_SharedParts":
        """Return the parts of the position that all receivers share who see as much as the receiver's seat.

        In `sheets` and `scores`, those of the receiver's own seat may be hidden: see `sheets_and_scores`.
        """
        if self.sees_all(receiver):
            if self._full is None:
                self._full = self._new_parts(self.view(receiver))
            return self._full
        if self._hidden is None:
            self._hidden = self._new_parts(self.view(None))
        return self._hidden

    def _new_parts(self, view: Any) -> "_SharedParts":
        play = self.state.play
        assert play is not None
        game, large = play.game, self.large
        versions = [self._sheets.version(game, view, seat) for seat in range(game.seats(play.state))]
        return _SharedParts(
            view,
            info=encoded(game.info(view)),
            scores=[version.score(game, view, seat) for seat, version in enumerate(versions)],
            sheets=[None if large else version.sheet(game, view, seat) for seat, version in enumerate(versions)],
        )

    def sheets_and_scores(self, receiver: int | None, watched: int | None) -> tuple[list[Encoded], list[int]]:
        """Return the sheets and all scores as the receiver's seat may see them.

        At a large table, the sheets are only the receiver's own and that of the watched seat, and None for the others.
        """
        parts, large = self.shared_parts(receiver), self.large
        if not large and (receiver is None or parts is self._full):
            return parts.sheets, parts.scores
        play = self.state.play
        assert play is not None
        sheets, scores = parts.sheets.copy(), parts.scores.copy()
        if large and watched is not None and 0 <= watched < len(sheets):
            sheets[watched] = self._sheets.version(play.game, parts.view, watched).sheet(play.game, parts.view, watched)
        if receiver is not None:
            own = self._sheets.version(play.game, play.state, receiver)
            sheets[receiver] = own.sheet(play.game, play.state, receiver)
            scores[receiver] = own.score(play.game, play.state, receiver)
        return sheets, scores

    def turn(self, *, may_roll: bool) -> Encoded:
        """Return the turn for a receiver. `may_roll`: the receiver may roll the dice."""
        play = self.state.play
        assert play is not None
        if may_roll not in self._turns:
            for_all = self.state.rolled_by != "seats"
            self._turns[may_roll] = encoded(turn_message(play.turn, may_roll=may_roll, for_all=for_all))
        return self._turns[may_roll]

    def last_roll(self) -> Encoded:
        """Return the latest roll of the game, None before the first one."""
        play = self.state.play
        if self._last_roll is None and play is not None and play.last_roll is not None:
            roll = play.last_roll
            seat = roll.chance.seat if self.state.rolled_by == "seats" else None
            message = messages.LastRoll(seq=roll.seq, seat=seat, dice=list(roll.dice), die=roll.chance.die.value)
            self._last_roll = encoded(message)
        return self._last_roll

    def results(self) -> Encoded:
        """Return the results of all seats, None while the game runs."""
        play = self.state.play
        if self._results is None and play is not None and play.over:
            self._results = encoded(results(play))
        return self._results

    def choices(self, seat: int | None) -> Encoded:
        """Return the legal actions of a seat with their immediate effects."""
        play = self.play
        if seat is None or play is None or not isinstance(play.turn, Decide) or seat not in play.turn.seats:
            return NOTHING
        if not play.game.simultaneous:
            return encoded(_choices(play, seat))
        # In simultaneous games, a seat's choices change only with the roll and its own sheet.
        sheet = self._sheets.version(play.game, play.state, seat)
        known = self._choices.get(seat)
        if known is None or known[0] != play.at or known[1] is not sheet:
            known = self._choices[seat] = play.at, sheet, encoded(_choices(play, seat))
        return known[2]

    def entry(self, logged: LoggedEvent) -> Encoded:
        if logged.seq not in self._entries:
            self._entries[logged.seq] = encoded(log_entry(logged))
        return self._entries[logged.seq]

    def forget(self, first: int) -> None:
        """Remove the cached log entries before seq `first`."""
        self._entries = {seq: entry for seq, entry in self._entries.items() if seq >= first}

    def followed_by(
        self, state: TableState, deadline: int | None, deadlines: Mapping[int, int] = MappingProxyType({})
    ) -> "Snapshot":
        """Return the snapshot of a later state. It keeps the cache that may still be valid."""
        return Snapshot(self.code, state, deadline, deadlines, self._sheets, self._choices)


def table_message(
    snapshot: Snapshot,
    online: Collection[str],
    watchers: Sequence[messages.Person],
    paused: Mapping[str, int] = MappingProxyType({}),
) -> messages.Table:
    """Return the table without its game. `paused` holds the end (ms) of the pauses of people."""
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
                substitute="" if seat.person is None else seat.substitute,
                paused_until=paused.get(seat.person or ""),
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
    """Return the message about a turn. `for_all`: no seat rolls the dice."""
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
    seat = state.game_seat_of(receiver.person)
    return msgspec.structs.replace(
        position_of_seat(snapshot, play, seat, receiver.watching),
        turn=snapshot.turn(may_roll=may_roll(state, receiver.person)),
        can_undo=may_undo(state, receiver.person),
        deadline=snapshot.deadline if seat is None else snapshot.deadlines.get(seat, snapshot.deadline),
    )


def position_of_seat(
    snapshot: Snapshot, play: Play, seat: int | None, watching: int | None = None
) -> messages.Position:
    """Return a game as a seat may see it (None: a spectator), without what concerns only its person."""
    sheets, scores = snapshot.sheets_and_scores(seat, watching)
    return messages.Position(
        game=play.game.name,
        at=play.at,
        seat=seat,
        turn=snapshot.turn(may_roll=False),
        info=snapshot.shared_parts(seat).info,
        sheets=sheets,
        scores=scores,
        choices=snapshot.choices(seat),
        can_undo=False,
        last_roll=snapshot.last_roll(),
        deadline=None,
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
        message=dice.message if seat in awaited else None,
        fixed=not awaited,
        seed=dice.seed,
    )


def hidden(snapshot: Snapshot, seq: int, event: events.Event, receiver: int | None) -> bool:
    """True if an event must still be hidden from a seat (None: a spectator), because another seat moved in the current
    round."""
    play = snapshot.play
    if isinstance(event, events.Corrected):
        # The correction of a move is as hidden as the move.
        seq = min(seq, event.seq)
    return (
        isinstance(event, (*MOVES, events.Corrected))
        and play is not None
        and play.in_open_round(seq)
        and event.seat != receiver
        and not snapshot.sees_all(receiver)
    )


def log_messages(
    snapshot: Snapshot, logged_events: Sequence[LoggedEvent], receiver: Receiver
) -> tuple[list[Encoded], set[int]]:
    """Return the log entries that a receiver may see, and the seqs of the entries that are still hidden."""
    seat = snapshot.state.game_seat_of(receiver.person)
    shown = {seat, receiver.watching} if snapshot.large else None
    entries: list[Encoded] = []
    hiding: set[int] = set()
    for logged in logged_events:
        event = logged.event
        if shown is not None and isinstance(event, MOVES) and event.seat not in shown:
            continue
        if isinstance(event, UNLISTED):
            continue
        # Hide even the existence of a move: the number of actions would reveal it.
        if hidden(snapshot, logged.seq, event, seat):
            hiding.add(logged.seq)
        else:
            entries.append(snapshot.entry(logged))
    return entries, hiding


def log_entry(logged: LoggedEvent) -> messages.LogEntry:
    """Return the log entry of a logged event."""
    event = logged.event
    entry = messages.LogEntry(
        kind=str(event.__struct_config__.tag),
        time=event.time,
        seat=logged.seat,
        name=logged.name,
    )
    match event:
        case events.Rolled(dice=dice):
            assert logged.chance is not None
            entry.number = logged.number
            entry.dice, entry.die = list(dice), logged.chance.die.value
            entry.auto = event.by is None
        case events.Moved(action=action, auto=auto):
            preview = logged.preview
            assert preview is not None
            entry.action, entry.auto, entry.number = action, auto, logged.number
            entry.gain, entry.writes, entry.circles = preview.gain, preview.writes, preview.circles
            entry.declines = preview.declines
        case events.Corrected(dice=dice, action=action):
            entry.number, entry.was = logged.number, logged.was
            if logged.chance is None:
                entry.action = action
            else:
                entry.dice, entry.die = list(dice), logged.chance.die.value
        case events.SetUp(settings=settings):
            entry.game = settings.game
        case events.Started() | events.SeedReplaced():
            entry.game, entry.commitment = logged.game, logged.commitment
        case events.Hosted(name=name) | events.Expelled(name=name):
            entry.name = name
        case events.Muted(name=name, muted=muted):
            entry.name, entry.on = name, muted
        case events.Stood():
            entry.auto = event.by is None
        case events.Locked(locked=on) | events.ChatHidden(hidden=on):
            entry.on = on
    return entry
