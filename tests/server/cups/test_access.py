"""Access to cups by what visitors send as a code."""

import asyncio

import pytest

from knobel.server.cups.access import CupAccess
from knobel.server.cups.store import CupStore
from knobel.server.database.store import Store
from knobel.server.groups.store import GroupStore
from knobel.tables.refusals import Refused
from tests.server.cups.test_entries import opened

NO_CODES = "", "\x00", "ABC\x00E", "abcde", "2026-11-25", "ABCDEF", "ABCD%", "ÄÖÜÄÖ", "\ud800BCDE"


async def test_invalid_codes_do_not_affect_other_requests(any_store: Store) -> None:
    """Requests at the same moment are answered from one read, which no text of a visitor may break."""
    cup, access = await opened(any_store, 1), CupAccess(CupStore(any_store), GroupStore(any_store))
    found = await asyncio.gather(
        *(access.find(code, "p0", "192.0.2.1") for code in (*NO_CODES, cup.code)), return_exceptions=True
    )
    assert found[-1] == cup
    assert [error.reason for error in found[:-1] if isinstance(error, Refused)] == ["no_cup"] * len(NO_CODES)
    with pytest.raises(Refused, match="no cup"):
        await access.find(f"{cup.code}\x00", None, "192.0.2.2")
