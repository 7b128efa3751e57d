"""Routes for groups: people who play together again and again."""

from typing import Any

from litestar import Response, delete, get, patch, post, put
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody

from knobel.clock import now_ms
from knobel.presentation.http_messages import NewTable, Opened
from knobel.presentation.sheet_scoring import MAX_SHEETS_BYTES
from knobel.server.database.store import Conflict
from knobel.server.deals.service import DailyDeals
from knobel.server.groups.days import group_day
from knobel.server.groups.messages import (
    ChangedGroup,
    ChangedMember,
    GroupDay,
    GroupSeason,
    GroupState,
    GroupSummary,
    NewGroup,
    PaperGame,
    SavedPaperGame,
    SeasonRanking,
)
from knobel.server.groups.opening import group_title, new_group
from knobel.server.groups.paper import paper_game
from knobel.server.groups.service import GroupService
from knobel.server.groups.store import Group, table_of_group
from knobel.server.http.parts import AnyRequest, OptionText, Part
from knobel.server.http.polled_responses import polled_response
from knobel.server.people.accounts import Account
from knobel.server.people.idempotency import open_once
from knobel.server.people.request_limits import RequestLimits, within_budget
from knobel.server.shared_rows.openings import Opening, OpeningStore
from knobel.server.tables.creation import TableCreation, opened
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.log.ranked_results import options_key
from knobel.tables.commands import new_key
from knobel.tables.refusals import Refused, TableReason
from knobel.unicode_text import load_json


async def find_own_group(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], groups: Part[GroupService]
) -> Group:
    """Return the group of the link in the path, of which the caller must be a member.

    :raises Refused: as `GroupService.of_member`.
    """
    return (await groups.of_member(request, link, caller)).group


async def find_hosted_group(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], groups: Part[GroupService]
) -> Group:
    """Return the group of the link in the path, of which the caller must be the host.

    :raises Refused: as `GroupService.hosted`.
    """
    return (await groups.hosted(request, link, caller)).group


REQUESTED_GROUP = {"own_group": Provide(find_own_group), "hosted_group": Provide(find_hosted_group)}
"""What route handlers receive about the group, by the name of the parameter."""


@get("/api/groups")
async def list_groups(caller: Part[Account], groups: Part[GroupService]) -> Response[list[GroupSummary]]:
    """Return the groups in which the caller is a member, the latest joined first."""
    return Response(await groups.summaries(caller))


@post("/api/groups")
async def open_group(
    request: AnyRequest,
    data: JSONBody[NewGroup],
    caller: Part[Account],
    groups: Part[GroupService],
    openings: Part[OpeningStore],
    request_limits: Part[RequestLimits],
) -> Opened:
    """Open a group with the caller as its host, and return its code and key.

    :raises Refused: `name_empty`, `too_large`, `too_many`, `rate_limited`.
    """

    async def open_new(opening: Opening | None) -> str:
        request_limits.check_newcomer(request)
        group = new_group(data.title, now_ms())
        await groups.open(caller, group, opening)
        return group.code

    try:
        group = await groups.store.find(await open_once(request, openings, caller, open_new))
    except Conflict:
        raise Refused(TableReason.STALE, "this code is taken: try again") from None
    if group is None:
        raise Refused(TableReason.NO_GROUP, "this group was dissolved")
    return Opened(code=group.code, key=group.key)


@get("/api/groups/{link:str}")
async def show_group(
    request: AnyRequest, link: FromPath[str], viewer: Part[Account | None], groups: Part[GroupService]
) -> Response[GroupState]:
    """Return a group, with its members and tables for members only. The `ETag` changes whenever something changes.

    :raises Refused: `no_group`, `rate_limited`.
    """
    return polled_response(request, groups.view(await groups.data(request, link, viewer), viewer))


