"""Routes for the address of the caller's calendar, and for the calendar, which needs no session but its address."""

from typing import Any

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from knobel.server.http.parts import AnyRequest, Part
from knobel.server.http.polled_responses import polled_bytes
from knobel.server.http.request_url import url_of
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import Account
from knobel.server.people.request_limits import within_budget
from knobel.server.tables.calendar.messages import CalendarState, NewCalendar
from knobel.server.tables.calendar.service import Calendars


@get("/api/calendar")
async def show_calendar(caller: Part[Account], calendars: Part[Calendars]) -> CalendarState:
    """Return when the address of the caller's calendar was made."""
    return await calendars.state(caller.id)


@post("/api/calendar", status_code=201, guards=[within_budget])
async def make_calendar(
    data: JSONBody[NewCalendar], caller: Part[Account], calendars: Part[Calendars]
) -> CalendarState:
    """Make an address of the caller's calendar, which replaces the one before. It is sent only once."""
    return await calendars.make(caller, data.language)


@delete("/api/calendar", status_code=200)
async def revoke_calendar(caller: Part[Account], calendars: Part[Calendars]) -> CalendarState:
    """Revoke the address of the caller's calendar."""
    await calendars.revoke(caller.id)
    return await calendars.state(caller.id)


@get("/api/calendar/{name:str}", media_type="text/calendar")
async def show_deadlines(
    request: AnyRequest, name: FromPath[str], calendars: Part[Calendars], server_options: Part[ServerOptions]
) -> Response[Any]:
    """Return the calendar at a secret address (RFC 5545): the deadlines of the games that wait for its person."""
    url = server_options.shareable_url or url_of(request, server_options.root_path)
    return polled_bytes(request, await calendars.file(name, url), "text/calendar")
