"""Runs in Pyodide when the page is built: collects all that the page's worker imports, as archives of bytecode.

What the worker imports for play is found by playing: every game, with its record, replay and position, and with each
bot. What the coach imports in addition has an archive of its own.
"""

import importlib.util
import io
import json
import marshal
import pkgutil
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from types import CodeType

import msgspec

from knobel import texts
from knobel.clock import monotonic_ms
from knobel.engines.wasm import memory
from knobel.offline import requests
from knobel.offline.service import Service

ENGINES = sorted(file.parent.name for file in Path(memory.__file__).parents[1].glob("*/kernels.wasm"))
"""The games whose engine the page can load."""
ALWAYS = (
    *("encodings.ascii", "encodings.latin_1", "encodings.cp437", "encodings.idna"),
    *("traceback", "linecache", "tokenize"),
    *(f"knobel.engines.{game}.engine" for game in ENGINES),
    "knobel.offline.snapshot",
)
"""Modules that the interpreter imports only in some situations, such as an error or a loaded engine."""
OF_ENGINE = "rollout", "table_playouts", "opponent_effects", "strengths"
"""The modules of a game's engine that the coach imports, if there are such."""
OF_OTHERS = 20
"""The number of actions against a bot after the first: it has decided on dice and entries by then."""
NEVER = ("offline_pack", "__main__", "pip", "micropip")
UNCHECKED_HASH = (1).to_bytes(4, "little") + bytes(8)
"""The part of bytecode's header which says that its source must not be looked for."""
DATA = (".txt", ".bin")


def play_everything() -> str:
    """Play a game of each kind against a bot, and its first moves against all others; return the list of the games."""
    service = Service()

    def request(method: str, path: str, body: str = "") -> str:
        answer, text = json.loads(service.request(1, method, path, body))["answer"], ""
        while not answer["done"]:
            text += answer["text"]
            answer = json.loads(service.go_on(1))["answer"]
        assert answer["status"] == 200, answer["text"]
        return text

    games = request("GET", "/api/games")
    for game in json.loads(games):
        settings = {"game": game["name"], "seats": 2}
        for level in game["bots"]:
            new = {"settings": settings, "bots": [level], "start": True, "name": "Ada", "guests": []}
            code = json.loads(request("POST", "/api/tables", json.dumps(new)))["code"]
            if level != game["bots"][0]:
                play(service, code, OF_OTHERS)
                continue
            play(service, code)
            record = request("GET", f"/api/tables/{code}/games/1/record")
            request("GET", f"/api/tables/{code}/replay")
            request("POST", "/api/records/replay", record)
            request("POST", "/api/records/position", "\n".join(record.splitlines()[:5]))
            sheets = [{"name": "Ada", "cells": {}}]
            request("POST", "/api/records/sheets", json.dumps({"game": game["name"], "sheets": sheets}))
    return games


def play(service: Service, code: str, actions: int = 1_000_000) -> None:
    """Play a table's game to its end, or so many actions of it, taking the first legal action."""
    position, number = None, 0

    def take(effects: str) -> None:
        nonlocal position
        for _, text in json.loads(effects)["messages"]:
            position = json.loads(text).get("position") or position

    take(service.open(1, code))
    table = service._store.tables[code]
    while not position["results"] and number < actions:
        number += 1
        step = {"id": str(number), "at": position["at"]}
        if position["turn"]["may_roll"]:
            take(service.receive(1, json.dumps({"type": "roll", "dice": None, **step})))
        elif position["choices"]:
            action = position["choices"][0]["action"]
            take(service.receive(1, json.dumps({"type": "move", "action": action, **step})))
        else:
            table._times_ms.clear()  # bots need no time to think here
            table._resumed = monotonic_ms() - 1_000_000
            take(service.tick())
    service.close(1)


def archives() -> tuple[bytes, bytes, bytes]:
    """Return the archive of all modules that are imported now, that of what the coach adds, and msgspec's library."""
    for name in ALWAYS:
        importlib.import_module(name)
    first = set(sys.modules)
    importlib.import_module(requests.COACH)
    coached()
    [library] = Path(msgspec.__file__).parent.glob("*.so")
    return archive(first, coach_texts()), archive(set(sys.modules) - first, {}), library.read_bytes()


