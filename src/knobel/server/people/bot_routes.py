"""Routes for personal bots: programs that play at tables and authenticate with tokens."""

from dataclasses import asdict

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from knobel.presentation import http_messages
from knobel.server.http.parts import Part
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.erasure import PersonErasure
from knobel.server.people.request_limits import RequestLimits, within_budget


@get("/api/bots")
async def list_bots(caller: Part[Account], accounts: Part[AccountRegistry]) -> Response[list[http_messages.OwnBot]]:
    """Return the caller's bots, the oldest first."""
    return Response([http_messages.OwnBot(**asdict(bot)) for bot in await accounts.bots(caller)])


@post("/api/bots", guards=[within_budget])
async def create_bot(
    data: JSONBody[http_messages.NewName], caller: Part[Account], accounts: Part[AccountRegistry]
) -> Response[http_messages.OwnBot]:
    """Create a personal bot. Its token is returned only here."""
    bot, token = await accounts.create_bot(caller, data.name)
    return Response(http_messages.OwnBot(**asdict(bot), token=token), status_code=201)


@delete("/api/bots/{bot:str}", status_code=204)
async def revoke_bot(
    bot: FromPath[str],
    caller: Part[Account],
    accounts: Part[AccountRegistry],
    erasure: Part[PersonErasure],
    request_limits: Part[RequestLimits],
) -> None:
    """Revoke a bot's token and delete the bot. At its tables, a bot of the server plays on."""
    found = await accounts.personal_bot(caller, bot)
    request_limits.persons.check(found.id)
    await erasure.erase(found)
