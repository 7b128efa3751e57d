"""The steps of a replay, applied one after the other, match the rules at every step."""

import json
import random
from typing import Any

import pytest

from knobel.core import replay
from knobel.games import make
from knobel.presentation.replay import replay_lines
from knobel.tables import commands
from knobel.tables.commands import Source
from knobel.tables.events import Event, rules_event
from knobel.tables.game_records import past_game
from knobel.tables.settings import Settings
from tests.server.tables.test_projections import folded, play, table


def read(log: list[Event], number: int | None = None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    past = past_game(log, number)
    assert past is not None
    head, *steps = map(json.loads, replay_lines(past, folded(log)[1][past.first : past.end]))
    return head, steps


@pytest.mark.parametrize("name", ["knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger"])
def test_the_steps_fold_to_every_position_of_the_game(name: str) -> None:
    log = play(table(name), random.Random(3), 10_000)
    head, steps = read(log)
    events = [event for event in map(rules_event, log) if event is not None]
    game, names = make(name, **head["options"]), head["names"]
    assert head["names"] == ["P0", "P1", "P2", "P3"]
    assert [step["at"] for step in steps] == list(range(len(events) + 1))
    sheets: dict[str, Any] = {}
    scores: dict[str, int] = {}
    state = game.start(len(names))
    for step in steps:
        if step["at"]:
            declines = game.info(state).get("stage") == "shifting" and step["entry"]["action"] == "end"
            assert step["entry"]["declines"] == declines
            state = game.apply(state, events[step["at"] - 1])
        sheets |= step["sheets"]
        scores |= step["scores"]
        assert [scores[str(seat)] for seat in range(4)] == list(game.scores(state))
        assert json.loads(json.dumps([game.sheet(state, seat) for seat in range(4)])) == [
            sheets[str(seat)] for seat in range(4)
        ]
        assert step["info"] == json.loads(json.dumps(game.info(state)))
    assert steps[-1]["turn"]["kind"] == "over"
    assert state == replay(game, 4, events)


def test_replays_of_large_tables_are_sent_in_small_parts() -> None:
    host = Source(0, "p0", "P0")
    log: list[Event] = list(commands.open_table(host, Settings(game="knister", seats=60)))
    log += commands.seat_bot(folded(log)[0].state, host, None, "random", ["random"])
    log += commands.start(folded(log)[0].state, host)
    _, steps = read(log)
    assert [len(step["sheets"]) for step in steps] == [25, 25, 10]
    assert {step["at"] for step in steps} == {0}


def test_earlier_games_have_replays() -> None:
    host = Source(0, "p0", "P0")
    log = play(table("knoeffel"), random.Random(4), 10_000)
    log += commands.set_up(folded(log)[0].state, host, Settings(game="knister", seats=4))
    log = play([*log, *commands.start(folded(log)[0].state, host)], random.Random(5), 10_000)
    assert read(log, 1)[0]["game"] == "knoeffel"
    assert read(log, 2)[0]["game"] == read(log)[0]["game"] == "knister"
