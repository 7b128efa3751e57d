"""What a receiver may see of a table, as messages: the one place that builds them, on top of `Game.view`, which hides.

At a *large* table a receiver gets only their own and the watched seat's sheets and moves.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from knobel.core import Chance, Decide
from knobel.notation import VERSION as RECORD_VERSION
from knobel.notation import dump_line, event_data
from knobel.server import messages
from knobel.tables.automatic import deadline
from knobel.tables.commands import may_roll, may_undo
from knobel.tables.events import Event, Hosted, Moved, Opened, Renamed, Rolled, SetUp, Started, Undone, rules_event
from knobel.tables.state import Effect, Play, TableState, results

LARGE = 12
"""A table with more seats than this is large."""
LONGEST_LOG = 300
"""Entries of the log that a newcomer gets."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the log with its seq and what it did, and the seat names before it."""

    seq: int
    event: Event
    effect: Effect
    name: str | None


@dataclass(frozen=True, slots=True)
class Receiver:
    """To whom a view goes: a person, and the seat that they watch at a large table."""

    person: str
    watching: int | None = None


@dataclass(slots=True)
class Snapshot:
    """A table as it is stored, with what is the same for many receivers worked out once."""

    code: str
    state: TableState
    resumed: int
    _sheets: dict[tuple[bool, int], dict[str, Any]] = field(default_factory=dict)
    _scores: dict[bool, list[int]] = field(default_factory=dict)

    @property
    def play(self) -> Play | None:
        return self.state.play

    @property
    def large(self) -> bool:
        return len(self.state.seats) > LARGE

    def sees_all(self, seat: int | None) -> bool:
        """Whether nothing of the open round is hidden from a seat (None: from a spectator)."""
        play = self.play
        if play is None or not play.game.simultaneous or not isinstance(play.turn, Decide):
            return True
        return seat is not None and seat not in play.turn.seats

    def sheet(self, seat: int, receiver: int | None) -> dict[str, Any]:
        """A seat's sheet as the receiver's seat may see it."""
        play = self.play
        assert play is not None
        key = (self.sees_all(receiver) or seat == receiver, seat)
        if key not in self._sheets:
            self._sheets[key] = dict(play.game.sheet(play.game.view(play.state, receiver), seat))
        return self._sheets[key]

    def scores(self, receiver: int | None) -> list[int]:
        """All scores as the receiver's seat may see them."""
        play = self.play
        assert play is not None
        full = self.sees_all(receiver)
        if full not in self._scores:
            self._scores[full] = list(play.game.scores(play.game.view(play.state, receiver if full else None)))
        scores = self._scores[full]
        if not full and receiver is not None:
            scores = scores.copy()
            scores[receiver] = play.game.score(play.state, receiver)
        return scores


def table_message(snapshot: Snapshot, online: Collection[str], watchers: Sequence[messages.Person]) -> messages.Table:
    """A table without its game."""
    state = snapshot.state
    return messages.Table(
        code=snapshot.code,
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
            )
            for seat in state.seats
        ],
        watchers=list(watchers),
        games_played=state.games_played,
    )


def turn_message(state: TableState, play: Play, person: str) -> messages.Turn:
    """What happens next."""
    match play.turn:
        case Chance(dice, seat, die):
            return messages.Turn(kind="chance", dice=dice, die=die.value, seat=seat, may_roll=may_roll(state, person))
        case Decide(seats):
            return messages.Turn(kind="decide", seats=list(seats))
    return messages.Turn(kind="over")


def choices(play: Play, seat: int | None) -> list[messages.Choice]:
    """What a seat may do now, with what each would do at once."""
    if seat is None or not isinstance(play.turn, Decide) or seat not in play.turn.seats:
        return []
    view = play.game.view(play.state, seat)
    found = []
    for action in play.game.legal(view, seat):
        preview = play.game.preview(view, seat, action)
        found.append(messages.Choice(action=action, gain=preview.gain, writes=preview.writes, circles=preview.circles))
    return found


