"""Routes for the webhook of a group, for its host."""

from litestar import delete, get, post, put
from litestar.params import JSONBody

from knobel.server.groups.store import Group
from knobel.server.groups.webhooks.messages import NewWebhook, WebhookAnswer, WebhookState
from knobel.server.groups.webhooks.service import Webhooks
from knobel.server.http.parts import Part
from knobel.server.people.accounts import Account
from knobel.server.people.request_limits import within_budget


@get("/api/groups/{link:str}/webhook")
async def show_webhook(hosted_group: Part[Group], webhooks: Part[Webhooks]) -> WebhookState:
    """Host: return the webhook of a group, and the hosts to which this server sends news.

    :raises Refused: `not_host`, `no_group`.
    """
    return await webhooks.state(hosted_group.code)


@put("/api/groups/{link:str}/webhook", guards=[within_budget])
async def change_webhook(
    data: JSONBody[NewWebhook], caller: Part[Account], hosted_group: Part[Group], webhooks: Part[Webhooks]
) -> WebhookState:
    """Host: send the news of a group to an address.

    :raises Refused: `webhook_refused`, `stale`, `not_host`, `no_group`.
    """
    await webhooks.put(hosted_group.code, caller, data)
    return await webhooks.state(hosted_group.code)


@delete("/api/groups/{link:str}/webhook", status_code=200)
async def remove_webhook(hosted_group: Part[Group], webhooks: Part[Webhooks]) -> WebhookState:
    """Host: send nothing more, and delete the address.

    :raises Refused: `not_host`, `no_group`.
    """
    await webhooks.store.remove(hosted_group.code)
    return await webhooks.state(hosted_group.code)


@post("/api/groups/{link:str}/webhook/test", status_code=200)
async def try_webhook(caller: Part[Account], hosted_group: Part[Group], webhooks: Part[Webhooks]) -> WebhookAnswer:
    """Host: send a message to the webhook now, and return how it was answered.

    :raises Refused: `not_found`, `webhook_refused`, `not_host`, `no_group`, `rate_limited`.
    """
    return await webhooks.test(hosted_group.code, caller)
