"""What a device may ask for, and what is deleted with it."""

from typing import Any

from knobel.server.notices.kinds import KINDS
from tests.server.client import Person, Server, complaining, tell
from tests.server.notices.push_service import Subscription

SETTINGS: dict[str, Any] = {
    "kinds": ["turn", "over"],
    "quiet": {"start": 1320, "end": 450},
    "zone": "Europe/Berlin",
    "language": "de",
    "while_open": True,
}


def subscription(path: str = "x") -> dict[str, str]:
    return Subscription(f"https://fcm.googleapis.com/fcm/send/{path}").wire()


async def put(person: Person, keys: dict[str, str] | None = None, **settings: Any) -> tuple[int, Any]:
    wanted = {"subscription": keys or subscription(), "settings": SETTINGS | settings}
    answer = await person.http.put("/api/notices", json=wanted)
    return answer.status_code, answer.json()


async def state(person: Person) -> Any:
    return (await person.http.get("/api/notices")).json()


async def test_a_device_subscribes_changes_and_stops(ann: Person) -> None:
    before = await state(ann)
    assert (before["settings"], before["endpoint"], before["zone"], len(before["key"])) == (None, None, None, 87)
    mine = subscription("ann")
    assert await put(ann, mine) == (
        200,
        before | {"settings": SETTINGS, "endpoint": mine["endpoint"], "zone": "Europe/Berlin"},
    )
    assert (await put(ann, mine, quiet=None, kinds=[]))[1]["settings"] == SETTINGS | {"quiet": None, "kinds": []}
    (device,) = (await ann.http.get("/api/person")).json()["push_devices"]
    assert device["endpoint"] == mine["endpoint"]
    assert (await ann.http.delete("/api/notices")).json() == before


async def test_zones_that_browsers_report(ann: Person) -> None:
    for reported, counts in (
        ("Asia/Calcutta", "Asia/Calcutta"), ("Europe/Kiev", "Europe/Kiev"), ("Etc/Unknown", "UTC"), ("", "UTC"),
        ("+05:30", "UTC"),
    ):  # fmt: skip
        status, told = await put(ann, zone=reported)
        assert (status, told["settings"]["zone"], told["zone"]) == (200, reported, counts)


async def test_iphones_need_a_public_address(ann: Person) -> None:
    keys = subscription() | {"endpoint": "https://web.push.apple.com/x"}
    status, told = await put(ann, keys)
    assert (status, told["reason"]) == (400, "push_needs_address")
    assert "--public-url" in told["message"]


async def test_refusals(ann: Person, server: Server) -> None:
    for bad in ({"endpoint": "https://example.org/x"}, {"p256dh": "A" * 87}, {"auth": "AAAA"}):
        assert (await put(ann, subscription() | bad))[1]["reason"] == "push_refused"
    for wrong in ({"kinds": ["spam"]}, {"language": "sv"}, {"quiet": {"start": 0, "end": 1440}}, {"zone": "a b"}):
        assert (await put(ann, **wrong))[0] == 400
    assert (await state(ann))["settings"] is None
    assert (await Person(server.url).http.get("/api/notices")).status_code == 401


async def test_a_browser_belongs_to_one_person(ann: Person, ben: Person) -> None:
    browser = subscription("shared")
    await put(ann, browser)
    await put(ben, browser)
    assert (await state(ann))["settings"] is None
    assert (await state(ben))["endpoint"] == browser["endpoint"]


async def test_logging_out_and_erasure_delete_the_subscription(ann: Person, server: Server) -> None:
    keys = subscription("erased")
    await put(ann, keys)
    assert (await ann.http.delete("/api/session")).status_code == 204
    ben = await Person(server.url).arrive("Ben")
    # Nobody else has the address, so that it can be used again.
    assert (await put(ben, keys))[0] == 200
    assert (await ben.http.delete("/api/person")).status_code == 204
    cat = await Person(server.url).arrive("Cat")
    assert (await put(cat, keys))[0] == 200


async def test_not_too_many_devices_of_a_person(ann: Person, server: Server) -> None:
    devices = [ann]
    for number in range(20):
        await put(devices[-1], subscription(f"many-{number}"))
        token = (await ann.http.post("/api/transfer")).json()["path"].removeprefix("/move/")
        other = Person(server.url)
        assert (await other.http.post(f"/api/transfer/{token}")).status_code == 200
        devices.append(other)
    assert (await put(devices[-1], subscription("many-20")))[1]["reason"] == "rate_limited"


def test_a_server_without_push(tmp_path: Any) -> None:
    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive("Ann")
        nothing = {"person": ann.id, "key": "", "settings": None, "endpoint": None, "zone": None}
        assert await state(ann) == nothing | {"kinds": list(KINDS)}
        assert (await put(ann))[1]["reason"] == "push_refused"

    with complaining(tmp_path, push=False) as server:
        tell(story(server))
