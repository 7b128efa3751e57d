"""News of groups, sent to a service on this machine."""

import asyncio
import json
import re
import signal
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from knobel.clock import now_ms
from knobel.server.database import schema
from knobel.server.groups.webhooks.destinations import DESTINATIONS
from knobel.server.groups.webhooks.messages import NEWS_KINDS, GroupNews, News, NewsPerson
from knobel.server.groups.webhooks.plain_text import ZERO_WIDTH_SPACE, plain
from knobel.server.groups.webhooks.store import WebhookStore
from knobel.server.groups.webhooks.texts import text
from knobel.server.notices.outgoing import Outgoing
from knobel.server.shared_rows.group_news import game_begun, game_over
from tests.server.client import Person, Server, complaining, tell, two
from tests.server.cups.test_routes import refusal, sent
from tests.server.dying import DieAt
from tests.server.groups.test_routes import opened, play
from tests.server.groups.webhook_receiver import Receiver, receiver
from tests.server.notices.test_push import FAST as FAST_NOTICES
from tests.server.notices.test_push import counted, everybody_leads, other_complaints, until

FAST = FAST_NOTICES | {"knobel.server.shared_rows.group_news.COLLECT_MS": 0}
ALL = ["begun", "over", "season", "cup"]


@pytest.fixture
def chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """Yield a service whose certificate the servers trust that are started afterwards."""
    with receiver(tmp_path) as service:
        monkeypatch.setenv("SSL_CERT_FILE", str(service.certificate))
        yield service


@pytest.fixture
def server(tmp_path: Path, chat: Receiver) -> Iterator[Server]:
    server = Server(tmp_path, FAST, **chat.options())
    server.set_clock(0)
    server.start()
    yield server
    assert not other_complaints(server.stop())


async def connect(host: Person, link: str, chat: Receiver, kinds: list[str] | None = None, **settings: Any) -> None:
    """Let a service receive the news of a group."""
    wanted: dict[str, Any] = {"url": f"{chat.origin}/hook/secret", "format": "json", "language": "en"}
    body = wanted | {"kinds": ALL if kinds is None else kinds} | settings
    state = await sent(await host.http.put(f"/api/groups/{link}/webhook", json=body))
    assert state["webhook"]["host"] == f"localhost:{chat.port}"
    assert "secret" not in str(state), "the address is not shown"


async def messages(chat: Receiver, count: int) -> list[Any]:
    await until(lambda: len(chat.messages) >= count)
    return chat.messages


async def news(chat: Receiver, count: int) -> list[Any]:
    """Wait until a number of news have arrived, and return them."""
    await until(lambda: sum(len(message["news"]) for message in chat.messages) >= count)
    return [each for message in chat.messages for each in message["news"]]


async def test_messages_about_games_seasons_and_cups(server: Server, chat: Receiver) -> None:
    ann, ben, cat = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Cat")]
    link = await opened(ann, ben, title="The Millers")
    code = link.partition("-")[0]
    await connect(ann, link, chat)
    # Cat plays with them, and is no member.
    table = await play(link, ann, ben, cat)
    found = await news(chat, 2)
    assert [(each["kind"], each["game"]) for each in found] == [("begun", "knister"), ("over", "knister")]
    people = found[1]["people"]
    assert {person["name"] for person in people} == {"Ann", "Ben", None}
    assert [person["place"] for person in people] == [1, 1, 1], "all take the first action"
    last = chat.messages[-1]
    assert last["group"] == "The Millers"
    assert "Game over: Knister – 1. " in last["text"]
    assert "somebody" in last["text"]
    said = str(chat.messages)
    assert all(secret not in said for secret in ("Cat", table, code, link, ann.id, ben.id))
    await sent(await ann.http.post(f"/api/groups/{link}/seasons"))
    season = (await news(chat, 3))[2]
    assert (season["kind"], season["season"]) == ("season", 1)
    assert {(person["place"], person["name"], person["points"]) for person in season["people"]} == {
        (1, "Ann", 50.0),
        (1, "Ben", 50.0),
    }
    soon = now_ms() + 3600_000
    new = {"title": "Ours", "game": "knaster", "deals": 1, "opens": soon, "closes": soon + 3600_000}
    await sent(await ben.http.post("/api/cups", json=new | {"group": code}))
    await sent(await ben.http.post("/api/cups", json=new))
    server.set_clock(3700)
    cup = (await news(chat, 4))[3]
    assert (cup["kind"], cup["game"], cup["title"]) == ("cup", "knaster", "Ours")
    ids = [message["id"] for message in chat.messages]
    assert ids == sorted(set(ids))
    # Elsewhere nothing is told, nor of a game of one person.
    await play(link, ann)
    await (await cat.join(await cat.open_table(game="knister", seats=1, start=True))).play()
    await play(link, ben, ann)
    assert [each["kind"] for each in await news(chat, 6)][4:] == ["begun", "over"]


