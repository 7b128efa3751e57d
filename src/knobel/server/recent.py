"""The end of a table's log, in memory: of what happened what people are still to be told, and which commands it was."""

from knobel.tables.bookmark import Commands
from knobel.tables.events import Event
from knobel.tables.happenings import Happening
from knobel.tables.state import TableState

KEPT = 64
"""So many happenings stay at least, and those of twice as many seats; twice of that at most."""


def kept(state: TableState) -> int:
    """How many happenings of a table stay: at a large one a command's id is to stand for longer."""
    return max(KEPT, 2 * len(state.seats))


class Recent:
    """The latest happenings of a log, when they happened (ticks) where that is known, and the ids of their commands."""

    def __init__(self, commands: Commands | None = None) -> None:
        """`commands`: everybody's last before."""
        self.happenings: list[Happening] = []
        self._ids = {(person, command): seq for person, (command, seq) in (commands or {}).items()}
        self._ticks: dict[int, int] = {}

    def remember(self, seq: int, event: Event) -> None:
        """Note of which command an event came."""
        if event.by is not None and event.id is not None:
            self._ids.setdefault((event.by, event.id), seq)

    @property
    def commands(self) -> Commands:
        """Everybody's last command."""
        return {person: (command, seq) for (person, command), seq in self._ids.items()}

    def came_of(self, person: str, command: str) -> int | None:
        """The seq of the first event that came of a command, if it was carried out lately."""
        return self._ids.get((person, command))

    def date(self, seq: int, tick: int) -> None:
        """Note when an event happened."""
        self._ticks[seq] = tick

    def when(self, seq: int) -> int | None:
        """When an event happened, if that is known."""
        return self._ticks.get(seq)

    def take_back(self, last: int) -> None:
        """What was noted of events after the `last` has not happened."""
        self._ids = {command: seq for command, seq in self._ids.items() if seq <= last}
        self._ticks = {seq: tick for seq, tick in self._ticks.items() if seq <= last}

    def forget(self, state: TableState) -> int:
        """Let older happenings go, if they are many, now that the log leads to this state; the seq of the oldest that
        stays."""
        most, oldest = kept(state), state.seq + 1 - len(self.happenings)
        first = state.seq + 1 - most
        if (play := state.play) is not None:
            # What is hidden in the open round is still to be told, and when it began is asked for.
            first = min(first, play.at, play.since)
            if any(seat.bot for seat in state.seats):
                # Somebody's own bot folds the whole game.
                first = min(first, play.first)
        if first - oldest < most:
            return oldest
        del self.happenings[: first - oldest]
        self.forget_ids(first)
        self._ticks = {seq: tick for seq, tick in self._ticks.items() if seq >= first}
        return first

    def forget_ids(self, first: int) -> None:
        """Let the ids of commands before an event go, but for everybody's last: who was away for long, and never heard
        whether that was carried out, sends it again."""
        last = {(person, command) for person, (command, _) in self.commands.items()}
        self._ids = {key: seq for key, seq in self._ids.items() if seq >= first or key in last}
