"""Guests on other devices at a table of `knobel.offline`."""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from knobel.clock import now_ms
from knobel.games import GAMES
from knobel.notation import load
from knobel.offline.service import MAX_GUESTS, Service
from knobel.presentation.command_limits import COMMAND_RATE, MAX_MESSAGE_BYTES, REFUSAL_RATE
from knobel.record_checks import Verdict, check_record
from tests.offline.page import Page

HOST = "phone-host"


class Party:
    """The pages of a host and its guests, at one table."""

    def __init__(self, game: str, *guests: str, **settings: Any) -> None:
        self.service = Service(pace=0)
        self.pages = {"Ann": Page(self.service)}
        self.copies: dict[str, list[str]] = {}
        self.summaries: dict[str, dict[str, Any]] = {}
        self.heirs: dict[str, list[str]] = {}
        self.closed: list[list[Any]] = []
        self.numbers: dict[str, int] = {"Ann": 1}
        self.ids = Counter[str]()
        new = {"settings": {"game": game, "seats": 1 + len(guests), **settings}, "name": "Ann"}
        self.code = str(self.pages["Ann"].request("POST", "/api/tables", new)["code"])
        self.take(self.service.open(1, self.code))
        for name in guests:
            self.join(name)

    def join(self, name: str, guest: str = "") -> None:
        self.pages[name] = Page(self.service)
        self.numbers[name] = max(self.numbers.values()) + 1
        self.copies[name] = []
        self.take(self.service.open_for_guest(self.numbers[name], self.code, guest or f"phone-{name}", name, HOST))

    def send(self, name: str, kind: str, **fields: Any) -> None:
        self.ids[name] += 1
        self.send_text(name, json.dumps({"type": kind, "id": str(self.ids[name]), **fields}))

    def send_text(self, name: str, text: str) -> None:
        self.take(self.service.receive(self.numbers[name], text))

    def take(self, text: str) -> None:
        effects = json.loads(text)
        self.closed += effects["closed"]
        self.pages["Ann"].stored |= {table["code"]: table for table in effects["stored"]}
        for name, number in self.numbers.items():
            own = [each for each in effects["messages"] if each[0] == number]
            page = self.pages[name]
            page._take(json.dumps({**effects, "messages": own}))
            for socket, copy in effects["copies"]:
                if socket == number:
                    assert copy["first"] == len(self.copies[name])
                    self.copies[name] += copy["lines"]
                    self.summaries[name] = copy["summary"]
                    self.heirs[name] = copy["heirs"]

    def play(self, rng: Random) -> None:
        """Play to the end with random moves."""
        while not self.pages["Ann"].position.get("results"):
            self.step(rng)

    def step(self, rng: Random) -> None:
        """Let everybody act who can, in a random order."""
        names = [*self.pages]
        rng.shuffle(names)
        for name in names:
            position = self.pages[name].position
            if (turn := position["turn"])["may_roll"]:
                real = self.pages[name].table["settings"]["dice"] == "real"
                dice = [rng.randint(1, 6) for _ in range(turn["dice"])] if real else None
                self.send(name, "roll", at=position["at"], dice=dice)
            elif position["choices"]:
                self.send(name, "move", at=position["at"], action=rng.choice(position["choices"])["action"])

    def copied(self, name: str) -> Page:
        """Return the page of a guest's own device, with the copy of the table."""
        page = Page(Service())
        stored = {"code": self.code, "seed": None, "lines": self.copies[name], "summary": self.summaries[name]}
        assert page.service.load(json.dumps(stored))
        return page


@pytest.fixture
def party() -> Party:
    return Party("knister", "Bea", "Cid", "Dan")


@pytest.mark.parametrize("game", GAMES)
def test_host_and_guests_play_and_all_of_them_have_the_same_record(game: str) -> None:
    party = Party(game, "Bea", "Cid")
    party.send("Ann", "start")
    party.play(Random(game))
    record = party.pages["Ann"].request("GET", f"/api/tables/{party.code}/games/1/record")
    assert check_record(record.encode()).rolls > 0
    scores = party.pages["Ann"].position["scores"]
    assert list(load(record.splitlines(), finished=True)[0].seats)
    for name in ("Bea", "Cid"):
        assert party.pages[name].position["scores"] == scores
        assert party.copied(name).request("GET", f"/api/tables/{party.code}/games/1/record") == record
        assert party.summaries[name]["results"][0]["score"] == scores[party.pages[name].position["seat"]]
    assert all(page.rejected == [] for page in party.pages.values())


