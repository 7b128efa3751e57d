"""Open a table for your own bot without a browser, and host it until a game is over.

    python host_table.py http://localhost:8000 knister

It needs the package `websockets`, which Knobel installs. It prints the command that lets a bot play at the table.
"""

import json
import sys
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import connect


def host(server: str, game: str) -> list[dict[str, Any]]:
    """Create a person, a bot with its token, and a table with one seat. Start a game and return its results."""
    cookies = CookieJar()
    opener = build_opener(HTTPCookieProcessor(cookies))

    def post(path: str, body: object) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        with opener.open(Request(server + path, json.dumps(body).encode(), headers)) as answer:  # noqa: S310 -- as named
            found: dict[str, Any] = json.load(answer)
        return found

    post("/api/session", {"name": "Host"})
    bot = post("/api/bots", {"name": "My bot"})
    table = post("/api/tables", {"settings": {"game": game, "seats": 1}, "plays": False})
    link = f"{table['code']}-{table['key']}"
    print(f"KNOBEL_TOKEN={bot['token']} knobel bot mine.py --table {server}/t/{link} --games 1", flush=True)

    # A table plays while a person is connected. The cookie identifies the person.
    cookie = "; ".join(f"{each.name}={each.value}" for each in cookies)
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{link}/live"
    with connect(address, additional_headers={"Cookie": cookie}) as socket:
        started = False
        for text in socket:
            message = json.loads(text)
            if message["type"] != "state":
                continue
            if not started and message["table"] and message["table"]["seats"][0]["kind"] != "empty":
                socket.send(json.dumps({"type": "start", "id": "start"}))
                started = True
            if message["position"] and message["position"]["results"]:
                results: list[dict[str, Any]] = message["position"]["results"]
                return results
    raise SystemExit("the server ended the connection")


if __name__ == "__main__":
    print(json.dumps(host(*sys.argv[1:])))
