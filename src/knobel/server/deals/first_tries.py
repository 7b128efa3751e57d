"""Tables at which people play deals: their first try at each counts."""

from dataclasses import dataclass

from litestar import Response

from knobel.bots import TABLE_BOTS
from knobel.presentation.deal_days import GRACE_MS
from knobel.presentation.deals import Deal, Try
from knobel.presentation.deals import opened as opened_deal
from knobel.presentation.http_messages import Opened
from knobel.server.database.store import Conflict, Statement
from knobel.server.deals.store import DealStore, first_try
from knobel.server.http.parts import AnyRequest
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.store import PeopleStore
from knobel.server.shared_rows.openings import Opening, OpeningStore
from knobel.server.tables.creation import TableCreation, no_statements, opened
from knobel.server.tables.live.registry import RoomRegistry
from knobel.tables.refusals import Refused, TableReason


@dataclass(slots=True, frozen=True, eq=False)
class FirstTries:
    """Opens the tables."""

    _deals: DealStore
    _people_store: PeopleStore
    _openings: OpeningStore
    _creation: TableCreation
    _registry: RoomRegistry

    async def begin(
        self, request: AnyRequest, account: Account, deal: Deal, now: int, *, ranked: bool
    ) -> Response[Opened]:
        """Open a table at which a person plays a deal, or return the table of their unfinished first try.

        :param ranked: the result counts if it is a first try.
        :raises Refused: `no_deal`, `rate_limited`, `stale`, and the reasons for which tables cannot be opened.
        """
        # Read once, because another device may begin the deal in the meantime.
        mine = await self._deals.first_try(account.id, deal.id)
        if (running := await self._running(mine, deal, now)) is not None:
            return running

        async def open_new(opening: Opening | None) -> str:
            self._creation.limit.check(account.id)
            spent = await self._people_store.spent_deals(account.id, now)
            first = now < deal.closes and mine is None and deal.id not in spent
            seed = await self._deals.seed(deal)
            if seed is None:
                raise Refused(TableReason.NO_DEAL, "the dice of this deal are lost")
            source, until = account.source(), deal.closes + GRACE_MS if first and ranked else 0
            events = opened_deal(deal, seed, source, TABLE_BOTS, ranked_until=until)

            def begun(code: str) -> list[Statement]:
                return [first_try(deal.id, account.id, code, source.time)]

            room = await self._creation.open_with(account, events, opening, begun if first else no_statements)
            return room.log.code

        try:
            code = await open_once(request, self._openings, account, open_new)
            return Response(opened(await self._registry.get(code)))
        except Conflict:
            # Another device of the same person was faster.
            mine = await self._deals.first_try(account.id, deal.id)
            if (running := await self._running(mine, deal, now)) is None:
                raise Refused(TableReason.STALE, "this deal was begun on another device") from None
            return running

    async def _running(self, mine: Try | None, deal: Deal, now: int) -> Response[Opened] | None:
        """Return the table of a first try, None if it has ended or does not count any more."""
        if mine is None or mine.table is None or mine.ended is not None or now >= deal.closes + GRACE_MS:
            return None
        room = await self._registry.get(mine.table)
        return None if room is None else Response(Opened(code=room.log.code, key=room.log.head.key), status_code=200)