@pytest.mark.slow
def test_twelve_phones_play_with_real_dice_then_again_and_then_another_game() -> None:
    party, rng = Party("knister", *"BCDEFGHIJKL", dice="real"), Random(1)
    for number, settings in enumerate(({}, {}, {"game": "knaster", "dice": "server", "seats": 12}), 1):
        if settings:
            party.send("Ann", "setup", settings=settings)
        party.send("Ann", "start")
        assert {page.position["game"] for page in party.pages.values()} == {settings.get("game", "knister")}
        party.play(rng)
        assert len({str(page.position["scores"]) for page in party.pages.values()}) == 1
        record = party.pages["Ann"].request("GET", f"/api/tables/{party.code}/games/{number}/record")
        assert party.copied("L").request("GET", f"/api/tables/{party.code}/games/{number}/record") == record
    assert all(page.rejected == [] for page in party.pages.values())


def test_everybody_is_you_on_their_own_device(party: Party) -> None:
    for name, page in party.pages.items():
        persons = {seat["name"]: seat["person"] for seat in page.table["seats"]}
        assert persons.pop(name) == "you"
        assert "you" not in persons.values()
        assert (page.table["host"] == "you") == (name == "Ann")
    assert party.pages["Bea"].table["host"] == HOST


def test_guests_do_not_see_the_entries_of_a_round_and_keep_no_copy_of_them(party: Party) -> None:
    party.send("Ann", "start")
    starter = next(name for name, page in party.pages.items() if page.position["turn"]["may_roll"])
    party.send(starter, "roll", at=party.pages[starter].position["at"])
    kept = len(party.copies["Bea"])
    for name in ("Ann", "Cid"):
        party.send(name, "move", at=party.pages[name].position["at"], action="a1")
    bea = party.pages["Bea"]
    assert "move" not in [entry["kind"] for entry in bea.log]
    assert not any(any(map(any, sheet["grid"])) for sheet in bea.position["sheets"])
    assert len(party.copies["Bea"]) == kept
    assert not any('"move"' in line for line in party.copies["Bea"])


def test_a_guest_cannot_act_for_another_one_or_as_the_host(party: Party) -> None:
    for kind, fields in (
        ("start", {}),
        ("remove", {"seat": 0}),
        ("expel", {"person": HOST}),
        ("lock", {"locked": True}),
        ("setup", {"settings": {"game": "knaster", "seats": 4}}),
    ):
        party.send("Bea", kind, **fields)
    assert party.pages["Bea"].rejected == ["not_host"] * 5
    party.send("Ann", "start")
    roller = next(name for name, page in party.pages.items() if page.position["turn"]["may_roll"])
    other = next(name for name in ("Bea", "Cid") if name != roller)
    party.send(other, "roll", at=party.pages[other].position["at"])
    assert party.pages[other].rejected[-1] == "not_your_roll"


def test_a_guest_corrects_the_own_entries_with_a_preview_from_the_own_copy() -> None:
    party = Party("knister", "Bea", dice="real")
    party.send("Ann", "start")
    for _ in range(2):
        roller = next(name for name, page in party.pages.items() if page.position["turn"]["may_roll"])
        party.send(roller, "roll", at=party.pages[roller].position["at"], dice=[3, 4])
        for name, action in (("Ann", "a1"), ("Bea", "c3")):
            page = party.pages[name]
            free = [choice["action"] for choice in page.position["choices"]]
            party.send(name, "move", at=page.position["at"], action=action if action in free else free[0])
    bea, seat = party.pages["Bea"], seat_of(party, "Bea")
    own = {"game": 1, "changes": [{"number": 1, "seat": seat, "action": "d4"}]}
    preview = party.copied("Bea").request("POST", f"/api/tables/{party.code}/correction", own)
    assert preview["conflict"] is None
    party.send("Bea", "correct", **own)
    assert bea.position["sheets"][seat]["grid"][3][3] == 7
    assert bea.rejected == []
    party.send("Bea", "correct", game=1, changes=[{"number": 1, "seat": seat_of(party, "Ann"), "action": "e5"}])
    assert len(bea.rejected) == 1