@patch("/api/groups/{link:str}", guards=[within_budget])
async def change_group(
    data: JSONBody[ChangedGroup], caller: Part[Account], hosted_group: Part[Group], groups: Part[GroupService]
) -> GroupState:
    """Host: rename a group, change how people join it, or make another member the host. A refusal changes nothing.

    :raises Refused: `not_host`, `no_group`, `not_found`, `name_empty`, `too_large`, `rate_limited`.
    """
    code = hosted_group.code
    changes: dict[str, Any] = {}
    if data.title is not None:
        changes["title"] = group_title(data.title)
    if data.by_code is not None:
        changes["by_code"] = data.by_code
    if data.new_link:
        groups.limit.check(caller.id)
        changes["key"] = new_key()
    if not await groups.store.change(code, data.host, **changes):
        raise Refused(TableReason.NOT_FOUND, "there is no such member")
    return await groups.state(code, caller)


@delete("/api/groups/{link:str}", status_code=204, guards=[within_budget])
async def dissolve_group(hosted_group: Part[Group], groups: Part[GroupService]) -> None:
    """Host: dissolve a group. The members keep their results and their tables.

    :raises Refused: `not_host`, `no_group`.
    """
    await groups.store.delete(hosted_group.code)


@post("/api/groups/{link:str}/member", status_code=200)
async def join_group(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], groups: Part[GroupService]
) -> GroupState:
    """Become a member of a group.

    :raises Refused: `no_group`, `group_removed`, `too_many`, `rate_limited`.
    """
    group = (await groups.data(request, link, caller)).group
    await groups.join(caller, group)
    return await groups.state(group.code, caller)


@delete("/api/groups/{link:str}/member", status_code=204, guards=[within_budget])
async def leave_group(caller: Part[Account], own_group: Part[Group], groups: Part[GroupService]) -> None:
    """Leave a group. If the host leaves, the member with the longest membership becomes the host. The last member who
    leaves dissolves the group.

    :raises Refused: `not_member`, `no_group`.
    """
    await groups.store.leave(own_group.code, caller.id)


@post("/api/groups/{link:str}/host", status_code=200, guards=[within_budget])
async def take_over_group(caller: Part[Account], own_group: Part[Group], groups: Part[GroupService]) -> GroupState:
    """Become the host of a group whose host has been away for 30 days.

    Only the member with the longest membership may do so. Members who have been away for 30 days do not count.

    :raises Refused: `not_member`, `no_group`, `stale`.
    """
    await groups.take_over(caller, own_group.code)
    return await groups.state(own_group.code, caller)


@put("/api/groups/{link:str}/members/{person:str}", guards=[within_budget])
async def change_member(
    person: FromPath[str],
    data: JSONBody[ChangedMember],
    caller: Part[Account],
    hosted_group: Part[Group],
    groups: Part[GroupService],
) -> GroupState:
    """Host: remove a member, who cannot return, or take a person back.

    :raises Refused: `not_host`, `no_group`, `not_found`; `too_many`, if the group is full.
    """
    if person == caller.id:
        raise Refused(TableReason.NOT_FOUND, "you cannot remove yourself: leave the group")
    await groups.set_removed(hosted_group.code, person, removed=data.removed)
    return await groups.state(hosted_group.code, caller)


@post("/api/groups/{link:str}/tables")
async def open_group_table(
    request: AnyRequest,
    data: JSONBody[NewTable],
    caller: Part[Account],
    own_group: Part[Group],
    table_creation: Part[TableCreation],
    table_registry: Part[RoomRegistry],
    openings: Part[OpeningStore],
    request_limits: Part[RequestLimits],
) -> Opened:
    """Open a table for a group, and return its code and key. The games at it count for the group.

    :raises Refused: `not_member`, `no_group`, and the reasons for which tables cannot be opened.
    """

    async def open_new(opening: Opening | None) -> str:
        request_limits.check_newcomer(request)
        table_creation.limit.check(caller.id)
        room = await table_creation.open_table(
            caller, data, opening, also=lambda table: [table_of_group(own_group.code, table, now_ms())]
        )
        return room.log.code

    return opened(await table_registry.get(await open_once(request, openings, caller, open_new)))


