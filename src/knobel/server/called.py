"""What everybody here is called, found by how it looks: no two shall look alike."""

from collections.abc import Container
from dataclasses import dataclass, field

from knobel.tables.names import looks


@dataclass(slots=True)
class Called:
    """The names of those who are here."""

    _names: dict[str, str] = field(default_factory=dict)
    _alike: dict[str, set[str]] = field(default_factory=dict)
    """Who looks like this by name."""

    def call(self, person: str, name: str | None) -> None:
        """What somebody is called from now on; None if they are not here."""
        before = self._names.get(person)
        if before == name:
            return
        if before is not None:
            del self._names[person]
            for look in looks(before):
                self._alike[look].discard(person)
                if not self._alike[look]:
                    del self._alike[look]
        if name is not None:
            self._names[person] = name
            for look in looks(name):
                self._alike.setdefault(look, set()).add(person)

    def by_others(self, person: str = "") -> Container[str]:
        """How those look by name who are not this person."""
        return _Others(self._alike, person)


@dataclass(slots=True, frozen=True)
class _Others:
    alike: dict[str, set[str]]
    besides: str

    def __contains__(self, look: object) -> bool:
        found = self.alike.get(look) if isinstance(look, str) else None
        return found is not None and not found <= {self.besides}