def test_the_statements_of_a_game_are_built_once() -> None:
    one, other = ([*game_begun(table, 1, "knister", 5), *game_over(table, 1, "knister", 9)] for table in ("A", "B"))
    assert [id(statement) for statement, _ in one] == [id(statement) for statement, _ in other]


async def test_one_message_for_many_after_failures(ann: Person, ben: Person, server: Server, chat: Receiver) -> None:
    link = await opened(ann, ben, title="A")
    chat.answers = [(500, {}), (429, {"retry-after": "7200"})]
    await connect(ann, link, chat, ["over"], language="de")
    for _ in range(3):
        await play(link, ann, ben)
    await until(lambda: counted(server, "failures = 2", "webhooks"))
    assert (await sent(await ann.http.get(f"/api/groups/{link}/webhook")))["webhook"]["failures"] == 2
    server.set_clock(7300)
    (message,) = await messages(chat, 1)
    assert [each["kind"] for each in message["news"]] == ["over"] * 3
    assert message["text"].count("Vorbei: Knister – 1. Ann") == 3
    await until(lambda: not counted(server, "TRUE", "group_news"))
    assert (await sent(await ann.http.get(f"/api/groups/{link}/webhook")))["webhook"]["failures"] == 0


async def test_only_the_host_and_permitted_addresses(ann: Person, ben: Person, server: Server, chat: Receiver) -> None:
    link = await opened(ann, ben)
    path = f"/api/groups/{link}/webhook"
    body: dict[str, Any] = {"url": f"{chat.origin}/x", "format": "json", "language": "en", "kinds": ALL}
    state = await sent(await ann.http.get(path))
    assert [each["name"] for each in state.pop("formats")] == list(DESTINATIONS)
    assert state == {"permitted": [f"localhost:{chat.port}"], "kinds": list(NEWS_KINDS), "webhook": None}
    for method, more in (("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/test")):
        answer = await ben.http.request(method, path + more, json=body if method == "PUT" else None)
        assert refusal(answer) == "not_host"
    for url in (
        "https://example.org/x", f"http://localhost:{chat.port}/x", "https://127.0.0.1/x", "https://localhost/x",
        f"https://localhost:{chat.port}@example.org/", "file:///etc/passwd", "", "https://[::1", "https://x:y/",
    ):  # fmt: skip
        assert refusal(await ann.http.put(path, json=body | {"url": url})) == "webhook_refused", url
    assert refusal(await ann.http.put(path, json=body | {"url": None})) == "stale"
    assert refusal(await ann.http.put(path, json=body | {"format": "xml"})) == "malformed"
    assert refusal(await ann.http.put(path, json=body | {"kinds": ["chat"]})) == "malformed"
    assert refusal(await ann.http.post(f"{path}/test")) == "not_found"
    # A test says how the service answers.
    await sent(await ann.http.put(path, json=body))
    chat.answers = [(403, {}), (302, {"location": f"{chat.origin}/elsewhere"})]
    tests = [await sent(await ann.http.post(f"{path}/test")) for _ in range(3)]
    assert [(test["delivered"], test["status"]) for test in tests] == [(False, 403), (False, 302), (True, 204)]
    assert chat.messages[0]["text"].endswith("the news of the group arrive here.")
    # Without an address the stored one is kept; it is exported only for the person who gave it.
    await sent(await ann.http.patch(f"/api/groups/{link}", json={"host": ben.id}))
    await sent(await ben.http.put(path, json=body | {"url": None, "kinds": []}))
    exports = [(await person.http.get("/api/person")).json()["webhooks"] for person in (ann, ben)]
    assert [len(found) for found in exports] == [1, 0]
    assert exports[0][0]["url"] == f"{chat.origin}/x"
    await sent(await ben.http.delete(path))
    assert not counted(server, "TRUE", "webhooks")


