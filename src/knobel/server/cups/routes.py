"""Routes for cups: contests in which everybody plays the same deals."""

from litestar import Response, delete, get, patch, post, put
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream

from knobel.clock import now_ms
from knobel.presentation.deal_days import GRACE_MS
from knobel.presentation.http_messages import Opened
from knobel.server.cups import messages
from knobel.server.cups.opening import deals_of, new_cup
from knobel.server.cups.seasons import season_view
from knobel.server.cups.service import CupService
from knobel.server.cups.store import Cup, deal_id
from knobel.server.cups.views import CupData, view
from knobel.server.database.store import Conflict, Store
from knobel.server.deals.first_tries import FirstTries
from knobel.server.deals.service import DailyDeals
from knobel.server.groups.store import Group
from knobel.server.http.files import saved_response
from knobel.server.http.long_responses import RECORD
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.http.polled_responses import polled_response
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.request_limits import RequestLimits, within_budget
from knobel.server.people.titles import clean_title
from knobel.server.shared_rows.openings import Opening, OpeningStore
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.records.replays import replay_at
from knobel.spreadsheets import Form
from knobel.tables.refusals import Refused, TableReason


async def find_cup(request: AnyRequest, link: FromPath[str], caller: Part[Account], cups: Part[CupService]) -> Cup:
    """Return the cup of the link in the path.

    :raises Refused: `no_cup`, `rate_limited`.
    """
    return await cups.find(request, link, caller)


async def find_hosted_cup(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], cups: Part[CupService]
) -> CupData:
    """Return the data of the cup of the link in the path, of which the caller must be the host.

    :raises Refused: `not_host`, `no_cup`, `rate_limited`.
    """
    return await cups.hosted(request, link, caller)


REQUESTED_CUP = {"cup": Provide(find_cup), "hosted_cup": Provide(find_hosted_cup)}
"""What route handlers receive about the cup, by the name of the parameter."""


@get("/api/cups")
async def list_cups(caller: Part[Account], cups: Part[CupService]) -> Response[list[messages.CupSummary]]:
    """Return the cups that the caller hosts or takes part in, the latest first."""
    return Response([_summary(cup, caller) for cup in await cups.store.of_person(caller.id)])


def _summary(cup: Cup, account: Account) -> messages.CupSummary:
    return messages.CupSummary(
        code=cup.code,
        key="" if cup.by_code else cup.key,
        title=cup.title,
        game=cup.game,
        deals=cup.deals,
        opens=cup.opens,
        closes=cup.closes,
        hosted=cup.is_host(account.id),
    )


@post("/api/cups")
async def open_cup(
    request: AnyRequest,
    data: JSONBody[messages.NewCup],
    caller: Part[Account],
    cups: Part[CupService],
    openings: Part[OpeningStore],
    request_limits: Part[RequestLimits],
) -> Opened:
    """Open a cup, and return its code and key.

    :raises Refused: `bad_setup`, `too_large`, `not_member`, `rate_limited`.
    """

    async def open_new(opening: Opening | None) -> str:
        request_limits.check_newcomer(request)
        await cups.check_group(data.group, caller)
        cup = new_cup(data, caller.id, now_ms())
        cups.limit.check(caller.id)
        await cups.store.add(cup, deals_of(cup), opening)
        return cup.code

    try:
        cup = await cups.store.find(await open_once(request, openings, caller, open_new))
    except Conflict:
        raise Refused(TableReason.STALE, "this code is taken: try again") from None
    if cup is None:
        raise Refused(TableReason.NO_CUP, "this cup was deleted")
    return Opened(code=cup.code, key="" if cup.by_code else cup.key)


@get("/api/cups/{link:str}")
async def show_cup(
    request: AnyRequest, link: FromPath[str], viewer: Part[Account | None], cups: Part[CupService]
) -> Response[messages.CupState]:
    """Return a cup with its table. The `ETag` changes whenever something in it changes.

    :raises Refused: `no_cup`, `rate_limited`.
    """
    data, person = await cups.data(request, link, viewer, recent=True), None if viewer is None else viewer.id
    # Most visitors who do not take part see the same answer.
    looks_on = not data.cup.is_host(person) and data.entry_of(person) is None
    return polled_response(request, view(data, person, now_ms()), data.packed if looks_on else None)


