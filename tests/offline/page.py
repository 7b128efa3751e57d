"""A page without a browser, at tables of `knobel.offline`."""

import json
from random import Random
from typing import Any

from knobel.offline.messages import OWNER
from knobel.offline.service import Service


class Page:
    """Sends commands as a page does, and keeps what it receives."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.stored: dict[str, dict[str, Any]] = {}
        self.position: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.rejected: list[str] = []
        self.closed: list[list[Any]] = []
        self._ids = 0

    def request(self, method: str, path: str, body: Any = "") -> Any:
        """Return the answer to a request, or its reason of a refusal."""
        text = body if isinstance(body, str) else json.dumps(body)
        effects = self._take(self.service.request(method, path, text))
        status, answer = effects["answer"]
        if status != 200:
            return json.loads(answer)["reason"]
        return json.loads(answer) if answer.startswith(("{", "[")) and "\n" not in answer else answer

    def open(self, game: str, bots: tuple[str, ...] = (), guests: tuple[str, ...] = (), **settings: Any) -> str:
        """Open a table, start its game and return its code."""
        new = {
            "settings": {"game": game, "seats": 1 + len(bots) + len(guests), **settings},
            "bots": bots,
            "guests": guests,
            "start": True,
            "name": "Ann",
        }
        return str(self.request("POST", "/api/tables", new)["code"])

    def connect(self, code: str, person: str = OWNER) -> None:
        """Connect as one of the people at the device."""
        self.service.close(1)
        self.position, self.log = {}, []
        self._take(self.service.open(1, code, person))

    def send(self, kind: str, **fields: Any) -> None:
        """Send a command."""
        self._ids += 1
        self._take(self.service.receive(1, json.dumps({"type": kind, "id": str(self._ids), **fields})))

    def let_bots_act(self) -> None:
        """Let the time pass that bots need to think, and let them act once."""
        for table in self.service._used():
            table._times_ms.clear()
            table._resumed = -(10**8)
        self._take(self.service.tick())

    def step(self, rng: Random) -> None:
        """Roll, make a random move, or wait for a bot."""
        position = self.position
        if position["turn"]["may_roll"]:
            self.send("roll", at=position["at"])
        elif position["choices"]:
            self.send("move", at=position["at"], action=rng.choice(position["choices"])["action"])
        else:
            self.let_bots_act()

    def play(self, seed: int = 1) -> dict[str, Any]:
        """Play to the end, and return the last position."""
        rng = Random(seed)
        while not self.position.get("results"):
            self.step(rng)
        return self.position

    def _take(self, text: str) -> dict[str, Any]:
        effects: dict[str, Any] = json.loads(text)
        self.stored |= {table["code"]: table for table in effects["stored"]}
        self.closed += effects["closed"]
        for _, data in effects["messages"]:
            message = json.loads(data)
            if message["type"] == "state":
                self.position = message["position"] or self.position
                self.table = message["table"] or self.table
                self.log += message["log"]
            elif message["type"] == "rejected":
                self.rejected.append(message["reason"])
        return effects
