"""The calendar of deadlines: its text by RFC 5545, and its secret address."""

import re
from datetime import UTC, datetime, timedelta

from knobel.server.tables.calendar import service
from knobel.server.tables.calendar.icalendar import Deadline, calendar
from tests.server.client import Person, Server
from tests.server.tables.slow.test_weeks import at

TEXT = "Ä;ö, ü\\ 🎲\r\nEND:VEVENT\x00" * 9


def read(content: bytes) -> list[tuple[str, str]]:
    """Return the names and the values of the properties of a calendar, unfolded."""
    assert content.endswith(b"\r\n")
    lines = content.split(b"\r\n")[:-1]
    assert all(len(line) <= 75 and b"\n" not in line and b"\r" not in line for line in lines)
    for line in lines:
        line.decode()
    whole = re.sub(rb"\r\n[ \t]", b"", content).decode().split("\r\n")[:-1]
    return [(name, value) for name, _, value in (line.partition(":") for line in whole)]


def unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)


def events(content: bytes) -> list[dict[str, str]]:
    """Return the events of a calendar."""
    found: list[dict[str, str]] = []
    for name, value in read(content):
        if (name, value) == ("BEGIN", "VEVENT"):
            found.append({})
        elif found:
            found[-1].setdefault(name, unescaped(value))
    return found


def ends(content: bytes) -> list[datetime]:
    return [datetime.strptime(each["DTEND"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) for each in events(content)]


def test_lines_are_folded_and_texts_escaped() -> None:
    time = int(datetime(2026, 3, 1, 12, 30, 5, tzinfo=UTC).timestamp() * 1000)
    content = calendar(TEXT, [Deadline("A@example.org", time, time, TEXT, "https://example.org/t/A" + "x" * 99)])
    properties = dict(read(content))
    assert next(iter(read(content))) == ("BEGIN", "VCALENDAR")
    assert unescaped(properties["NAME"]) == TEXT.replace("\r", "").replace("\x00", "")
    (event,) = events(content)
    assert event["SUMMARY"] == TEXT.replace("\r", "").replace("\x00", "")
    assert (event["DTSTART"], event["DTEND"]) == ("20260301T120005Z", "20260301T123005Z")
    assert event["URL"] == "https://example.org/t/A" + "x" * 99
    assert len(re.findall("^END:VEVENT$", content.decode().replace("\r", ""), re.MULTILINE)) == 1


async def two_play(server: Server) -> tuple[Person, Person, str]:
    ann, ben = [await Person(server.url).arrive(name) for name in ("Ann", "Ben")]
    opened = await ann.http.post("/api/tables", json={"settings": {"game": "knister", "seats": 2, "days": 3}})
    code, link = opened.json()["code"], f"{opened.json()['code']}-{opened.json()['key']}"
    async with at(ben, link) as table:
        assert (await table.do("sit"))["type"] == "accepted"
    async with at(ann, link) as table:
        assert (await table.do("start"))["type"] == "accepted"
    return ann, ben, code


async def new_address(person: Person, language: str = "en") -> str:
    answer = await person.http.post("/api/calendar", json={"language": language})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["path"])


async def test_the_deadlines_of_the_games_that_wait(server: Server) -> None:
    ann, ben, code = await two_play(server)
    address, program = await new_address(ann), Person(server.url).http
    answer = await program.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-cache"
    (event,) = events(answer.content)
    assert event["SUMMARY"] == "Your turn: Knister"
    assert event["URL"] == f"{server.url}/t/{code}"
    assert event["UID"].startswith(f"{code}@")
    again = await program.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    # A pause makes the deadline later.
    assert (await ann.http.post("/api/pause", json={"days": 4})).status_code == 200
    paused = (await program.get(address)).content
    assert [(end - timedelta(days=4)) for end in ends(paused)] == ends(answer.content)
    # The game waits for the other one after her move.
    async with at(ann, code) as table:
        kind, fields = table.wish() or ("", {})
        await table.do(kind, **fields)
    assert events((await program.get(address)).content) == []
    assert len(events((await program.get(await new_address(ben, "it"))).content)) == 1


async def test_an_address_is_secret_replaced_revoked_and_deleted(server: Server) -> None:
    ann, program = await Person(server.url).arrive("Ann"), Person(server.url).http
    assert (await ann.http.get("/api/calendar")).json() == {"made": None, "path": None}
    first = await new_address(ann)
    state = (await ann.http.get("/api/calendar")).json()
    assert state["made"] is not None
    assert state["path"] is None, "it is shown once"
    second = await new_address(ann)
    for gone in (first, second.removesuffix(".ics"), "/api/calendar/x.ics", "/api/calendar/.ics"):
        answer = await program.get(gone)
        assert (answer.status_code, answer.json()["reason"]) == (404, "not_found")
    assert (await program.get(second)).status_code == 200
    assert (await ann.http.get("/api/person")).json()["calendar"]["language"] == "en"
    assert (await ann.http.delete("/api/calendar")).json() == {"made": None, "path": None}
    assert (await program.get(second)).status_code == 404
    third = await new_address(ann)
    assert (await ann.http.delete("/api/person")).status_code == 204
    assert (await program.get(third)).status_code == 404
    assert (await program.post("/api/calendar", json={"language": "de"})).status_code == 401
    assert (await (await Person(server.url).arrive()).http.post("/api/calendar", json={})).status_code == 400


async def test_a_calendar_is_not_asked_for_without_end(server: Server) -> None:
    ann, program = await Person(server.url).arrive("Ann"), Person(server.url).http
    address = await new_address(ann)
    answers = [(await program.get(address)).status_code for _ in range(service.BURST + 1)]
    assert answers == [200] * service.BURST + [429]
