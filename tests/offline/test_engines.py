"""Bots with an engine in a browser: a host as the page's, with the Python code that runs there."""

import json
from random import Random
from typing import Any

import pytest

from knobel.bots import levels
from knobel.offline.engines import LEVELS
from knobel.offline.service import Service
from tests.offline.host import PageHost, load
from tests.offline.page import Page

GAME = "knapp_daneben"
SETS = 64
"""The number of sets of filled upper fields in Knöffel, each of which is a step."""


pytestmark = pytest.mark.usefixtures("engines_of_the_page")


class Trapped(PageHost):
    """A module none of whose kernels returns normally."""

    def call(self, kernel: str, arguments: int, results: int) -> int:
        return -1


def test_levels_are_offered_where_an_engine_can_be_loaded() -> None:
    page = Page(Service(games=[GAME]))
    offered = {info["name"]: tuple(info["bots"]) for info in page.request("GET", "/api/games")}
    assert offered[GAME] == LEVELS
    assert "master" not in offered["knister"]
    assert Page(Service()).request("GET", "/api/games") != page.request("GET", "/api/games")


def test_a_page_loads_an_engine_once_for_a_table_with_bots() -> None:
    service = Service(games=[GAME])
    page = Page(service)
    alone, other, code = page.open(GAME), page.open("knister", bots=("random",)), page.open(GAME, bots=("master",))
    assert [service.prepare(table) for table in (alone, other, code, code, "none")] == ["", "", GAME, GAME, ""]
    load(service, GAME)
    assert service.prepare(code) == ""


def test_plain_bots_play_until_the_engine_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    choose = levels.LevelBot.choose

    def noted(self: Any, *arguments: Any) -> str:
        asked.append(self.level)
        return choose(self, *arguments)

    monkeypatch.setattr(levels.LevelBot, "choose", noted)
    page = Page(Service(games=[GAME]))
    code = page.open(GAME, bots=("master",))
    page.connect(code)
    for _ in range(12):
        page.let_bots_act()
        if page.position["turn"]["may_roll"]:
            page.send("roll", at=page.position["at"])
        elif page.position["choices"]:
            page.send("move", at=page.position["at"], action=page.position["choices"][0]["action"])
    assert asked == []
    load(page.service, GAME)
    result = page.play()
    assert set(asked) == {"master"}
    assert result["scores"][1] > result["scores"][0]
    assert page.rejected == []


def test_plain_bots_go_on_if_an_engine_fails() -> None:
    page = Page(Service(games=[GAME]))
    page.connect(page.open(GAME, bots=("master",)))
    load(page.service, GAME, Trapped)
    assert len(page.play()["scores"]) == 2


class Solving(PageHost):
    """A module that leaves out the work of solving tables, and counts how often it is asked for."""

    solved = 0

    def call(self, kernel: str, arguments: int, results: int) -> int:
        Solving.solved += kernel == "solve"
        return 0 if kernel == "solve" else super().call(kernel, arguments, results)


def classic_page(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Return a page at a table with rules for which no tables ship, and a bot, with the engine."""
    monkeypatch.setattr(Solving, "solved", 0)
    page = Page(Service(games=["knoeffel"]))
    options = {"columns": 1, "free_rolls": "none", "knoeffel_points": 50, "joker": "forced"}
    page.connect(page.open("knoeffel", bots=("master",), coach=True, options=options))
    load(page.service, "knoeffel", Solving)
    return page


def test_plain_bots_play_while_an_engine_is_prepared_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    page, rng, choose = classic_page(monkeypatch), Random(1), levels.LevelBot.choose

    def choose_if_prepared(*arguments: Any) -> str:
        assert Solving.solved == SETS, "the engine is not prepared"
        return choose(*arguments)

    monkeypatch.setattr(levels.LevelBot, "choose", choose_if_prepared)
    while not page.prepared or page.prepared[-1] < 1:
        page.step(rng)
        page.let_bots_act()
        assert Solving.solved == len(page.prepared)
    assert (Solving.solved, page.prepared) == (SETS, sorted(page.prepared))
    page.let_bots_act()
    assert json.loads(page.service.tick())["wait"] != 0


def test_the_coach_prepares_an_engine_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    page = classic_page(monkeypatch)
    page.send("roll", at=page.position["at"])
    path = f"/api/tables/{page.table['code']}/hint?at={page.position['at']}"
    done = [Solving.solved for _ in page.steps("POST", path)]
    assert done[:SETS] == [*range(1, SETS + 1)]
