"""A page without a browser, at tables of `knobel.offline`."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from knobel.offline.messages import OWNER
from knobel.offline.service import Service


class Page:
    """Sends commands as a page does, and keeps what it receives."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.stored: dict[str, dict[str, Any]] = {}
        self.reviews: dict[str, dict[str, Any]] = {}
        self.skills: dict[str, dict[str, Any]] = {}
        self.tries: dict[str, dict[str, Any]] = {}
        self.answers: dict[tuple[Any, ...], dict[str, Any]] = {}
        self.shares: list[float] = []
        self.mistakes: list[dict[str, Any]] = []
        self.prepared: list[float] = []
        self.add_engine: Callable[[Service], object] = lambda _: None
        self.position: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.rejected: list[str] = []
        self.closed: list[list[Any]] = []
        self.ids = 0

    def request(self, method: str, path: str, body: Any = "") -> Any:
        """Return the answer to a request, or its reason of a refusal."""
        *_, (status, text) = self.steps(method, path, body)
        if status != 200:
            return json.loads(text)["reason"]
        return json.loads(text) if text.startswith(("{", "[")) and "\n" not in text else text

    def steps(self, method: str, path: str, body: Any = "", person: str = OWNER) -> Iterator[tuple[int, str]]:
        """Yield the status and the body of an answer after each step."""
        self.ids += 1
        number, content = self.ids, ""
        text = body if isinstance(body, str) else json.dumps(body)
        answer = self._take(self.service.request(number, method, path, text, person))["answer"]
        while True:
            content += answer["text"]
            if answer["share"] is not None:
                self.shares.append(answer["share"])
            if answer["mistakes"]:
                self.mistakes += json.loads(answer["mistakes"])
            yield answer["status"], content
            if answer["done"]:
                return
            found = "" if answer["need"] is None else self.load(**answer["need"])
            answer = self._take(self.service.go_on(number, found))["answer"]

    def load(self, kind: str, name: str) -> str:
        """Return what an answer needs."""
        match kind:
            case "table":
                return json.dumps(self.stored[name]) if name in self.stored else ""
            case "review":
                return json.dumps(self.reviews[name]) if name in self.reviews else ""
            case "shelf":
                tables = {code: stored["summary"] for code, stored in self.stored.items()}
                return json.dumps(
                    {"tables": tables, "skills": list(self.skills.values()), "answers": list(self.answers.values())}
                )
            case "tries":
                return json.dumps(list(self.tries.values()))
            case "everything":
                stored = {"tables": self.stored, "reviews": self.reviews, "skills": self.skills, "tries": self.tries}
                return json.dumps({name: list(each.values()) for name, each in stored.items()})
            case "engine":
                self.add_engine(self.service)
        return ""

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
        self.ids += 1
        self._take(self.service.receive(1, json.dumps({"type": kind, "id": str(self.ids), **fields})))

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
        self.reviews |= {review["key"]: review for review in effects["reviews"]}
        self.skills |= {skill["key"]: skill for skill in effects["skills"]}
        self.answers |= {(each["game"], each["key"], each["time"]): each for each in effects["answers"]}
        for each in effects["tries"]:
            known = self.tries.get(each["key"])
            if known is None or known["points"] is None or known["table"] == each["table"]:
                self.tries[each["key"]] = each
        self.closed += effects["closed"]
        if effects["engine"] is not None:
            self.prepared.append(effects["engine"][1])
        for _, data in effects["messages"]:
            message = json.loads(data)
            if message["type"] == "state":
                self.position = message["position"] or self.position
                self.table = message["table"] or self.table
                self.log += message["log"]
            elif message["type"] == "rejected":
                self.rejected.append(message["reason"])
        return effects
