"""Requests of the operator's page are accepted with the token and refused without it."""

from typing import Any

import httpx
import pytest

from knobel.server.options import ServerOptions
from knobel.server.runtime.startup import CannotServe
from knobel.server.serve import serve
from tests.server.client import Person, Server, Table

TOKEN = "the operator's, of 32 characters"
OPTIONS = {"operator_token": TOKEN}


async def ask(server: Server, wish: Any, token: str | None = TOKEN) -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server.url) as http:
        return await http.post("/api/operator", json=wish, headers=headers)


def chat_texts(table: Table) -> list[str]:
    """Return the chat messages that a person received, with their senders."""
    return [f"{each['sender']['name']}: {each['text']}" for each in table.others if each["type"] == "chat"]


def test_the_operator_lists_broadcasts_and_closes(run: Any) -> None:
    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive("Ann")
        table = await ann.join(await ann.open_table(game="knister", seats=2))
        (health,) = (await ask(server, {"wish": "health"})).json()
        assert (health["processes"], health["people"], health["tables"], health["bots"]) == (1, 1, 1, 0)
        (seen,) = (await ask(server, {"wish": "people", "most": 9})).json()
        assert (seen["name"], seen["here"], seen["table"]) == ("Ann", True, table.code)
        (told,) = (await ask(server, {"wish": "tell", "text": " We restart at ten. "})).json()
        assert told == {"told": " We restart at ten. ", "people": 1}
        await table.until(lambda: chat_texts(table) == ["Knobel: We restart at ten."])
        # A person who connects later receives the message too.
        late = await (await Person(server.url).arrive("Ben")).join(table.code)
        await late.until(lambda: chat_texts(late) == ["Knobel: We restart at ten."])
        assert (await ask(server, {"wish": "tell", "text": " "})).json()["reason"] == "empty_text"
        assert (await ask(server, {"wish": "close", "code": table.code})).json() == [{"closed": table.code}]
        assert await table.closed_with() == 4003
        for nonsense in ({"wish": "rule"}, {"wish": "close"}, {}):
            answer = await ask(server, nonsense)
            assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")

    run(story)


def test_wrong_tokens_are_limited(run: Any) -> None:
    async def story(server: Server) -> None:
        wrong = [None, "?", TOKEN[:-1], TOKEN + "x", "no"]
        for token in wrong * 2:
            answer = await ask(server, {"wish": "health"}, token)
            assert (answer.status_code, answer.json()["reason"]) == (401, "wrong_token")
        # On a slow machine further attempts become possible meanwhile.
        while (await ask(server, {"wish": "health"}, "?")).status_code == 401:
            pass
        answer = await ask(server, {"wish": "health"})
        assert (answer.status_code, answer.json()["reason"]) == (429, "rate_limited"), "not even the right one"

    run(story)


def test_without_a_token_there_is_no_operator(plain_server: Server) -> None:
    answer = httpx.post(f"{plain_server.url}/api/operator", json={"wish": "health"})
    assert (answer.status_code, answer.json()["reason"]) == (404, "not_found")
    with pytest.raises(CannotServe, match="at least 16"):
        serve(ServerOptions(operator_token="short"))
