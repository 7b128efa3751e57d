"""Requests of the operator's page are accepted with the token and refused without it."""

import typing
from typing import Any

import httpx
import msgspec
import pytest

from knobel.server.operator.messages import AnyOperatorRequest, snake_case
from knobel.server.operator.routes import EARLIER_TAGS, decode_request
from knobel.server.options import ServerOptions
from knobel.server.runtime.startup import CannotServe
from knobel.server.serve import serve
from tests.server.client import Person, Server, Table

TOKEN = "the operator's, of 32 characters"
OPTIONS = {"operator_token": TOKEN}


async def ask(server: Server, request: Any, token: str | None = TOKEN) -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server.url) as http:
        return await http.post("/api/operator", json=request, headers=headers)


def chat_texts(table: Table) -> list[str]:
    """Return the chat messages that a person received, with their senders."""
    return [f"{each['sender']['name']}: {each['text']}" for each in table.others if each["type"] == "chat"]


async def test_the_operator_lists_broadcasts_and_closes(ann: Person, server: Server) -> None:
    table = await ann.join(await ann.open_table(game="knister", seats=2))
    (health,) = (await ask(server, {"request": "show_health"})).json()
    assert (health["processes"], health["people"], health["tables"], health["bots"]) == (1, 1, 1, 0)
    (seen,) = (await ask(server, {"request": "list_people", "most": 9})).json()
    assert (seen["name"], seen["here"], seen["table"]) == ("Ann", True, table.code)
    (told,) = (await ask(server, {"request": "broadcast_notice", "text": " We restart at ten. "})).json()
    assert told == {"told": " We restart at ten. ", "people": 1}
    await table.until(lambda: chat_texts(table) == ["Knobel: We restart at ten."])
    # A person who connects later receives the message too.
    late = await (await Person(server.url).arrive("Ben")).join(table.code)
    await late.until(lambda: chat_texts(late) == ["Knobel: We restart at ten."])
    assert (await ask(server, {"request": "broadcast_notice", "text": " "})).json()["reason"] == "empty_text"
    assert (await ask(server, {"request": "close_table", "code": table.code})).json() == [{"closed": table.code}]
    assert await table.closed_with() == 4003
    for nonsense in ({"request": "rule"}, {"request": "close_table"}, {}):
        answer = await ask(server, nonsense)
        assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")


EARLIER: list[dict[str, Any]] = [
    {"wish": "tables", "most": 1},
    {"wish": "table", "code": "ABCDEF"},
    {"wish": "people", "most": 1},
    {"wish": "close", "code": "ABCDEF"},
    {"wish": "remove", "person": "ann", "table": "ABCDEF"},
    {"wish": "erase", "person": "ann"},
    {"wish": "reports", "most": 1, "answered": True},
    {"wish": "answer", "number": 7, "text": "Thanks"},
    {"wish": "tell", "text": "Hello"},
    {"wish": "suspects"},
    {"wish": "clear", "person": "ann", "cleared": False},
    {"wish": "health"},
]
"""All requests as version 1.0 had them."""


@pytest.mark.parametrize("earlier", EARLIER, ids=lambda earlier: str(earlier["wish"]))
def test_requests_of_version_1_0_are_understood(earlier: dict[str, Any]) -> None:
    decoded = msgspec.to_builtins(decode_request(msgspec.json.encode(earlier)))
    assert decoded.pop("request") == EARLIER_TAGS[earlier["wish"]]
    assert decoded.items() >= {name: value for name, value in earlier.items() if name != "wish"}.items()


def test_all_requests_of_version_1_0_exist() -> None:
    assert {*EARLIER_TAGS.values()} <= {snake_case(each.__name__) for each in typing.get_args(AnyOperatorRequest)}
    assert [each["wish"] for each in EARLIER] == list(EARLIER_TAGS)


@pytest.mark.parametrize(
    "body",
    [
        {"wish": "rule"},
        {"wish": ["health"]},
        {"wish": "health", "request": "show_health"},
        {"wish": "close"},
        {"wish": "health", "more": 1},
        {"request": "health"},
        [],
        "health",
    ],
)
def test_other_requests_are_refused(body: Any) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_request(msgspec.json.encode(body))


async def test_wrong_tokens_are_limited(server: Server) -> None:
    wrong = [None, "?", TOKEN[:-1], TOKEN + "x", "no"]
    for token in wrong * 2:
        answer = await ask(server, {"request": "show_health"}, token)
        assert (answer.status_code, answer.json()["reason"]) == (401, "wrong_token")
    # On a slow machine further attempts become possible meanwhile.
    while (await ask(server, {"request": "show_health"}, "?")).status_code == 401:
        pass
    answer = await ask(server, {"request": "show_health"})
    assert (answer.status_code, answer.json()["reason"]) == (429, "rate_limited"), "not even the right one"


def test_without_a_token_there_is_no_operator(plain_server: Server) -> None:
    answer = httpx.post(f"{plain_server.url}/api/operator", json={"request": "show_health"})
    assert (answer.status_code, answer.json()["reason"]) == (404, "not_found")
    with pytest.raises(CannotServe, match="at least 16"):
        serve(ServerOptions(operator_token="short"))
