"""Routes for the notices of the caller's device."""

from litestar import delete, get, put
from litestar.params import JSONBody

from knobel.server.http.parts import Part
from knobel.server.notices.messages import NewNotices, NoticeState
from knobel.server.notices.service import Notices
from knobel.server.people.accounts import Device
from knobel.server.people.request_limits import within_budget


@get("/api/notices")
async def show_notices(caller_device: Part[Device], notices: Part[Notices]) -> NoticeState:
    """Return the notice settings of the caller's device, and the key with which a browser subscribes."""
    return await notices.state(caller_device)


@put("/api/notices", guards=[within_budget])
async def receive_notices(
    data: JSONBody[NewNotices], caller_device: Part[Device], notices: Part[Notices]
) -> NoticeState:
    """Send notices to the caller's device by Web Push."""
    await notices.subscribe(caller_device, data)
    return await notices.state(caller_device)


@delete("/api/notices", status_code=200)
async def stop_notices(caller_device: Part[Device], notices: Part[Notices]) -> NoticeState:
    """Send no more notices to the caller's device, and delete its subscription."""
    await notices.unsubscribe(caller_device)
    return await notices.state(caller_device)
