"""Prepares the interpreter for a snapshot of its memory, from which the page starts it later.

The page makes and keeps it (`web/src/lib/offline/snapshot.ts`).
"""

import gc
import json
import random
import time

from knobel import clock
from knobel.games import GAMES
from knobel.offline.service import Service


def prepare() -> None:
    """Compute the data of each game's first table before the snapshot is made. Nothing of these tables remains."""
    service = Service()
    for game in GAMES:
        settings = {"game": game, "seats": 2}
        table = {"settings": settings, "bots": ["casual"], "start": True, "name": "?", "guests": []}
        effects = json.loads(service.request(1, "POST", "/api/tables", json.dumps(table)))
        service.open(1, json.loads(effects["answer"]["text"])["code"])
        service.close(1)
    del service
    gc.collect()


def renew() -> None:
    """Renew what must differ between starts from one snapshot: the state of random numbers, and the clock's start."""
    random.seed()
    clock.start_ns = time.monotonic_ns()
