"""Routes for cups: contests in which everybody plays the same deals."""

import contextlib
import gzip
import hashlib
from typing import Any

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream

from knobel.clock import now_ms
from knobel.presentation.http_messages import Opened
from knobel.server.cups.messages import (
    ChangedCup,
    ChangedEntry,
    CupState,
    CupSummary,
    NewCup,
    Season,
)
from knobel.server.cups.opening import clean_title, deals_of, new_cup
from knobel.server.cups.seasons import season_view
from knobel.server.cups.store import Cup, deal_id
from knobel.server.cups.views import CupData, view
from knobel.server.database.disclosure import GRACE_MS
from knobel.server.database.openings import Opening
from knobel.server.database.store import Conflict
from knobel.server.deals.routes import begin
from knobel.server.http.content_codings import accepts_coding
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.routes import (
    AnyRequest,
    limit_newcomer,
    person_of,
    secret_of,
    services_of,
)
from knobel.server.tables.result_files import saved_response
from knobel.server.tables.routes import RECORD, replay_at
from knobel.spreadsheets import Form
from knobel.tables.refusals import Refused, TableReason

MOST_ENTRIES = 500
POLLED_HEADERS = {"cache-control": "private, no-cache", "vary": "cookie, accept-encoding"}
"""Headers of responses that the page asks for again and again: the browser keeps them, and asks if they are valid."""
SHORT_BYTES = 1_000
"""Length of a table that is not compressed."""


async def _data(request: AnyRequest, link: str, viewer: Account | None, *, recent: bool = False) -> CupData:
    """Return the stored data of the cup of a link, if the person may see it.

    :param recent: True if others' games may be from a moment ago.
    :raises Refused: `no_cup`, `rate_limited`.
    """
    services, person = services_of(request), None if viewer is None else viewer.id
    cup = await _cup(request, link, viewer)
    if recent and person != cup.host:
        return await services.cup_snapshots.recent(cup, person)
    return await services.cup_snapshots.read(cup)


async def _cup(request: AnyRequest, link: str, viewer: Account | None) -> Cup:
    """Return the cup of a link, if the person may see it.

    :raises Refused: `no_cup`, `rate_limited`.
    """
    address = request.client.host if request.client else ""
    return await services_of(request).cup_access.find(link, None if viewer is None else viewer.id, address)


async def _viewer(request: AnyRequest) -> Account | None:
    return await services_of(request).people.find(secret_of(request))


async def _hosted(request: AnyRequest, link: str) -> tuple[Account, CupData]:
    """Return the caller, who must be the host, and the cup.

    :raises Refused: `no_session`, `not_host`, and what `_data` raises.
    """
    account = await person_of(request)
    data = await _data(request, link, account)
    if data.cup.host != account.id:
        raise Refused(TableReason.NOT_HOST, "only the host of the cup may do that")
    return account, data


async def _state(request: AnyRequest, link: str, viewer: Account | None, *, recent: bool = False) -> CupState:
    data = await _data(request, link, viewer, recent=recent)
    return view(data, None if viewer is None else viewer.id, now_ms())


@get("/api/cups")
async def list_cups(request: AnyRequest) -> Response[list[CupSummary]]:
    """Return the cups that the caller hosts or takes part in, the latest first."""
    account = await person_of(request)
    found = await services_of(request).cups.store.of_person(account.id)
    return Response([_summary(cup, account) for cup in found])


def _summary(cup: Cup, account: Account) -> CupSummary:
    return CupSummary(
        code=cup.code,
        key="" if cup.by_code else cup.key,
        title=cup.title,
        game=cup.game,
        deals=cup.deals,
        opens=cup.opens,
        closes=cup.closes,
        hosted=cup.host == account.id,
    )


@post("/api/cups")
async def open_cup(request: AnyRequest, data: JSONBody[NewCup]) -> Opened:
    """Open a cup, and return its code and key.

    :raises Refused: `bad_setup`, `too_large`, `rate_limited`.
    """
    services, account = services_of(request), await person_of(request)

    async def open_new(opening: Opening | None) -> str:
        limit_newcomer(request)
        cup = new_cup(data, account.id, now_ms())
        if not services.cup_limit.take(account.id):
            raise Refused(TableReason.RATE_LIMITED, "too many cups in a short time: try again later")
        await services.cups.store.add(cup, *deals_of(cup), opening)
        return cup.code

    try:
        cup = await services.cups.store.find(await open_once(request, account, open_new))
    except Conflict:
        raise Refused(TableReason.STALE, "this code is taken: try again") from None
    if cup is None:
        raise Refused(TableReason.NO_CUP, "this cup was deleted")
    return Opened(code=cup.code, key="" if cup.by_code else cup.key)


