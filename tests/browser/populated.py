"""A server on which people have played, and an address for each page with something to show."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Page

from knobel.games import GAMES
from tests.server.client import Person, Table, everybody_leaves

TOKEN = "nobody guesses this"
"""The operator's token that the server needs."""

PAGES: dict[str, str] = {
    "home": "/",
    "table": "/t/{game}",
    **{f"table of {game}": f"/t/{{{game}}}" for game in GAMES},
    "table before the start": "/t/{lobby}",
    "table at the end": "/t/{end}",
    "replay": "/t/{solo}/replay/1",
    "replay with a lesson": "/t/{solo}/replay/1?lesson",
    "projector": "/t/{game}/projector",
    "scores": "/scores?game=knister",
    "day": "/day/today",
    "days": "/days",
    "cups": "/cup",
    "cup": "/cup/{cup}",
    "cup-projector": "/cup/{cup}/projector",
    "cup-deal": "/cup/{cup}/deal/1",
    "season": "/cup/{series}/season",
    "groups": "/group",
    "group": "/group/{group}",
    "rules": "/rules/kniffeliger",
    "transfer": "/move/{transfer}",
    "restore": "/restore",
    "phones": "/phones/{phones}",
    "record": "/record",
    "verify": "/verify",
    "verify of a game": "/verify?table={solo}&game=1",
    "paper": "/paper",
    "print": "/print",
    "statistics": "/play",
    "practice": "/practice",
    "account": "/you",
    "framed-table": "/embed/t/{link}",
    "framed-day": "/embed/today",
    "operator": "/operator",
}
"""The address of each page of `routes.ts`, whose name is the first word of the key."""


@dataclass
class Populated:
    """What `populate` has left on a server."""

    codes: dict[str, str] = field(default_factory=dict)
    """The parts of the addresses in `PAGES`."""
    cookies: list[tuple[str, str]] = field(default_factory=list)
    """The session of Ada, to whom everything belongs."""

    def address(self, name: str) -> str:
        """Return the path of a page of `PAGES`."""
        return PAGES[name].format(**self.codes)

    def enter(self, context: BrowserContext, server: str) -> None:
        """Make a browser that of Ada, who has been here and finished a game."""
        kept = {"knobel.finished": "1", "knobel.games": "[]"}
        script = f"for (const [key, value] of Object.entries({kept})) localStorage[key] ??= value"
        context.add_init_script(f"try {{ {script} }} catch {{}}")
        context.add_cookies([{"name": name, "value": value, "url": server} for name, value in self.cookies])


def populate(server: str) -> Populated:
    """Let people play on a server, in a thread of its own, because a thread with a browser has an event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(_populate(server))).result()


async def _populate(server: str) -> Populated:
    try:
        return await _play(server)
    finally:
        await everybody_leaves()


async def _post(person: Person, path: str, body: object = None) -> Any:
    answer = await person.http.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


async def _finish(person: Person, code: str, rounds: int | None = None) -> None:
    """Play a table alone or against bots, to its end or into a round."""
    table = await person.join(code)
    if rounds is None:
        await table.play()
    while rounds is not None and (table.position is None or table.position["info"]["round"] < rounds):
        wish = table.wish()
        if wish is None:
            await table.receive()
        else:
            await table.tried(*wish)
    await table.close()


async def _together(tables: list[Table]) -> None:
    await asyncio.gather(*(table.play() for table in tables))
    for table in tables:
        await table.close()


async def _play(server: str) -> Populated:
    ada, ben = [await Person(server).arrive(name) for name in ("Ada", "Ben")]
    found = Populated(cookies=list(ada.http.cookies.items()))
    codes = found.codes

    async def opened(settings: dict[str, Any], *bots: str, start: bool = True) -> dict[str, str]:
        new: dict[str, str] = await _post(ada, "/api/tables", {"settings": settings, "bots": bots, "start": start})
        return new

    codes["solo"] = (await opened({"game": "knister", "seats": 1}))["code"]
    await _finish(ada, codes["solo"])
    for person in (ben, ada):
        link = await _post(person, "/api/days/today/knister", {"ranked": True})
        await _finish(person, link["code"])

    new = await opened({"game": "knister", "seats": 3}, "random", start=False)
    codes["end"] = new["code"]
    tables = [await ada.join(new["code"]), await ben.join(f"{new['code']}-{new['key']}")]
    await tables[1].do("sit", seat=None)
    await tables[0].do("start")
    await _together(tables)

    codes["lobby"] = (await opened({"game": "knaster", "seats": 5}, "random", start=False))["code"]
    for game in GAMES:
        new = await opened({"game": game, "seats": 2, "hints": True}, "random")
        codes[game] = new["code"]
        await _finish(ada, new["code"], 5)
    codes["game"], codes["link"] = new["code"], f"{new['code']}-{new['key']}"

    closes = int(time.time() * 1000) + 20 * 3_600_000
    cup = {"title": "Klasse 4b", "game": "knister", "deals": 2, "closes": closes}
    for name, more in (("cup", {}), ("series", {"every": "day"})):
        new = await _post(ada, "/api/cups", cup | more)
        codes[name] = f"{new['code']}-{new['key']}" if new["key"] else new["code"]
    for person in (ben, ada):
        await _post(person, f"/api/cups/{codes['cup']}/entry")
        await _finish(person, (await _post(person, f"/api/cups/{codes['cup']}/deals/1"))["code"])

    new = await _post(ada, "/api/groups", {"title": "Die Müllers"})
    codes["group"] = new.get("link") or (f"{new['code']}-{new['key']}" if new.get("key") else new["code"])
    await _post(ben, f"/api/groups/{codes['group']}/member")
    new = await _post(ada, f"/api/groups/{codes['group']}/tables", {"settings": {"game": "knister", "seats": 2}})
    tables = [await ada.join(new["code"])]
    tables.append(await ben.join(f"{new['code']}-{new['key']}" if new.get("key") else new["code"]))
    for table in tables:
        await table.do("sit", seat=None)
    await tables[0].do("start")
    await _together(tables)

    codes["transfer"] = (await _post(ben, "/api/transfer"))["path"].split("/")[2]
    # A guest's page, which has no host to connect to.
    codes["phones"] = "ABCDEF"
    return found


def open_page(page: Page, server: str, path: str) -> None:
    """Open a page and wait until it shows all that it asks for; the operator's is opened with the token."""
    page.goto(server + path)
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    if path == "/operator":
        page.get_by_test_id("operator-token").fill(TOKEN)
        page.get_by_test_id("operator-enter").click()
        page.get_by_test_id("operator-tables").wait_for()
    if path.endswith("?lesson"):
        page.get_by_test_id("lesson").wait_for()
    if path == "/you":
        for fold in page.locator("main summary").all():
            fold.click()