def position_message(snapshot: Snapshot, receiver: Receiver) -> messages.Position | None:
    """The game as a receiver may see it; None if there is none."""
    state, play = snapshot.state, snapshot.play
    if play is None:
        return None
    game, seat = play.game, state.game_seat_of(receiver.person)
    count = game.seats(play.state)
    shown = {seat, receiver.watching} if snapshot.large else set(range(count))
    rolled = play.last_roll
    return messages.Position(
        game=game.name,
        at=play.at,
        seat=seat,
        turn=turn_message(state, play, receiver.person),
        info=dict(game.info(game.view(play.state, seat))),
        sheets=[snapshot.sheet(i, seat) if i in shown else None for i in range(count)],
        scores=snapshot.scores(seat),
        choices=choices(play, seat),
        can_undo=may_undo(state, receiver.person),
        last_roll=None
        if rolled is None
        else messages.LastRoll(
            seq=rolled.seq, seat=rolled.chance.seat, dice=list(rolled.dice), die=rolled.chance.die.value
        ),
        deadline=deadline(state, snapshot.resumed),
        results=[
            messages.Result(seat=r.seat, name=r.name, score=r.score, place=r.place, rating=r.rating)
            for r in results(play)
        ]
        or None,
    )


def _hidden(snapshot: Snapshot, happening: Happening, receiver: int | None) -> bool:
    play, effect = snapshot.play, happening.effect
    return (
        play is not None
        and effect.round_at == play.at
        and effect.seat != receiver
        and happening.seq > play.first
        and not snapshot.sees_all(receiver)
    )


def log_messages(
    snapshot: Snapshot, happenings: Sequence[Happening], receiver: Receiver
) -> tuple[list[messages.LogEntry], set[int]]:
    """The log as a receiver may read it, and the seqs of those entries that hide something yet."""
    seat = snapshot.state.game_seat_of(receiver.person)
    entries: list[messages.LogEntry] = []
    hiding: set[int] = set()
    for happening in happenings:
        event, effect = happening.event, happening.effect
        if isinstance(event, Opened | Renamed):
            continue
        if snapshot.large and isinstance(event, Moved | Undone) and effect.seat not in (seat, receiver.watching):
            continue
        hidden = _hidden(snapshot, happening, seat)
        if hidden:
            hiding.add(happening.seq)
        entries.append(_log_entry(happening, hidden=hidden))
    return entries, hiding


def _log_entry(happening: Happening, *, hidden: bool) -> messages.LogEntry:
    event, effect = happening.event, happening.effect
    entry = messages.LogEntry(
        seq=happening.seq, kind=str(event.__struct_config__.tag), time=event.time, seat=effect.seat, name=happening.name
    )
    match event:
        case Rolled(dice=dice):
            assert effect.chance is not None
            entry.dice, entry.die = list(dice), effect.chance.die.value
            entry.auto = event.by is None
        case Moved(action=action, auto=auto) if not hidden:
            preview = effect.preview
            assert preview is not None
            entry.action, entry.auto = action, auto
            entry.gain, entry.writes, entry.circles = preview.gain, preview.writes, preview.circles
        case SetUp(settings=settings):
            entry.game = settings.game
        case Hosted(name=name):
            entry.name = name
    return entry


def record_text(
    snapshot: Snapshot, happenings: Sequence[Happening], person: str | None, number: int | None
) -> str | None:
    """The record of a game at the table (numbered from 1; None: the latest) as far as a person may see it.

    None if there was no such game.
    """
    games: list[tuple[Mapping[str, Any], list[Happening]]] = []
    header: dict[str, Any] = {}
    for happening in happenings:
        match happening.event:
            case Opened(settings=settings) | SetUp(settings=settings):
                header = {"knobel": RECORD_VERSION, "game": settings.game, "options": settings.options}
            case Started(names=names):
                games.append((header | {"seats": list(names)}, []))
            case Rolled() | Moved() | Undone():
                games[-1][1].append(happening)
    number = len(games) if number is None else number
    if not 1 <= number <= len(games):
        return None
    opening, moves = games[number - 1]
    seat = None if person is None else snapshot.state.game_seat_of(person)
    lines = [dict(opening)]
    for happening in moves:
        if number == len(games) and snapshot.state.play is not None and _hidden(snapshot, happening, seat):
            continue
        event = rules_event(happening.event)
        if event is not None:
            lines.append(event_data(event) | {"time": happening.event.time})
    return "".join(map(dump_line, lines))
