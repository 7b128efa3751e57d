"""Names of people."""

from hypothesis import given
from hypothesis import strategies as st

from knobel.server.people.names_in_use import NamesInUse
from knobel.tables.names import looks, taken

PEOPLE, NAMES = st.sampled_from("abc"), st.sampled_from(["Ann", "ann", "Paco", "Расо", "Ben"])


@given(st.lists(st.tuples(PEOPLE, st.none() | NAMES)), PEOPLE, NAMES)
def test_confusable_names_are_refused(changes: list[tuple[str, str | None]], asking: str, name: str) -> None:
    called, plain = NamesInUse(), dict[str, str | None]()
    for person, now in changes:
        called.set_name(person, now)
        plain[person] = now
    for besides in ("", asking):
        naive = taken(now for person, now in plain.items() if now is not None and person != besides)
        others = called.appearances_except(besides)
        assert {look for look in looks(name) if look in others} == looks(name) & naive
