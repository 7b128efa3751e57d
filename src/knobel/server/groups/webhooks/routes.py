"""Routes for the webhook of a group, for its host."""

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from knobel.server.groups.service import GroupService
from knobel.server.groups.webhooks.messages import NewWebhook, WebhookAnswer, WebhookState
from knobel.server.groups.webhooks.service import Webhooks
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.people.accounts import Account
from knobel.server.people.request_limits import RequestLimits


@get("/api/groups/{link:str}/webhook")
async def show_webhook(
    request: AnyRequest,
    link: FromPath[str],
    caller: Part[Account],
    groups: Part[GroupService],
    webhooks: Part[Webhooks],
) -> WebhookState:
    """Host: return the webhook of a group, and the hosts to which this server sends news.

    :raises Refused: `not_host`, `no_group`.
    """
    return await webhooks.state((await groups.hosted(request, link, caller)).group.code)


@put("/api/groups/{link:str}/webhook")
async def change_webhook(
    request: AnyRequest,
    link: FromPath[str],
    data: JSONBody[NewWebhook],
    caller: Part[Account],
    groups: Part[GroupService],
    webhooks: Part[Webhooks],
    request_limits: Part[RequestLimits],
) -> WebhookState:
    """Host: tell an address what happens in a group.

    :raises Refused: `webhook_refused`, `stale`, `not_host`, `no_group`.
    """
    request_limits.budget.check()
    code = (await groups.hosted(request, link, caller)).group.code
    await webhooks.put(code, caller, data)
    return await webhooks.state(code)


@delete("/api/groups/{link:str}/webhook", status_code=200)
async def remove_webhook(
    request: AnyRequest,
    link: FromPath[str],
    caller: Part[Account],
    groups: Part[GroupService],
    webhooks: Part[Webhooks],
) -> WebhookState:
    """Host: send nothing more, and delete the address.

    :raises Refused: `not_host`, `no_group`.
    """
    code = (await groups.hosted(request, link, caller)).group.code
    await webhooks.store.remove(code)
    return await webhooks.state(code)


@post("/api/groups/{link:str}/webhook/test", status_code=200)
async def try_webhook(
    request: AnyRequest,
    link: FromPath[str],
    caller: Part[Account],
    groups: Part[GroupService],
    webhooks: Part[Webhooks],
) -> WebhookAnswer:
    """Host: send a message to the webhook now, and return how it was answered.

    :raises Refused: `not_found`, `webhook_refused`, `not_host`, `no_group`, `rate_limited`.
    """
    return await webhooks.test((await groups.hosted(request, link, caller)).group.code, caller)
