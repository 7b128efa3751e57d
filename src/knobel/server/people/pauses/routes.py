"""Routes for the caller's pause in games over days."""

from litestar import delete, get, post
from litestar.params import JSONBody

from knobel.server.http.parts import Part
from knobel.server.people.accounts import Account
from knobel.server.people.pauses.messages import NewPause, PauseState
from knobel.server.people.pauses.service import Pauses
from knobel.server.people.request_limits import within_budget


@get("/api/pause")
async def show_pause(caller: Part[Account], pauses: Part[Pauses]) -> PauseState:
    """Return the caller's pause and the days that are left."""
    return await pauses.state(caller.id)


@post("/api/pause", status_code=200, guards=[within_budget])
async def begin_pause(data: JSONBody[NewPause], caller: Part[Account], pauses: Part[Pauses]) -> PauseState:
    """Begin a pause of some days: the time of the caller's turns in games over days does not run."""
    await pauses.begin(caller.id, data.days)
    return await pauses.state(caller.id)


@delete("/api/pause", status_code=200)
async def end_pause(caller: Part[Account], pauses: Part[Pauses]) -> PauseState:
    """End the caller's pause."""
    await pauses.end(caller.id)
    return await pauses.state(caller.id)