@patch("/api/cups/{link:str}", guards=[within_budget])
async def change_cup(
    data: JSONBody[messages.ChangedCup], caller: Part[Account], hosted_cup: Part[CupData], cups: Part[CupService]
) -> messages.CupState:
    """Host: rename a cup, end it early, or end its series.

    :raises Refused: `not_host`, `no_cup`, `too_large`.
    """
    cup = hosted_cup.cup
    title = None if data.title is None else clean_title(data.title)
    await cups.store.change(cup, now_ms(), title=title, ends=data.end, series_ends=data.repeat is False)
    return await cups.state(cup, caller)


@delete("/api/cups/{link:str}", status_code=204, guards=[within_budget])
async def delete_cup(hosted_cup: Part[CupData], cups: Part[CupService], series: FromQuery[bool] = False) -> None:
    """Host: delete a cup with its table, or with `series` all cups of its series. The players keep their games.

    :raises Refused: `not_host`, `no_cup`.
    """
    await cups.store.delete(hosted_cup.series if series else [hosted_cup.cup], now_ms())


@post("/api/cups/{link:str}/entry", status_code=200)
async def enter_cup(caller: Part[Account], cup: Part[Cup], cups: Part[CupService]) -> messages.CupState:
    """Take part in a cup.

    :raises Refused: `no_cup`, `cup_closed`, `too_many`, `rate_limited`.
    """
    await cups.enter(caller, cup)
    return await cups.state(cup, caller)


@put("/api/cups/{link:str}/entries/{number:int}")
async def change_entry(
    number: FromPath[int],
    data: JSONBody[messages.ChangedEntry],
    caller: Part[Account],
    hosted_cup: Part[CupData],
    cups: Part[CupService],
) -> messages.CupState:
    """Host: remove an entry from a cup, or take it back.

    :raises Refused: `not_host`, `no_cup`, `not_found`; `too_many`, if the cup is full.
    """
    await cups.set_removed(hosted_cup, number, removed=data.removed)
    return await cups.state(hosted_cup.cup, caller)


@put("/api/cups/{link:str}/entries/{number:int}/team")
async def choose_team(
    request: AnyRequest,
    link: FromPath[str],
    number: FromPath[int],
    data: JSONBody[messages.ChosenTeam],
    caller: Part[Account],
    cups: Part[CupService],
) -> messages.CupState:
    """Put an entry into a team: the host any entry, others their own before their first game, if people choose.

    :raises Refused: `no_cup`, `not_found`, `not_host`, `cup_closed`, `rate_limited`.
    """
    found = await cups.data(request, link, caller, recent=True)
    await cups.set_team(found, caller, number, data.team)
    return await cups.state(found.cup, caller)


@get("/api/groups/{link:str}/cups")
async def list_group_cups(
    caller: Part[Account], own_group: Part[Group], cups: Part[CupService]
) -> Response[list[messages.CupSummary]]:
    """Return the cups of a group, the latest first.

    :raises Refused: `not_member`, `no_group`, `rate_limited`.
    """
    return Response([_summary(cup, caller) for cup in await cups.store.of_group(own_group.code)])


@post("/api/cups/{link:str}/deals/{number:int}/open", status_code=200)
async def open_deal(
    number: FromPath[int], caller: Part[Account], hosted_cup: Part[CupData], cups: Part[CupService]
) -> messages.CupState:
    """Host of a cup at the host's pace: open a deal for all; earlier ones cannot be begun any more.

    :raises Refused: `not_host`, `no_cup`, `no_deal`, `cup_closed`.
    """
    cup, now = hosted_cup.cup, now_ms()
    if number not in hosted_cup.deals or not cup.paced:
        raise Refused(TableReason.NO_DEAL, "there is no such deal to open")
    if not cup.opens <= now < cup.closes:
        raise Refused(TableReason.CUP_CLOSED, "this cup is not open")
    await cups.store.open_deal(cup, number, now)
    return await cups.state(cup, caller)