async def test_the_address_goes_with_the_person_or_the_group(server: Server, chat: Receiver) -> None:
    ben = await Person(server.url).arrive("Ben")
    ways = {"leave": "groups/{}/member", "erase": "person", "dissolve": "groups/{}", "removed": ""}
    chat.answers = [(500, {"retry-after": "7200"})] * len(ways)
    hosts = [(how, await Person(server.url).arrive(f"Host who {how}")) for how in ways]
    links = [await opened(host, ben) for _, host in hosts]
    for (_, host), link in zip(hosts, links, strict=True):
        await connect(host, link, chat)
        await play(link, host, ben)
    await until(lambda: counted(server, "failures = 1", "webhooks") == len(ways))
    for left, ((how, host), link) in enumerate(zip(hosts, links, strict=True), 1):
        assert counted(server, f"\"group\" = '{link[:6]}'", "group_news")
        if how == "removed":
            await sent(await host.http.patch(f"/api/groups/{link}", json={"host": ben.id}))
            answer = await ben.http.put(f"/api/groups/{link}/members/{host.id}", json={"removed": True})
        else:
            answer = await host.http.delete(f"/api/{ways[how].format(link)}")
        assert answer.is_success, answer.text
        assert counted(server, "TRUE", "webhooks") == len(ways) - left
        assert not counted(server, f"\"group\" = '{link[:6]}'", "group_news")
    assert chat.messages == []


async def test_an_address_that_is_gone_is_stopped(ann: Person, ben: Person, server: Server, chat: Receiver) -> None:
    link = await opened(ann, ben)
    path = f"/api/groups/{link}/webhook"
    chat.answers = [(410, {})]
    await connect(ann, link, chat, ["over"])
    await play(link, ann, ben)
    await until(lambda: counted(server, "stopped = 410", "webhooks"))
    assert (await sent(await ann.http.get(path)))["webhook"]["stopped"] == 410, "the host is told"
    await play(link, ann, ben)
    assert not counted(server, "TRUE", "group_news")
    # The host saves it again.
    await connect(ann, link, chat, ["over"], url=None)
    await play(link, ann, ben)
    await messages(chat, 1)
    assert (await sent(await ann.http.get(path)))["webhook"]["stopped"] is None


async def test_a_person_who_was_erased_has_no_name_in_messages(
    ann: Person, ben: Person, server: Server, chat: Receiver
) -> None:
    """The names are read when the message is sent."""
    link = await opened(ann, ben)
    chat.answers = [(500, {"retry-after": "3600"})]
    await connect(ann, link, chat, ["over"])
    await play(link, ann, ben)
    await until(lambda: counted(server, "failures = 1", "webhooks"))
    assert (await ben.http.delete("/api/person")).is_success
    server.set_clock(3700)
    (message,) = await messages(chat, 1)
    assert [person["name"] for person in message["news"][0]["people"]] in (["Ann", None], [None, "Ann"])


@pytest.mark.slow
def test_without_the_option_nothing_is_sent(tmp_path: Path, chat: Receiver) -> None:
    server = Server(tmp_path, FAST, **chat.options())
    server.start()

    async def story() -> None:
        ann, ben = [await Person(server.url).arrive(name) for name in ("Ann", "Ben")]
        link = await opened(ann, ben)
        await connect(ann, link, chat)
        server.stop()
        server.options["webhook"] = []
        server.start()
        await play(link, ann, ben)
        await until(lambda: not counted(server, "TRUE", "group_news"))
        assert (await sent(await ann.http.get(f"/api/groups/{link}/webhook")))["permitted"] == []
        assert refusal(await ann.http.post(f"/api/groups/{link}/webhook/test")) == "webhook_refused"
        assert chat.messages == []
        # The address stays stored for a start with the option.
        server.stop()
        server.options |= chat.options()
        server.start()
        await play(link, ann, ben)
        assert "over" in {each["kind"] for each in await news(chat, 2)}

    try:
        tell(story())
    finally:
        server.stop()


