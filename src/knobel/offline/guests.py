"""People on other devices at a table of this one: their ids, and the copies that their devices keep.

On each device its owner has the id `you`. On all others, the owner has the id of the device. So a guest sees their own
id as `you`, and the copy of a table that they keep is an ordinary table of their own device.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from knobel.offline.messages import OWNER
from knobel.presentation import messages

PREFIX = "phone-"
"""The first letters of the id of a device."""
_PERSONS = "by", "person", "host"
"""Fields of events that contain the id of a person."""


def is_guest(person: str) -> bool:
    """True for people on other devices."""
    return person.startswith(PREFIX)


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest, by the id of their device, and the id of the device that hosts the table."""

    id: str
    host: str

    def shown(self, person: str) -> str:
        """Return the id under which a person is known on the device of the guest."""
        if person == self.id:
            return OWNER
        return self.host + person.removeprefix(OWNER) if person.startswith(OWNER) else person

    def meant(self, person: str) -> str:
        """Return the id of a person here, from that on the device of the guest."""
        if person == OWNER:
            return self.id
        return OWNER + person.removeprefix(self.host) if person.startswith(self.host) else person

    def table(self, table: messages.Table) -> messages.Table:
        """Return a table as it is shown on the device of the guest."""
        seats = [seat if seat.person is None else replace(seat, person=self.shown(seat.person)) for seat in table.seats]
        watchers = [self.person(watcher) for watcher in table.watchers]
        muted = [self.shown(person) for person in table.muted]
        return replace(table, host=self.shown(table.host), seats=seats, watchers=watchers, muted=muted)

    def person(self, person: messages.Person) -> messages.Person:
        """Return a person as they are known on the device of the guest."""
        return replace(person, id=self.shown(person.id))

    def command(self, command: messages.Command) -> messages.Command:
        """Return a command of the guest with the ids of this device."""
        match command:
            case messages.Expel() | messages.Mute():
                return replace(command, person=self.meant(command.person))
        return command

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Return lines of a log as the device of the guest keeps them.

        :raises msgspec.MsgspecError: if they are damaged.
        """
        return [self._line(line) for line in lines]

    def _line(self, line: str) -> str:
        if f'"{OWNER}' not in line and self.id not in line:
            return line
        fields = msgspec.json.decode(line, type=dict[str, Any])
        for name in _PERSONS:
            if isinstance(fields.get(name), str):
                fields[name] = self.shown(fields[name])
        return msgspec.json.encode(fields).decode()
