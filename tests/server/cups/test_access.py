"""Access to cups by what visitors send as a code."""

import asyncio

import pytest

from knobel.server.cups.access import CupAccess
from knobel.server.cups.store import CupStore
from knobel.server.database.store import Store
from knobel.server.groups.store import GroupStore
from knobel.tables.refusals import Refused
from tests.server.cups.test_entries import opened
from tests.server.room_fixtures import with_store

NO_CODES = "", "\x00", "ABC\x00E", "abcde", "2026-11-25", "ABCDEF", "ABCD%", "ÄÖÜÄÖ", "\ud800BCDE"


def test_invalid_codes_do_not_affect_other_requests(database: str) -> None:
    """Requests at the same moment are answered from one read, which no text of a visitor may break."""

    async def story(store: Store) -> None:
        cup, access = await opened(store, 1), CupAccess(CupStore(store), GroupStore(store))
        found = await asyncio.gather(
            *(access.find(code, "p0", "192.0.2.1") for code in (*NO_CODES, cup.code)), return_exceptions=True
        )
        assert found[-1] == cup
        assert [error.reason for error in found[:-1] if isinstance(error, Refused)] == ["no_cup"] * len(NO_CODES)
        with pytest.raises(Refused, match="no cup"):
            await access.find(f"{cup.code}\x00", None, "192.0.2.2")

    with_store(database, story)
