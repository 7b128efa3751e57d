"""A table in memory, whose log the browser stores."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from knobel import seeded_dice
from knobel.clock import monotonic_ms, now_ms
from knobel.core import Decide
from knobel.offline.guests import Guest, is_guest
from knobel.offline.messages import OWNER, OwnResult, StoredTable, StoredTry, Summary, TableCopy
from knobel.presentation import messages
from knobel.presentation.command_dispatch import events_of
from knobel.presentation.http_messages import Opened
from knobel.presentation.json import encode as encode_json
from knobel.presentation.log_reader import folded
from knobel.presentation.projections import Receiver, Snapshot, log_messages
from knobel.tables import commands, dice_commands
from knobel.tables.access import check_may_enter
from knobel.tables.commands import Events, Source
from knobel.tables.due_actions import DueAction, Timing, deadline, due_actions, last_undo
from knobel.tables.events import Ended, Event, SeedReplaced, Started, encode
from knobel.tables.game_dice import ServerDice
from knobel.tables.logged_events import LoggedEvent, logged_event
from knobel.tables.names import clean
from knobel.tables.refusals import Refused
from knobel.tables.results import results
from knobel.tables.state import TableState, steps

Choose = Callable[[TableState, DueAction], str]
"""Returns the action of a bot whose move is due."""


class OfflineTable:
    """A table of this device. The people at the device are always present, guests while they are connected."""

    def __init__(
        self, code: str, levels: Sequence[str], timing: Timing, lines: Sequence[str] = (), seed: str | None = None
    ) -> None:
        """Create a table from its log, if it has one. `levels` are the levels of bots.

        :raises Unreadable: if the log is damaged.
        """
        self.code = code
        self.logged_events: list[LoggedEvent] = []
        self.guests: dict[str, str] = {}
        """The names of the guests who are connected, by id."""
        self.version = 0
        """Grows with each change that somebody may see."""
        self._results: dict[str, list[OwnResult]] = {}
        self._left_ms: dict[str, int] = {}
        self._levels, self._timing = levels, timing
        self._lines = list(lines)
        self._seed = seed
        self._next_seed: str | None = None
        self._times_ms: dict[int, int] = {}
        self._resumed = monotonic_ms()
        self._snapshot: Snapshot | None = None
        for state, logged in folded(lines):
            self.logged_events.append(logged)
            self._note_result(state, logged.event)
            self._snapshot = Snapshot(code, state)
        self._ids = {(event.by, event.id) for event in self.log if event.id is not None}

    @property
    def snapshot(self) -> Snapshot:
        """The state after the whole log."""
        assert self._snapshot is not None, "a log opens with `opened`"
        return self._snapshot

    @property
    def state(self) -> TableState:
        """The state after the whole log."""
        return self.snapshot.state

    @property
    def log(self) -> list[Event]:
        return [logged.event for logged in self.logged_events]

    @property
    def results(self) -> list[OwnResult]:
        """The owner's results."""
        return self._results.get(OWNER, [])

    def append(self, events: Events) -> None:
        self.version += 1
        state = None if self._snapshot is None else self._snapshot.state
        for before, event, after in steps(state, events):
            state = after
            self.logged_events.append(logged_event(before, event, state))
            self._lines.append(encode(event))
            self._note_result(state, event)
            self._times_ms[state.seq] = monotonic_ms()
            if isinstance(event, Started | SeedReplaced) and event.commitment:
                self._seed = self._next_seed
            if event.id is not None:
                self._ids.add((event.by, event.id))
        if state is not None and events:
            ends = deadline(state, self._time_of)
            self._snapshot = (
                Snapshot(self.code, state, ends) if self._snapshot is None else self._snapshot.followed_by(state, ends)
            )

    def resume(self) -> None:
        """Restart the clock of the turn when a page connects."""
        self.version += 1
        self._resumed = monotonic_ms()
        self._snapshot = self.snapshot.followed_by(self.state, deadline(self.state, self._time_of))

    def new_seed(self) -> str:
        """Return a new seed for the dice of a game that the next events start."""
        return self.next_seed(seeded_dice.new_seed())

    def next_seed(self, seed: str) -> str:
        """Return the seed, after noting that the dice of a game follow from it that the next events start."""
        self._next_seed = seed
        return seed

    def take_over(self) -> bool:
        """Make the owner host of a copy of another device's table. Return False if there is nothing to change."""
        host, name = self.state.host, self.people().get(OWNER)
        if not is_guest(host) or host in self.guests or name is None:
            return False
        self.append(commands.pass_host(self.state, Source(now_ms()), {OWNER: name}))
        return True

    def enter(self, guest: str, name: str) -> None:
        """Let a guest in who has connected, and give them a seat if they are new and one is free.

        :raises Refused: if they may not enter, or the name is not allowed.
        """
        state = self.state
        check_may_enter(state, guest, state.key, admitted_before=guest in self.guests, has_people=True)
        source = Source(now_ms(), guest, clean(name))
        is_new = guest not in {getattr(event, "person", None) for event in self.log}
        self.guests[guest] = source.name
        self._left_ms.pop(guest, None)
        self.version += 1
        if is_new and not state.playing:
            with suppress(Refused):
                self.append(commands.sit(state, source, None))

    def leave(self, guest: str) -> None:
        """Note that a guest is no longer connected."""
        if self.guests.pop(guest, None) is not None:
            self._left_ms[guest] = monotonic_ms()
            self.version += 1

    def people(self) -> Mapping[str, str]:
        """Return the names of the people who are present, by id."""
        seated = {seat.person: seat.name for seat in self.state.seats if seat.person is not None}
        here = {person: name for person, name in seated.items() if not is_guest(person) or person in self.guests}
        return {**self.guests, **here}

    def watchers(self) -> list[messages.Person]:
        """Return the guests who have no seat."""
        seated = {seat.person for seat in self.state.seats}
        return [messages.Person(id=guest, name=name) for guest, name in self.guests.items() if guest not in seated]

    def _absent(self) -> Mapping[str, int]:
        """Return since when the guests with a seat are absent."""
        seated = {seat.person for seat in self.state.seats if seat.person is not None} | {self.state.host}
        gone = {person for person in seated if is_guest(person)} - self.guests.keys()
        return {person: self._left_ms.get(person, self._resumed) for person in gone}

    def execute(self, command: messages.Command, person: str, name: str) -> None:
        """Execute a command of a person, unless one with this id was executed before.

        :raises Refused: if it is not possible.
        """
        if (person, command.id) in self._ids:
            return
        self._find_seed()
        source = Source(now_ms(), person, name, command.id)
        chance = self._too_late, self.new_seed, self._dice
        self.append(events_of(self.state, command, source, self.people, self._levels, *chance))

    def perform(self, action: DueAction, choose: Choose) -> None:
        """Perform an automatic action.

        :raises Refused: if it is not possible.
        """
        self._find_seed()
        state, source = self.state, Source(now_ms())
        play = state.play
        match action.act:
            case "host":
                self.append(commands.pass_host(state, source, self.people()))
            case "away":
                self.append(commands.go_away(state, source, action.seat))
            case "back":
                self.append(commands.come_back(state, replace(source, person=state.seats[action.seat].person)))
            case "fix_dice":
                self.append(dice_commands.fix_dice(state, source))
            case "roll" if play is not None:
                self.append(commands.roll(state, source, play.at, None, self._dice(state)))
            case "move" if play is not None and isinstance(play.turn, Decide) and action.seat in play.turn.seats:
                chosen = choose(state, action)
                self.append(commands.move_for(state, source, play.at, action.seat, chosen, self._dice(state)))

    def due(self) -> list[DueAction]:
        """Return the automatic actions, the earliest first."""
        return sorted(
            due_actions(self.state, self._absent(), self._timing, self._time_of), key=lambda action: action.time
        )

    def stored(self) -> StoredTable:
        """Return the table in the form that the browser stores."""
        seed = self._seed if self.state.playing else None
        return StoredTable(code=self.code, seed=seed, lines=self._lines, summary=self._summary(OWNER))

    def copy(self, guest: Guest, first: int) -> TableCopy | None:
        """Return what the device of a guest keeps of the log from seq `first` on; None if nothing is new."""
        # The same rule as for a spectator: nothing that is hidden from anybody, and nothing after it.
        _, hiding = log_messages(self.snapshot, self.logged_events[first:], Receiver(""))
        lines = self._lines[first : min(hiding, default=len(self._lines))]
        if not lines:
            return None
        return TableCopy(
            code=self.code,
            first=first,
            lines=guest.lines(lines),
            summary=self._summary(guest.id),
            heirs=self._heirs(),
        )

    def _heirs(self) -> list[str]:
        """Return the guests with a seat, in the order of the seats after the owner's."""
        own = self.state.seat_of(OWNER) or 0
        persons = [seat.person for seat in self.state.seats]
        return [person for person in persons[own:] + persons[:own] if person is not None and is_guest(person)]

    def _summary(self, person: str) -> Summary:
        state, play = self.state, self.state.play
        return Summary(
            game=state.settings.game,
            state="playing" if state.playing else "over" if play is not None else "open",
            names=[seat.name for seat in state.seats if not seat.empty] if play is None else list(play.names),
            scores=[result.score for result in results(play)] if play is not None and play.over else None,
            games_played=state.games_played,
            results=self._results.get(person, []),
        )

    def first_try(self) -> StoredTry | None:
        """Return the owner's first try at a deal of the day, None if it is not played here."""
        state, play = self.state, self.state.play
        if not state.ranked_until:
            return None
        points = [result.score for result in self.results if result.time < state.ranked_until]
        over = play is not None and play.over
        return StoredTry(key=state.deal, table=self.code, over=over, points=points[0] if points else None)

    def _note_result(self, state: TableState, event: Event) -> None:
        """Note the results of all devices' owners if a game has ended that was not continued from another one."""
        play = state.play
        if not isinstance(event, Ended) or play is None or play.what_if:
            return
        for seat, person in enumerate(play.persons):
            if person is None or not (person == OWNER or is_guest(person)):
                continue
            result = OwnResult(
                first=play.first,
                game=play.game.name,
                seat=seat,
                score=results(play)[seat].score,
                seats=len(play.persons),
                time=event.time,
            )
            self._results.setdefault(person, []).append(result)

    def _time_of(self, seq: int) -> int:
        return max(self._times_ms.get(seq, 0), self._resumed)

    def _too_late(self, state: TableState) -> bool:
        ends = last_undo(state, self._time_of)
        return ends is not None and monotonic_ms() > ends

    def _dice(self, state: TableState) -> ServerDice:
        return ServerDice(self._seed)

    def _find_seed(self) -> None:
        """Continue the game on another seed if the browser has lost the one that its dice follow from."""
        play = self.state.play
        if play is None or play.over or play.dice is None:
            return
        lost = play.dice.seed_hash
        if self._seed is None or seeded_dice.commitment(self._seed) != lost:
            self.append(dice_commands.replace_seed(self.state, Source(now_ms()), lost, self.new_seed()))


def opened(table: OfflineTable) -> str:
    return encode_json(Opened(code=table.code, key="")).decode()