def coach_texts() -> dict[str, bytes]:
    """Return the coach's texts by path. They are with the module that reads them, which is needed first.

    Of the page's catalogues they contain only what the coach shares.
    """
    shared = importlib.import_module("knobel.coach.wording.shared")

    found = {f"knobel/texts/{file.parent.name}/{file.name}": file.read_bytes() for file in text_files()}
    for language in texts.LANGUAGES:
        for name in shared.CATALOGUES:
            own, keys = texts.own_messages(language, name), set(shared.keys_of(name).values())
            content = json.dumps({key: own[key] for key in own if key in keys}, ensure_ascii=False)
            found[f"knobel/texts/{language}/{name}.json"] = content.encode()
    return found


def text_files() -> list[Path]:
    """Return the files of the coach's own texts."""
    return [file for name in ("coach", "language") for file in texts.FOLDER.glob(f"*/{name}.json")]


def shared_files() -> list[Path]:
    """Return the page's catalogues of which the coach reads a part."""
    shared = importlib.import_module("knobel.coach.wording.shared")

    return [file for name in shared.CATALOGUES for file in texts.FOLDER.glob(f"*/{name}.json")]


def coached() -> list[str]:
    """Return the games with an engine whose coach needs nothing that the interpreter lacks, such as NumPy."""
    found = []
    for game in ENGINES:
        with suppress(ImportError):
            import_coach(game)
            found.append(game)
    return found


def import_coach(game: str) -> None:
    """Import the modules of the coach for a game, each in the package of its concept, and those of its engine.

    :raises ImportError: if one needs what the interpreter lacks.
    """
    coach = importlib.import_module("knobel.coach")

    for module in pkgutil.walk_packages(coach.__path__, "knobel.coach."):
        if module.name.endswith(f".{game}"):
            importlib.import_module(module.name)
    for name in OF_ENGINE:
        if importlib.util.find_spec(found := f"knobel.engines.{game}.{name}") is not None:
            importlib.import_module(found)


def archive(names: set[str], more: dict[str, bytes]) -> bytes:
    """Return an archive of modules, of the data in their folders, and of more files."""
    files, folders = dict(more), set()
    for name in names:
        module = sys.modules[name]
        spec = getattr(module, "__spec__", None)
        origin = None if spec is None else spec.origin
        if origin is None or not origin.endswith(".py") or name.partition(".")[0] in NEVER:
            continue
        source = spec.loader.get_source(name)
        path = name.replace(".", "/") + ("/__init__" if spec.submodule_search_locations is not None else "")
        code = compile(source, f"{path}.py", "exec", dont_inherit=True, optimize=2)
        files[f"{path}.pyc"] = importlib.util.MAGIC_NUMBER + UNCHECKED_HASH + marshal.dumps(smaller(code))
        if name.startswith("knobel"):
            folders.add((path.rpartition("/")[0], Path(origin).parent))
    for package, folder in folders:
        files |= {f"{package}/{data.name}": data.read_bytes() for data in folder.iterdir() if data.suffix in DATA}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in sorted(files.items()):
            write(file, name, content)
    return buffer.getvalue()


def sources() -> str:
    """Return the paths of the imported files of this project and of its texts, as JSON."""
    origins = (module.__spec__.origin for name, module in sys.modules.items() if name.partition(".")[0] == "knobel")
    return json.dumps(sorted([*origins, *map(str, [*text_files(), *shared_files()])]))


def smaller(code: CodeType) -> CodeType:
    """Return code without its line numbers, which are a third of it."""
    constants = tuple(smaller(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    # One entry says for up to eight instructions that they have no line (`Objects/locations.md` of CPython).
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * whole + (bytes([0xF8 | rest - 1]) if rest else b"")
    return code.replace(co_consts=constants, co_linetable=table)


def write(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Write an entry that depends only on its content."""
    file.writestr(zipfile.ZipInfo(name), content)
