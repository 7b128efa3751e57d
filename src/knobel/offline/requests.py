"""Answers requests of the page that need no server.

An answer comes in steps, between which the worker loads the needed resources and does other work.
"""

from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from importlib.util import find_spec
from typing import Any
from urllib.parse import parse_qs, urlsplit

from knobel.core import Game
from knobel.engines.wasm.memory import KernelFailed
from knobel.notation import BadRecord
from knobel.offline.carried_file import CarriedFiles
from knobel.offline.days import DayRequests
from knobel.offline.engines import Engines
from knobel.offline.messages import Answer, Need
from knobel.offline.paths import Request, handler_of
from knobel.offline.store import DeviceStore, Steps
from knobel.offline.table_requests import TableRequests
from knobel.tables.refusals import Refused, TableReason

COACH = "knobel.offline.coach"
"""The module that answers requests to the coach; it is loaded when it is needed."""


class Requests:
    def __init__(self, engines: Engines, store: DeviceStore) -> None:
        self._engines, self._store = engines, store
        self._parts: dict[str, Any] = {
            "tables": TableRequests(engines, store),
            "days": DayRequests(engines, store),
            "file": CarriedFiles(store),
        }

    def answer(self, method: str, address: str, body: str, person: str) -> Steps:
        """Yield the steps of an answer.

        :raises Refused: if the request is not possible here.
        """
        url = urlsplit(address)
        handler, path = handler_of(method, url.path)
        part, _, name = handler.partition(".")
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        if part not in self._parts:
            yield from self._load_coach()
        try:
            text = getattr(self._parts[part], name)(Request(path, query, body, person))
            if not isinstance(text, str):
                text = yield from text
        except BadRecord as error:
            raise Refused(TableReason.BAD_RECORD, str(error), rule=error.reason) from None
        except (KernelFailed, MemoryError) as error:
            raise Refused(TableReason.INTERNAL, str(error)) from None
        if text:
            yield Answer(text=text)

    def _load_coach(self) -> Steps:
        if find_spec(COACH) is None:
            yield Answer(need=Need(kind="coach"))
            invalidate_caches()
            if find_spec(COACH) is None:
                raise Refused(TableReason.NOT_LOADED, "the coach could not be loaded")
        self._import_coach()

    def _import_coach(self) -> None:
        if "coach" not in self._parts:
            self._parts |= import_module(COACH).parts(self._engines, self._store)

    def prepare_coach(self, game: Game[Any]) -> Iterator[None]:
        """Prepare the coach in steps for its first hint in a game. Its modules must be loaded."""
        self._import_coach()
        yield
        yield from self._parts["coach"].preparation(game)