@post("/api/cups/{link:str}/deals/{number:int}")
async def play_cup_deal(
    request: AnyRequest,
    link: FromPath[str],
    number: FromPath[int],
    caller: Part[Account],
    cups: Part[CupService],
    daily_deals: Part[DailyDeals],
    first_tries: Part[FirstTries],
) -> Response[Opened]:
    """Open a table that plays a deal of a cup, or return the table of the caller's unfinished game.

    The caller takes part from then on. The first game at a deal counts; when it is over or the deal is closed, the deal
    can be played again out of competition, as soon as its games are shown.

    :raises Refused: `no_cup`, `no_deal`, `cup_closed`, `cup_removed`, `too_many`, `rate_limited`.
    """
    now = now_ms()
    data = await cups.data(request, link, caller, recent=True)
    # The others' games may be from a moment ago, but not the deal, which the host may have opened or closed just now.
    key = deal_id(data.cup.code, number)
    deal = (await daily_deals.store.find([key])).get(key)
    if deal is None:
        raise Refused(TableReason.NO_DEAL, "there is no such deal")
    own, is_open = data.game_of(caller.id, number), deal.opens <= now < deal.closes
    runs = own is not None and own.points is None and now < deal.closes + GRACE_MS
    if not (runs or data.shows_games(caller.id, number, now)):
        if not is_open:
            raise Refused(TableReason.CUP_CLOSED, "this deal is not open")
        if (entry := data.entry_of(caller.id)) is None or entry.removed:
            await cups.enter(caller, data.cup)
    return await first_tries.begin(request, caller, deal, now, ranked=is_open)


@get("/api/cups/{link:str}/deals/{number:int}/entries/{entry:int}/replay", media_type=RECORD)
async def show_cup_replay(
    request: AnyRequest,
    link: FromPath[str],
    number: FromPath[int],
    entry: FromPath[int],
    caller: Part[Account],
    cups: Part[CupService],
    table_registry: Part[RoomRegistry],
    store: Part[Store],
) -> Stream:
    """Return the replay of someone's game at a deal, once the caller has played it or the cup is over.

    :raises Refused: `no_cup`, `no_game`, `game_running`, `not_found` if the game is not stored any more.
    """
    data = await cups.data(request, link, caller)
    found = next((each for each in data.entries if each.number == entry and not each.removed), None)
    game = None if found is None else data.game_of(found.person, number)
    if found is None or game is None or not data.shows_games(caller.id, number, now_ms()):
        raise Refused(TableReason.NO_GAME, "there is no such game, or you have not played this deal yet")
    if game.points is None:
        raise Refused(TableReason.GAME_RUNNING, "this game is not over yet")
    if (room := await table_registry.get(game.table)) is None:
        raise Refused(TableReason.NOT_FOUND, "this game is not stored any more")
    name = found.name if data.shows_name(caller.id, found.person) else ""
    return await replay_at(request, store, room, None, caller.id, {found.person: name})


@get("/api/cups/{link:str}/table.csv")
async def export_cup(caller: Part[Account], cup: Part[Cup], cups: Part[CupService]) -> Response[bytes]:
    """Return the table of a cup as CSV (UTF-8): a line for each person, with the points of each deal.

    :raises Refused: `no_session`, `no_cup`, `rate_limited`.
    """
    return await _standings_file(cups, cup, caller, "csv")


@get("/api/cups/{link:str}/table.xlsx")
async def save_cup(caller: Part[Account], cup: Part[Cup], cups: Part[CupService]) -> Response[bytes]:
    """Return the table of a cup as an XLSX file, with the same columns as the CSV file.

    :raises Refused: `no_session`, `no_cup`, `rate_limited`.
    """
    return await _standings_file(cups, cup, caller, "xlsx")


async def _standings_file(cups: CupService, cup: Cup, account: Account, form: Form) -> Response[bytes]:
    named = cup.named or cup.is_host(account.id)
    body = await cups.snapshots.file(cup, form, named=named)
    return saved_response(form, f"knobel-cup-{cup.code}", body)


@get("/api/cups/{link:str}/season")
async def show_season(caller: Part[Account], cup: Part[Cup], cups: Part[CupService]) -> Response[messages.Season]:
    """Return the table of the series to which a cup belongs, over its cups so far.

    :raises Refused: `no_session`, `no_cup`, `rate_limited`.
    """
    found = await cups.snapshots.season(cup)
    return Response(season_view(found, caller.id, named=cup.named or cup.is_host(caller.id)))
