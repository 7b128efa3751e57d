"""`knobel games`."""

import json

from knobel.games import GAMES
from tests.cli.conftest import Run


def test_games_as_json(run: Run) -> None:
    listed = json.loads(run("games", "--json").out)
    assert [game["name"] for game in listed] == list(GAMES)
    knoeffel = listed[3]
    assert knoeffel["titles"] == {"de": "Knöffel", "en": "Knöffel", "it": "Knöffel"}
    assert knoeffel["seats"] == {"min": 1, "max": None}
    assert knoeffel["options"][0] == {"name": "columns", "default": 2, "values": [2, 1, 3, 4, 5, 6, "sequential"]}


def test_games_in_words(run: Run) -> None:
    out = run("games").out
    assert all(name in out for name in GAMES)
    assert "--option cross_out=open" in out
