"""Guesses at codes shut out only the addresses that guess."""

from pathlib import Path

from knobel.clock import now_ms
from knobel.server.limits.code_guesses import BURST, STRICT_BURST, STRICT_RATE, TOTAL_BURST, CodeGuesses
from tests.server.client import Person, Server, running, tell
from tests.server.operator.test_actions import admin

FEW, TOTAL_FEW = 30, 60
LIMITS = {
    f"knobel.server.limits.code_guesses.{name}": value
    for name, value in {
        **dict.fromkeys(("RATE", "TOTAL_RATE", "STRICT_RATE"), 1e-6),
        "BURST": FEW,
        "TOTAL_BURST": TOTAL_FEW,
    }.items()
}
"""Settings of a server that refills nothing, however long a test takes, and that admits fewer wrong codes."""
GUESSERS = [f"198.51.100.{number}" for number in range(20)]


def test_a_household_has_so_many_wrong_codes() -> None:
    guesses = CodeGuesses(clock=lambda: 0.0)
    for _ in range(BURST):
        assert not guesses.are_too_many("2001:db8::1")
        guesses.count("2001:db8::1")
    assert guesses.are_too_many("2001:db8::2"), "another address of the same household"
    assert not guesses.are_too_many("2001:db9::1")


def test_others_are_admitted_while_many_addresses_guess() -> None:
    now = 0.0
    guesses = CodeGuesses(clock=lambda: now)
    for _ in range(TOTAL_BURST // len(GUESSERS)):
        for address in GUESSERS:
            guesses.count(address)
    assert all(guesses.are_too_many(address) for address in GUESSERS)
    assert not guesses.are_too_many("192.0.2.1")
    for _ in range(STRICT_BURST):
        assert not guesses.are_too_many("192.0.2.1"), "mistyped codes shut nobody out"
        guesses.count("192.0.2.1")
    assert guesses.are_too_many("192.0.2.1")
    now += 1 / STRICT_RATE
    for _ in range(TOTAL_BURST):
        guesses.count("198.51.100.200")
    assert not guesses.are_too_many("192.0.2.1")


def test_right_codes_pass_during_an_attack_from_many_addresses(tmp_path: Path) -> None:
    """Tables and cups can be reached by their codes from addresses that did not guess."""

    async def story(server: Server) -> None:
        host, guest = await Person(server.url, "192.0.2.1").arrive(), await Person(server.url, "192.0.2.2").arrive()
        table, _ = await host.open_private(game="knister", seats=2)
        await host.join(table)
        new = {"title": "A", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000, "by_code": True}
        cup = (await host.http.post("/api/cups", json=new)).json()["code"]
        wrong = f"/api/cups/{'AAAAA' if cup != 'AAAAA' else 'BBBBB'}", f"/api/tables/{'A' * 6}"
        attackers = [await Person(server.url, address).arrive() for address in GUESSERS[:4]]
        assert len(attackers) * STRICT_BURST > TOTAL_FEW
        for _ in range(STRICT_BURST + 1):
            reasons = {(await one.http.get(path)).json()["reason"] for one in attackers for path in wrong}
        assert reasons == {"rate_limited"}
        for person in attackers:
            for path in (f"/api/cups/{cup}", f"/api/tables/{table}"):
                assert (await person.http.get(path)).json()["reason"] == "rate_limited", "a right guess tells nothing"
        assert (await guest.http.get(f"/api/cups/{cup}")).status_code == 200
        await guest.join(table)
        nobody = Person(server.url, "192.0.2.3")
        assert (await nobody.http.get(f"/api/cups/{cup}")).status_code == 200

    with running(tmp_path, LIMITS, proxy=["127.0.0.1"]) as server:
        tell(story(server))


def test_pages_of_closed_tables_do_not_count_as_guesses(tmp_path: Path) -> None:
    """Each page of a class learns that its cup was deleted or its table closed, and the class enters the next ones."""

    async def story(server: Server) -> None:
        host, guest = [await Person(server.url, "192.0.2.1").arrive() for _ in range(2)]
        new = {"title": "A", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000, "by_code": True}
        cups = [(await host.http.post("/api/cups", json=new)).json()["code"] for _ in range(2)]
        tables = [(await host.open_private(game="knister", seats=2))[0] for _ in range(2)]
        for table in tables:
            await host.join(table)
        assert (await host.http.delete(f"/api/cups/{cups[0]}")).status_code == 204
        await admin(server, "close", tables[0])
        for path in (f"/api/cups/{cups[0]}", f"/api/cups/{cups[0]}-key", f"/api/tables/{tables[0]}"):
            for _ in range(FEW):
                assert (await guest.http.get(path)).json()["reason"] in ("no_cup", "no_table"), path
        assert (await guest.http.post(f"/api/cups/{cups[1]}/entry")).status_code == 200
        await guest.join(tables[1])

    with running(tmp_path, LIMITS, proxy=["127.0.0.1"]) as server:
        tell(story(server))