def test_entries_of_several_people_at_the_same_moment_are_shown_together(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000
    monkeypatch.setattr("knobel.offline.service.monotonic_ms", lambda: now)
    party = Party("knister", "Bea", "Cid")
    party.send("Ann", "start")
    roller = next(name for name, page in party.pages.items() if page.position["turn"]["may_roll"])
    party.send(roller, "roll", at=party.pages[roller].position["at"])
    party.service._state_interval_ms = 50
    received: list[list[Any]] = []
    for number, (name, page) in enumerate(party.pages.items(), 1):
        move = {"type": "move", "id": f"last {number}", "at": page.position["at"], "action": "a1"}
        effects = json.loads(party.service.receive(party.numbers[name], json.dumps(move)))
        received.append([json.loads(data)["type"] for _, data in effects["messages"]])
        # Each entry is stored when it is accepted.
        assert "move" in effects["stored"][0]["lines"][-number]
    assert sorted(received[0]) == ["accepted", "state", "state", "state"]
    assert received[1:] == [["accepted", "state"]] * 2
    assert effects["wait"] == 50
    now += 50
    states = json.loads(party.service.tick())["messages"]
    assert [json.loads(data)["type"] for _, data in states] == ["state"] * 2
    # Guests first: the page of this device sends them on before it draws its own.
    assert [socket for socket, _ in states][-1] == 1


def test_the_owner_of_another_device_is_no_guest() -> None:
    party = Party("knister", seats=4)
    for number, name in enumerate(("you", "you-2", "", "phone", "Ann"), 10):
        party.take(party.service.open_for_guest(number, party.code, name, "Eve", HOST))
    assert [close[1:] for close in party.closed] == [[4003, "no_table"]] * 5


def test_guests_with_the_same_name_get_different_names() -> None:
    party = Party("knister", "Bea", seats=4)
    party.numbers["Bea 2"] = 7
    party.pages["Bea 2"] = Page(party.service)
    party.copies["Bea 2"] = []
    party.take(party.service.open_for_guest(7, party.code, "phone-other", "Bea", HOST))
    assert len({seat["name"] for seat in party.pages["Ann"].table["seats"] if seat["person"]}) == 3


def test_bad_names_are_refused() -> None:
    party = Party("knister")
    for number, name in enumerate(("", "x" * 100, "\u202e\u200b", "\ud800"), 10):
        party.take(party.service.open_for_guest(number, party.code, f"phone-{number}", name, HOST))
    assert len(party.closed) == 4
    assert party.pages["Ann"].table["watchers"] == []


def test_a_guest_who_leaves_is_away_until_they_return(party: Party) -> None:
    party.send("Ann", "start")
    party.take(party.service.close(party.numbers["Bea"]))
    seat = next(each for each in party.pages["Ann"].table["seats"] if each["name"] == "Bea")
    assert not seat["online"]
    [table] = party.service._used()
    table._left_ms["phone-Bea"] -= 10**6
    party.take(party.service.tick())
    assert next(each for each in party.pages["Ann"].table["seats"] if each["name"] == "Bea")["away"]
    party.join("Bea")
    party.take(party.service.tick())
    seat = next(each for each in party.pages["Ann"].table["seats"] if each["name"] == "Bea")
    assert seat["online"]
    assert not seat["away"]
    assert party.pages["Bea"].position["seat"] == seat_of(party, "Bea")


def seat_of(party: Party, name: str) -> int:
    [found] = [number for number, seat in enumerate(party.pages["Ann"].table["seats"]) if seat["name"] == name]
    return found


def test_a_removed_guest_cannot_return(party: Party) -> None:
    party.send("Ann", "remove", seat=1)
    assert party.closed == [[party.numbers["Bea"], 4003, "removed"]]
    party.join("Bea")
    assert party.closed[1:] == [[party.numbers["Bea"], 4003, "removed"]]


def test_a_full_table_has_spectators_but_not_any_number(party: Party) -> None:
    party.join("Eve")
    assert [person["name"] for person in party.pages["Ann"].table["watchers"]] == ["Eve"]
    assert party.pages["Eve"].table["watchers"][0]["id"] == "you"
    for number in range(MAX_GUESTS):
        party.take(party.service.open_for_guest(100 + number, party.code, f"phone-{number}", "Zoe", HOST))
    assert party.closed[0][1:] == [4003, "too_many"]


def test_a_guest_goes_on_without_the_host_and_everybody_finds_their_seat(party: Party) -> None:
    party.send("Ann", "start")
    rng = Random(1)
    while party.pages["Ann"].position["info"]["round"] < 5:
        party.step(rng)
    before = party.pages["Bea"].position
    heir = party.copied("Bea")
    heir.connect(party.code)
    assert heir.table["host"] == "you"
    assert heir.position["seat"] == before["seat"]
    other, service = Page(heir.service), heir.service
    effects = json.loads(service.open_for_guest(2, party.code, "phone-Cid", "Cid", "phone-Bea"))
    other._take(json.dumps({**effects, "messages": [each for each in effects["messages"] if each[0] == 2]}))
    assert other.position["seat"] == party.pages["Cid"].position["seat"]
    assert other.table["host"] == "phone-Bea"
    # The old host has their own seat, as a guest.
    effects = json.loads(service.open_for_guest(3, party.code, HOST, "Ann", "phone-Bea"))
    old = Page(service)
    old._take(json.dumps({**effects, "messages": [each for each in effects["messages"] if each[0] == 3]}))
    assert old.position["seat"] == party.pages["Ann"].position["seat"]
    # Nothing of the rounds that are complete is lost: every sheet has as many entries.
    numbers = [sum(value > 0 for row in sheet["grid"] for value in row) for sheet in old.position["sheets"]]
    assert min(numbers) >= 4


@pytest.mark.parametrize("damage", ["", "{}", '["you"]', '"you', '{"kind":"roll","time":1,"dice":[1]}'])
def test_the_next_guest_inherits_the_table_with_what_another_guest_has_received(party: Party, damage: str) -> None:
    party.send("Ann", "start")
    rng = Random(1)
    for _ in range(4):
        party.step(rng)
    lines = party.copies["Bea"]
    # Bea's device has not received the last lines, or gets something else in their place.
    more = [damage] if damage else party.copies["Cid"][-8:]
    service, devices = Service(), {"own": "phone-Bea", "source": "phone-Cid"}
    assert any('"you"' in line for line in party.copies["Cid"][-8:])
    assert service.inherit(json.dumps({"code": party.code, "lines": lines[:-8], **devices, "more": more}))
    kept = json.loads(service.open(1, party.code))["stored"][0]["lines"]
    assert kept[:-1] == (lines[:-8] if damage else lines)
    assert json.loads(kept[-1])["kind"] == "host"
    assert json.loads(kept[-1])["person"] == "you"
    assert not service.inherit(json.dumps({"code": party.code, "lines": ["{}"], **devices, "more": []}))


def test_bytes_that_are_lost_with_the_host_are_missing_on_all_devices_alike() -> None:
    party, value = Party("knister", "Bea", "Cid"), "ab" * 16
    promise = sha256(bytes.fromhex(value)).hexdigest()
    for name in ("Bea", "Cid"):
        party.send(name, "commit", commitment=promise)
    party.send("Ann", "start")
    party.send("Bea", "contribute", value=value)
    before = party.pages["Bea"].position["dice"]
    lines = [*party.copies["Bea"]]
    # The bytes of Cid's device reach the host, whose phone is lost before it can pass them on.
    party.send("Cid", "contribute", value=value)
    party.service = Service(pace=0)
    table = {"code": party.code, "lines": lines, "own": "phone-Bea", "source": "", "more": []}
    assert party.service.inherit(json.dumps(table))
    party.pages = {name: Page(party.service) for name in ("Bea", "Cid")}
    party.pages["Ann"] = party.pages["Bea"]
    party.numbers, party.copies = {"Bea": 1, "Cid": 2}, {"Cid": []}
    party.take(party.service.open(1, party.code))
    party.take(party.service.open_for_guest(2, party.code, "phone-Cid", "Cid", "phone-Bea"))
    [led] = party.service._used()
    # As after two seconds.
    party.service._perform(led, led.due()[0])
    party.take(party.service.tick())
    for name in ("Bea", "Cid"):
        dice = party.pages[name].position["dice"]
        assert dice["commitment"] != before["commitment"]
        assert (dice["fixed"], dice["players"]) == (True, 1)
    assert [json.loads(line)["kind"] for line in party.copies["Cid"]][-2:] == ["new_seed", "left_out"]


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_guest_whose_clock_is_an_hour_wrong_leads_the_table_on(hours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    party, rng = Party("knister", "Bea"), Random(1)
    party.send("Ann", "start")
    for _ in range(4):
        party.step(rng)
    lines, now = party.copies["Bea"], now_ms()
    monkeypatch.setattr("knobel.offline.table.now_ms", lambda: now + hours * 3_600_000)
    party.service = Service(pace=0)
    table = {"code": party.code, "lines": lines, "own": "phone-Bea", "source": "", "more": []}
    assert party.service.inherit(json.dumps(table))
    party.pages = {name: Page(party.service) for name in ("Bea", "Ann")}
    party.numbers, party.copies = {"Bea": 1, "Ann": 2}, {"Ann": []}
    party.take(party.service.open(1, party.code))
    party.take(party.service.open_for_guest(2, party.code, HOST, "Ann", "phone-Bea"))
    party.play(rng)
    record = party.pages["Bea"].request("GET", f"/api/tables/{party.code}/games/1/record")
    assert check_record(record.encode()).verdict == Verdict.LOST
    assert party.copied("Ann").request("GET", f"/api/tables/{party.code}/games/1/record") == record


def test_the_seats_after_the_host_say_who_leads_the_table_next(party: Party) -> None:
    assert party.heirs == {name: ["phone-Bea", "phone-Cid", "phone-Dan"] for name in ("Bea", "Cid", "Dan")}


def test_reactions_reach_everybody(party: Party) -> None:
    seen: list[list[Any]] = []
    take = party.take

    def watched(text: str) -> Any:
        seen.extend(json.loads(text)["messages"])
        return take(text)

    party.take = watched  # type: ignore[method-assign]
    party.send("Bea", "react", reaction="clap")
    shown = {socket: json.loads(data)["sender"]["id"] for socket, data in seen if '"reaction"' in data}
    assert shown == {1: "phone-Bea", 2: "you", 3: "phone-Bea", 4: "phone-Bea"}
    for _ in range(10):
        party.send("Bea", "react", reaction="clap")
    assert party.pages["Bea"].rejected.count("rate_limited") > 0


def hostile(rng: Random) -> Iterator[str]:
    """Yield hostile messages of a guest."""
    kinds = [
        "roll",
        "move",
        "undo",
        "sit",
        "stand",
        "remove",
        "expel",
        "mute",
        "lock",
        "setup",
        "start",
        "watch",
        "resync",
        "commit",
        "contribute",
        "correct",
    ]
    values: list[Any] = [
        None,
        -1,
        0,
        1,
        2**70,
        "",
        "you",
        "phone-Cid",
        [],
        {},
        [1, 2],
        "a1",
        "\ud800",
        True,
        1.5,
        "x" * 3000,
    ]
    while True:
        match rng.randrange(6):
            case 0:
                yield "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(40)))
            case 1:
                yield "[" * rng.randrange(8000)
            case 2:
                yield "x" * (MAX_MESSAGE_BYTES + rng.randrange(3))
            case _:
                names = [
                    "at",
                    "action",
                    "seat",
                    "person",
                    "settings",
                    "dice",
                    "commitment",
                    "value",
                    "game",
                    "changes",
                    "locked",
                    "muted",
                    "lead",
                    "id",
                ]
                fields = {name: rng.choice(values) for name in rng.sample(names, 5)}
                yield json.dumps({"type": rng.choice(kinds), "id": str(rng.random()), **fields})


def test_five_thousand_hostile_messages_throw_nothing_and_others_are_answered(party: Party) -> None:
    party.send("Ann", "start")
    before = len(party.pages["Ann"].stored[party.code]["lines"])
    for count, text in enumerate(itertools.islice(hostile(Random(2)), 5_000)):
        party.send_text("Bea", text)
        if party.closed:
            party.closed.clear()
            party.join("Bea")
        if count % 100 == 0:
            messages = json.loads(party.service.receive(party.numbers["Cid"], '{"type":"ping","id":"1"}'))["messages"]
            assert any('"pong"' in data for _, data in messages)
    assert party.pages["Cid"].rejected == []
    lines = party.pages["Ann"].stored[party.code]["lines"][before:]
    assert {json.loads(line).get("by") for line in lines} <= {"phone-Bea", None}


def test_hostile_messages_change_nothing_and_end_the_connection(party: Party) -> None:
    party.send("Ann", "start")
    rng, before = Random(1), party.pages["Ann"].stored[party.code]["lines"]
    for count, text in enumerate(hostile(rng)):
        party.send_text("Bea", text)
        if party.closed:
            break
        assert count < COMMAND_RATE[0] + REFUSAL_RATE[0] + 200
    assert party.closed == [[party.numbers["Bea"], 1008, "rate_limited"]]
    for text in ("{}", '{"type":"start","id":"1"}'):
        party.send_text("Bea", text)
    after = party.pages["Ann"].stored[party.code]["lines"]
    kinds = {json.loads(line)["kind"] for line in after[len(before) :]}
    assert kinds <= {"roll", "move", "undo", "stand"}
    assert all(json.loads(line).get("by") in ("phone-Bea", None) for line in after[len(before) :])
    assert party.pages["Cid"].rejected == []
