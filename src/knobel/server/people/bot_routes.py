"""Routes for personal bots: programs that play at tables and authenticate with tokens."""

from dataclasses import asdict

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from knobel.presentation import http_messages
from knobel.server.people.erasure import erase_person
from knobel.server.people.routes import AnyRequest, limit_person, person_of, services_of


@get("/api/bots")
async def list_bots(request: AnyRequest) -> Response[list[http_messages.OwnBot]]:
    """Return the caller's bots, the oldest first."""
    bots = await services_of(request).people.bots(await person_of(request))
    return Response([http_messages.OwnBot(**asdict(bot)) for bot in bots])


@post("/api/bots")
async def create_bot(request: AnyRequest, data: JSONBody[http_messages.NewName]) -> Response[http_messages.OwnBot]:
    """Create a personal bot. Its token is returned only here."""
    account = await person_of(request)
    services_of(request).store.budget.check()
    bot, token = await services_of(request).people.create_bot(account, data.name)
    return Response(http_messages.OwnBot(**asdict(bot), token=token), status_code=201)


@delete("/api/bots/{bot:str}", status_code=204)
async def revoke_bot(request: AnyRequest, bot: FromPath[str]) -> None:
    """Revoke a bot's token and delete the bot. At its tables, a bot of the server plays on."""
    services, account = services_of(request), await person_of(request)
    found = await services.people.own_bot(account, bot)
    limit_person(request, found)
    await erase_person(services, found)


HANDLERS = [list_bots, create_bot, revoke_bot]