STEPS = [(step, after) for step in ("claim", "mark_sending", "post", "finish") for after in (False, True)]
UNKNOWN = (("mark_sending", True), ("post", False))
"""The process was killed when it was about to send, which nobody can tell from having sent."""


@pytest.mark.parametrize(
    ("step", "after"),
    [each if each == ("post", True) else pytest.param(*each, marks=pytest.mark.slow) for each in STEPS],
)
def test_a_kill_at_every_step(tmp_path: Path, chat: Receiver, step: str, after: bool) -> None:
    """What was due is sent, and nothing twice."""
    server = Server(tmp_path, FAST, **chat.options())

    async def story() -> None:
        ann, ben = [await Person(server.url).arrive(name) for name in ("Ann", "Ben")]
        link = await opened(ann, ben)
        await connect(ann, link, chat, ["begun"])
        new = {"settings": {"game": "knister", "seats": 2, "days": 3}}
        table = await sent(await ann.http.post(f"/api/groups/{link}/tables", json=new))
        code = f"{table['code']}-{table['key']}"
        seats = [await person.join(code) for person in (ann, ben)]
        await seats[1].do("sit")
        # The server may be killed before it answers.
        starting = asyncio.create_task(seats[0].do("start"))
        assert server.process is not None
        await asyncio.to_thread(server.process.join)
        starting.cancel()
        assert server.process.exitcode == -signal.SIGKILL
        server.prepare = None
        server.start()
        await until(lambda: not counted(server, "TRUE", "group_news"))
        assert len(chat.messages) == (0 if (step, after) in UNKNOWN else 1)
        # It goes on as usual.
        known = len(chat.messages)
        await play(link, ann, ben)
        assert [each["kind"] for each in (await messages(chat, known + 1))[known]["news"]] == ["begun"]

    server.prepare = DieAt(Outgoing if step == "post" else WebhookStore, step, after)
    server.start()
    try:
        tell(story())
    finally:
        server.kill()


@pytest.fixture
def leaders(tmp_path: Path, chat: Receiver, postgres_address: str) -> Iterator[tuple[Server, Server]]:
    """Start two processes that both believe that they lead."""
    options = {"database": postgres_address, "prepare": everybody_leads} | chat.options()
    with two(tmp_path, FAST, complaining, **options) as servers:
        yield servers


@pytest.mark.slow
async def test_two_processes_send_each_message_once(leaders: tuple[Server, Server], chat: Receiver) -> None:
    """The database decides who sends."""
    ann = await Person(leaders[0].url).arrive("Ann")
    ben = await Person(leaders[1].url).arrive("Ben")
    link = await opened(ann, ben)
    await connect(ann, link, chat)
    for _ in range(5):
        await play(link, ann, ben)
    found = await news(chat, 5)
    await until(lambda: sum(each["kind"] == "over" for message in chat.messages for each in message["news"]) == 5)
    overs = [each["time"] for each in found if each["kind"] == "over"]
    assert len(overs) == len(set(overs))


# --- texts and formats ------------------------------------------------------------------------------------------------


def over(count: int = 2, kind: Any = "over") -> News:
    people = [NewsPerson(place=place, name=f"P{place}", points=50.0) for place in range(1, count + 1)]
    return News(kind=kind, time=1, game="knister", title="", season=None, people=people)


@pytest.mark.parametrize("language", ["de", "en", "it"])
def test_texts(language: str) -> None:
    assert text("T", [over()], language).endswith("Knister – 1. P1 50, 2. P2 50")
    assert len(text("T", [over()] * 100, language).splitlines()) == 22
    assert text("T", [over(500)], language).endswith("10. P10 50, …")
    assert "Knister" in text("T", [over(0, "begun")], language)
    assert text("T", [], language).startswith("T\n")