@get("/api/cups/{link:str}")
async def show_cup(request: AnyRequest, link: FromPath[str]) -> Response[CupState]:
    """Return a cup with its table. The `ETag` changes whenever something in it changes.

    :raises Refused: `no_cup`, `rate_limited`.
    """
    viewer = await _viewer(request)
    data, person = await _data(request, link, viewer, recent=True), None if viewer is None else viewer.id
    body = msgspec.json.encode(view(data, person, now_ms()))
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = POLLED_HEADERS | {"etag": tag}
    answer: Response[Any]
    if tag in request.headers.get("if-none-match", ""):
        answer = Response(None, status_code=304, headers=headers)
    elif len(body) > SHORT_BYTES and accepts_coding(request.headers.get("accept-encoding", ""), "gzip"):
        packed = data.packed.get(tag) or gzip.compress(body, compresslevel=1)
        if person != data.cup.host and data.entry_of(person) is None:
            data.packed[tag] = packed
        answer = Response(packed, media_type="application/json", headers=headers | {"content-encoding": "gzip"})
    else:
        answer = Response(body, media_type="application/json", headers=headers)
    return answer


@patch("/api/cups/{link:str}")
async def change_cup(request: AnyRequest, link: FromPath[str], data: JSONBody[ChangedCup]) -> CupState:
    """Host: rename a cup, end it early, or end its series.

    :raises Refused: `not_host`, `no_cup`, `too_large`.
    """
    services, (account, found) = services_of(request), await _hosted(request, link)
    services.store.budget.check()
    if data.title is not None:
        await services.cups.store.change(found.cup.code, title=clean_title(data.title), every=found.cup.every)
    if data.repeat is False:
        first, now = found.series[0], now_ms()
        await services.cups.store.change(first.code, title=first.title, every="")
        for cup in await services.cups.store.of_series(first.code):
            if cup.opens > now:
                await services.cups.store.end(cup.code, now)
    if data.end:
        await services.cups.store.end(found.cup.code, now_ms())
    return await _state(request, link, account)


@delete("/api/cups/{link:str}", status_code=204)
async def delete_cup(request: AnyRequest, link: FromPath[str], series: FromQuery[bool] = False) -> None:
    """Host: delete a cup with its table, or with `series` all cups of its series. The players keep their games.

    :raises Refused: `not_host`, `no_cup`.
    """
    services, (_, found) = services_of(request), await _hosted(request, link)
    services.store.budget.check()
    await services.cups.store.delete(found.series if series else [found.cup], now_ms())


@post("/api/cups/{link:str}/entry", status_code=200)
async def enter_cup(request: AnyRequest, link: FromPath[str]) -> CupState:
    """Take part in a cup.

    :raises Refused: `no_cup`, `cup_closed`, `too_many`, `rate_limited`.
    """
    account = await person_of(request)
    cup = await _cup(request, link, account)
    await _enter(request, account, cup)
    return view(await services_of(request).cup_snapshots.read(cup), account.id, now_ms())


async def _enter(request: AnyRequest, account: Account, cup: Cup) -> None:
    """Let the caller take part in a cup.

    Entries count against no limit but that of stored bytes: a class comes at the same time from one address.
    """
    store, now = services_of(request).cups.store, now_ms()
    services_of(request).store.budget.check()
    # If the person was deleted in the meantime, there is no entry.
    with contextlib.suppress(Conflict):
        if await store.enter(cup.code, account.id, now, MOST_ENTRIES):
            return
    entry = await store.entry(cup.code, account.id)
    if entry is None and now >= cup.closes:
        raise Refused(TableReason.CUP_CLOSED, "this cup is closed")
    if entry is None:
        raise Refused(TableReason.TOO_MANY, f"a cup has at most {MOST_ENTRIES} entries")
    _, removed = entry
    if removed:
        raise Refused(TableReason.CUP_REMOVED, "the host has removed your entry")


@put("/api/cups/{link:str}/entries/{number:int}")
async def change_entry(
    request: AnyRequest, link: FromPath[str], number: FromPath[int], data: JSONBody[ChangedEntry]
) -> CupState:
    """Host: remove an entry from a cup, or take it back.

    :raises Refused: `not_host`, `no_cup`, `not_found`.
    """
    account, found = await _hosted(request, link)
    known = any(entry.number == number for entry in found.entries)
    if not known or not await services_of(request).cups.store.set_removed(found.cup.code, number, removed=data.removed):
        raise Refused(TableReason.NOT_FOUND, "there is no such entry")
    return await _state(request, link, account)


@post("/api/cups/{link:str}/deals/{number:int}/open", status_code=200)
async def open_deal(request: AnyRequest, link: FromPath[str], number: FromPath[int]) -> CupState:
    """Host of a cup at the host's pace: open a deal for all; earlier ones cannot be begun any more.

    :raises Refused: `not_host`, `no_cup`, `no_deal`, `cup_closed`.
    """
    account, found = await _hosted(request, link)
    now = now_ms()
    if number not in found.deals or not found.cup.paced:
        raise Refused(TableReason.NO_DEAL, "there is no such deal to open")
    if not found.cup.opens <= now < found.cup.closes:
        raise Refused(TableReason.CUP_CLOSED, "this cup is not open")
    await services_of(request).cups.store.open_deal(found.cup, number, now)
    return await _state(request, link, account)


