"""Index of the names of connected people, by appearance, to prevent names that look alike."""

from collections.abc import Container
from dataclasses import dataclass, field

from knobel.tables.names import looks


@dataclass(slots=True)
class NamesInUse:
    """Names of the connected people, indexed by appearance (see `tables.names.looks`)."""

    _names: dict[str, str] = field(default_factory=dict)
    _people: dict[str, set[str]] = field(default_factory=dict)
    """People ids by the appearance of their names."""

    def set_name(self, person: str, name: str | None) -> None:
        """Set a person's name; None removes the person."""
        before = self._names.get(person)
        if before == name:
            return
        if before is not None:
            del self._names[person]
            for look in looks(before):
                self._people[look].discard(person)
                if not self._people[look]:
                    del self._people[look]
        if name is not None:
            self._names[person] = name
            for look in looks(name):
                self._people.setdefault(look, set()).add(person)

    def appearances_except(self, person: str = "") -> Container[str]:
        """Return the appearances of all names except this person's."""
        return _AppearancesExcept(self._people, person)


@dataclass(slots=True, frozen=True)
class _AppearancesExcept:
    people: dict[str, set[str]]
    person: str

    def __contains__(self, look: object) -> bool:
        found = self.people.get(look) if isinstance(look, str) else None
        return found is not None and not found <= {self.person}
