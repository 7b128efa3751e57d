"""Records in the bodies of requests."""

from typing import Any

from knobel.clock import now_ms
from knobel.notation import BadRecord, Record, reading
from knobel.presentation.record_sizes import MAX_RECORD_LINES, MAX_RECORD_SEATS
from knobel.server.database.store import Store
from knobel.server.http.parts import AnyRequest
from knobel.server.people.accounts import Account
from knobel.server.people.request_limits import RequestLimits
from knobel.server.shared_rows.disclosure import Advice
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState, fold
from knobel.tables.what_if import log_of_position


class UploadedRecords:
    """Reads records that people send, within the limits of requests."""

    def __init__(self, store: Store, request_limits: RequestLimits, advice: Advice) -> None:
        self._store, self._request_limits, self._advice = store, request_limits, advice

    async def text(self, request: AnyRequest, account: Account) -> str:
        """Return the record in the body of a person's request.

        :raises Refused: `bad_record`, if it is not UTF-8; `rate_limited`, if the person sends too much.
        """
        self._request_limits.check_upload(request, account)
        try:
            return (await request.body()).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise Refused(
                TableReason.BAD_RECORD, f"line {line}: not UTF-8 text: a record is a JSON Lines file"
            ) from None

    async def check_advice(self, account: Account, game: str) -> None:
        """Check that a person may get advice on a game.

        :raises Refused: `deal_running`.
        """
        await self._advice.check(account.id, game, now_ms())

    async def advised_text(self, request: AnyRequest, account: Account) -> str:
        """Return the record in the body of a request for advice.

        :raises Refused: `deal_running`, and what `text` raises.
        """
        text = await self.text(request, account)
        try:
            record, _ = next(reading(text.splitlines()))
        except (BadRecord, StopIteration):
            # The coach will refuse the record and name the error.
            return text
        await self.check_advice(account, record.game.name)
        return text

    async def read(self, request: AnyRequest, account: Account, *, advice: bool = False) -> tuple[Record, Any]:
        """Parse the record in a request's body in pieces. Return it with its last position.

        :param advice: the answer helps a player of the recorded game.
        :raises Refused: `bad_record`, which names the line; `rate_limited`; with `advice`, `deal_running`.
        """
        self._request_limits.questions.check(account.id)
        text = await self.text(request, account)
        lines = reading(text.splitlines(), max_lines=MAX_RECORD_LINES, max_seats=MAX_RECORD_SEATS)
        try:
            found = await self._store.time_slices.last(lines)
        except BadRecord as error:
            raise Refused(TableReason.BAD_RECORD, str(error), rule=error.reason) from None
        assert found is not None, "an empty record is a bad one"
        if advice:
            await self.check_advice(account, found[0].game.name)
        return found


async def state_at(store: Store, account: Account, record: Record, seat: int | None) -> TableState:
    """Return the state at the end of a record, with the person in the seat (None: without anyone in a seat)."""
    log = log_of_position(record, seat, account.source())
    state: TableState | None = None
    async for piece in store.time_slices.through(log):
        state = fold([event for event in piece if event is not None], state) if any(piece) else state
    assert state is not None, "a log has events"
    return state