@post("/api/cups/{link:str}/deals/{number:int}")
async def play_cup_deal(request: AnyRequest, link: FromPath[str], number: FromPath[int]) -> Response[Opened]:
    """Open a table that plays a deal of a cup, or return the table of the caller's unfinished game.

    The caller takes part from then on. The first game at a deal counts; when it is over or the deal is closed, the deal
    can be played again out of competition, as soon as its games are shown.

    :raises Refused: `no_cup`, `no_deal`, `cup_closed`, `cup_removed`, `too_many`, `rate_limited`.
    """
    services, account, now = services_of(request), await person_of(request), now_ms()
    data = await _data(request, link, account, recent=True)
    # The others' games may be from a moment ago, but not the deal, which the host may have opened or closed just now.
    key = deal_id(data.cup.code, number)
    deal = (await services.daily_deals.store.find([key])).get(key)
    if deal is None:
        raise Refused(TableReason.NO_DEAL, "there is no such deal")
    own, is_open = data.game_of(account.id, number), deal.opens <= now < deal.closes
    runs = own is not None and own.points is None and now < deal.closes + GRACE_MS
    if not (runs or data.shows_games(account.id, number, now)):
        if not is_open:
            raise Refused(TableReason.CUP_CLOSED, "this deal is not open")
        if (entry := data.entry_of(account.id)) is None or entry.removed:
            await _enter(request, account, data.cup)
    return await begin(request, account, deal, now, ranked=is_open)


@get("/api/cups/{link:str}/deals/{number:int}/entries/{entry:int}/replay", media_type=RECORD)
async def show_cup_replay(
    request: AnyRequest, link: FromPath[str], number: FromPath[int], entry: FromPath[int]
) -> Stream:
    """Return the replay of someone's game at a deal, once the caller has played it or the cup is over.

    :raises Refused: `no_cup`, `no_game`, `game_running`, `not_found` if the game is not stored any more.
    """
    services, account = services_of(request), await person_of(request)
    data = await _data(request, link, account)
    found = next((each for each in data.entries if each.number == entry and not each.removed), None)
    game = None if found is None else data.game_of(found.person, number)
    if found is None or game is None or not data.shows_games(account.id, number, now_ms()):
        raise Refused(TableReason.NO_GAME, "there is no such game, or you have not played this deal yet")
    if game.points is None:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    if (room := await services.tables.get(game.table)) is None:
        raise Refused(TableReason.NOT_FOUND, "this game is not stored any more")
    name = found.name if data.shows_name(account.id, found.person) else ""
    return await replay_at(request, room, None, account.id, {found.person: name})


@get("/api/cups/{link:str}/table.csv")
async def export_cup(request: AnyRequest, link: FromPath[str]) -> Response[bytes]:
    """Return the table of a cup as CSV (UTF-8): a line for each person, with the points of each deal.

    :raises Refused: `no_session`, `no_cup`, `rate_limited`.
    """
    return await _table_file(request, link, "csv")


@get("/api/cups/{link:str}/table.xlsx")
async def save_cup(request: AnyRequest, link: FromPath[str]) -> Response[bytes]:
    """Return the table of a cup as an XLSX file, with the same columns as the CSV file.

    :raises Refused: `no_session`, `no_cup`, `rate_limited`.
    """
    return await _table_file(request, link, "xlsx")


async def _table_file(request: AnyRequest, link: str, form: Form) -> Response[bytes]:
    account = await person_of(request)
    cup = await _cup(request, link, account)
    named = cup.named or account.id == cup.host
    body = await services_of(request).cup_snapshots.file(cup, form, named=named)
    return saved_response(form, f"knobel-cup-{cup.code}", body)


@get("/api/cups/{link:str}/season")
async def show_season(request: AnyRequest, link: FromPath[str]) -> Response[Season]:
    """Return the table of the series to which a cup belongs, over its cups so far.

    :raises Refused: `no_session`, `no_cup`, `rate_limited`.
    """
    account = await person_of(request)
    cup = await _cup(request, link, account)
    found = await services_of(request).cup_snapshots.season(cup)
    return Response(season_view(found, account.id, named=cup.named or account.id == cup.host))


HANDLERS = [
    list_cups,
    open_cup,
    show_cup,
    change_cup,
    delete_cup,
    enter_cup,
    change_entry,
    open_deal,
    play_cup_deal,
    show_cup_replay,
    export_cup,
    save_cup,
    show_season,
]