URL = "https://knobel.example/group"


def delivered(name: str, said: str, url: str = URL) -> tuple[bytes, dict[str, str]]:
    made: tuple[bytes, dict[str, str]] = DESTINATIONS[name].request(
        GroupNews(id=1, group="", text=said, news=[], url=url)
    )
    return made


MARKUP = (
    "@everyone", "@here", "<@123>", "<!channel>", "_Ben_", "**Cy**", "`dee`", "||eve||", "~~fay~~", "$x$", "<b>",
    "&lt;", "www.evil.example", "evil.example/login", "http://evil.example", "[x](http://e.e)", "[x]:e.e",
    "mailto:a@b.c", ":smile:", "<t:0>", "<#123>", "#general", "> quote", "-# small", "# Big", "- item", "+ item",
    "1. item", "---", "===", "==a==", "^x^", "\\*x", "discord.gg/abc",
)  # fmt: skip
ACTIVE = re.compile(rf"[*_~`|<>$^\\]|[@#&:\]][^ {ZERO_WIDTH_SPACE}]|\w\.\w|^[^\w{ZERO_WIDTH_SPACE}]|^\d")
"""What chat programs may read as markup, mentions or links in a line."""


@pytest.mark.parametrize("destination", DESTINATIONS)
def test_names_are_only_text(destination: str) -> None:
    for name in MARKUP:
        people = [NewsPerson(place=1, name=name, points=50.0)]
        said = text(name, [News(kind="cup", time=1, game="knister", title=name, season=None, people=people)], "en")
        body, headers = delivered(destination, said, url="")
        is_json = headers["content-type"] == "application/json"
        received = said if not is_json else next(value for value in json.loads(body).values() if value == said)
        assert is_json or body.decode() == said
        assert not [line for line in received.splitlines() if ACTIVE.search(line)], name
        # A person reads the name as it was written.
        assert unicodedata.normalize("NFKC", received).replace(ZERO_WIDTH_SPACE, "").splitlines()[0] == name


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Ben", "Dr. Müller-Lüdenscheidt", "J’Ann (2)", "Team 4b, die Besten!", "Ωμέγα", "日本"):
        assert plain(name) == name
    assert plain("אב 12") == f"{ZERO_WIDTH_SPACE}\u2068אב 12\u2069", "what follows keeps its place"


def test_forms_of_services() -> None:
    assert max(map(len, DESTINATIONS)) <= schema.webhooks.c.format.type.length  # type: ignore[attr-defined]
    discord = json.loads(delivered("discord", "Ann")[0])
    assert discord == {"content": f"Ann\n{URL}", "allowed_mentions": {"parse": []}, "flags": 4}
    assert json.loads(delivered("slack", "Ann")[0]) == {"text": f"Ann\n{URL}"}
    body, headers = delivered("ntfy", "Grüße")
    assert (body.decode(), headers["click"]) == ("Grüße", URL)
    assert "click" not in delivered("ntfy", "", url="")[1]


@pytest.mark.parametrize("name", ["@" * 24, "://" * 8, "ก" * 24, "👨‍👩‍👧‍👦" * 9, "\U00020000" * 24, "a"])
def test_every_service_takes_the_longest_message(name: str) -> None:
    """The limits count what is sent, with its replaced signs and its link."""
    people = [NewsPerson(place=place, name=name, points=-100.0) for place in range(1, 30)]
    news = [News(kind="cup", time=1, game="knister", title=name, season=None, people=people)] * 40
    said = text(name, news, "de", f"\n{URL}")
    sent = f"{said}\n{URL}"
    assert len(sent.encode("utf-16-le")) // 2 <= 2_000
    assert len(sent.encode()) <= 4_096
    assert "und noch" in said, "the latest news are told"
    assert said.endswith("…")
    assert not said.removesuffix("…").endswith("\u200d"), "no character is divided"