@post("/api/groups/{link:str}/seasons", status_code=200, guards=[within_budget])
async def begin_season(caller: Part[Account], hosted_group: Part[Group], groups: Part[GroupService]) -> GroupState:
    """Host: begin a new season, whose table is empty. The tables of earlier seasons stay.

    :raises Refused: `not_host`, `no_group`, `stale` if nothing was played in the current one.
    """
    await groups.begin_season(hosted_group.code)
    return await groups.state(hosted_group.code, caller)


@get("/api/groups/{link:str}/season")
async def show_group_season(
    request: AnyRequest,
    caller: Part[Account],
    own_group: Part[Group],
    groups: Part[GroupService],
    ranking: FromQuery[SeasonRanking] = "places",
    season: FromQuery[int | None] = None,
    game: FromQuery[str | None] = None,
    options: OptionText = "{}",
) -> Response[GroupSeason]:
    """Return the table of a season, and the records of the group.

    :param season: the number of the season; without it, the current one.
    :param game: the game to which the table is limited, with its complete `options` as a JSON object.
    :raises Refused: `not_member`, `no_group`, `bad_setup`.
    """
    try:
        kind = None if game is None else (game, options_key(load_json(options)))
    except (ValueError, TypeError, RecursionError) as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    return polled_response(request, await groups.season(own_group.code, caller, season, ranking, kind))


@post("/api/groups/{link:str}/paper", request_max_body_size=MAX_SHEETS_BYTES, guards=[within_budget])
async def save_paper_game(
    request: AnyRequest,
    link: FromPath[str],
    data: JSONBody[PaperGame],
    caller: Part[Account],
    groups: Part[GroupService],
    openings: Part[OpeningStore],
) -> SavedPaperGame:
    """Store the results of a game that was played on paper. They count for the group, and are never ranked.

    The rules count the points of the sheets.

    :raises Refused: `not_member`, `no_group`, `not_found`, `bad_setup`, `malformed`, `too_many`, `bad_name`,
        `rate_limited`; `stale`, if the group or a player was deleted in the meantime.
    """
    group = await groups.of_member(request, link, caller)
    game = paper_game(data, [member.person for member in group.members], now_ms())

    async def save(opening: Opening | None) -> str:
        return await groups.save_paper_game(caller, group.group.code, game, opening)

    try:
        return SavedPaperGame(code=await open_once(request, openings, caller, save))
    except Conflict:
        raise Refused(TableReason.STALE, "the group has changed: try again") from None


@delete("/api/groups/{link:str}/paper/{code:str}", status_code=204, guards=[within_budget])
async def delete_paper_game(
    request: AnyRequest, link: FromPath[str], code: FromPath[str], caller: Part[Account], groups: Part[GroupService]
) -> None:
    """Delete a game on paper, which only the host and the member who saved it may do.

    :raises Refused: `not_member`, `no_group`, `not_found`.
    """
    data = await groups.of_member(request, link, caller)
    saved_by = None if data.is_host(caller.id) else caller.id
    if not await groups.store.delete_paper_game(data.group.code, code, saved_by):
        raise Refused(TableReason.NOT_FOUND, "there is no such game, or another member saved it")


@get("/api/groups/{link:str}/days/{day:str}")
async def show_group_day(
    request: AnyRequest,
    link: FromPath[str],
    day: FromPath[str],
    caller: Part[Account],
    groups: Part[GroupService],
    daily_deals: Part[DailyDeals],
) -> Response[GroupDay]:
    """Return the results of the members at the deals of a day, a date like `2026-11-25` or `today`.

    :raises Refused: `not_member`, `no_group`, `no_deal`.
    """
    data, now = await groups.of_member(request, link, caller), now_ms()
    members = [member.person for member in data.members]
    date = await daily_deals.date(day, now)
    return polled_response(request, await group_day(daily_deals.store, date, members, caller.id, now))
