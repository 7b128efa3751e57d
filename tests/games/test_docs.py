"""The pages in `docs/` agree with the program."""

import doctest
import random
import re
import types
from pathlib import Path

import pytest

import knobel
from knobel import notation
from knobel.core import Decide
from tests.games.cases import SETUPS, walk

DOCS = Path(__file__).parents[2] / "docs"
FORM = re.compile(r"\| (\w+) \| `(.+?)` \| `(.+?)` \| .+ \|")

every_game = pytest.mark.parametrize("name", list(knobel.GAMES))


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def forms(name: str) -> dict[str, str]:
    """Return the forms of a game's actions with their examples, as published."""
    return {
        form.replace("\\|", "|"): example for game, form, example in FORM.findall(page("notation.md")) if game == name
    }


@every_game
def test_every_action_has_exactly_one_published_form(name: str) -> None:
    published = forms(name)
    for form, example in published.items():
        assert re.fullmatch(form, example)
    seen = set()
    rng = random.Random(1)
    setups = [(options, seats) for game, options, seats in SETUPS if game == name]
    for seed, (options, seats) in enumerate(setups * 2):
        game = knobel.make(name, **options)
        for state, _, _ in walk(game, seats, seed):
            turn = game.turn(state)
            if isinstance(turn, Decide):
                actions = game.legal(state, turn.seats[0])
                for action in rng.sample(actions, min(len(actions), 6)):
                    matching = [form for form in published if re.fullmatch(form, action)]
                    assert len(matching) == 1, action
                    seen.update(matching)
    # Passing in Knaster is too rare to wait for; its count in docs/perft.md shows it.
    assert set(published) - seen <= {"pass"}


@every_game
def test_every_game_has_a_page_that_names_its_options_and_data(name: str) -> None:
    game = knobel.make(name)
    text = page(f"games/{name}.md")
    assert text.startswith(f"# {game.titles['en']}\n")
    words = set(re.findall(r"`([^`\n]+)`", text))
    for option in game.option_list:
        assert option.name in words
        assert {str(choice) for choice in option.choices} <= words
    state = game.start(game.min_seats)
    sheet = game.sheet(state, 0)
    assert {*sheet, *game.info(state)} <= words
    for column in sheet.get("columns", []):
        assert set(column) <= words
    for example in forms(name).values():
        assert example in words


@pytest.mark.parametrize("name", ["records.md", "perft.md"])
def test_the_examples_in_the_pages_run(name: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 0
    assert failed == 0


def test_the_record_in_the_page_replays() -> None:
    record, state = notation.load(page("records.md").split("```")[1].strip().splitlines())
    assert record.game.score(state, 0) == 1


def test_the_sixth_game_in_the_page_plays() -> None:
    source = page("adding-a-game.md").split("```python\n")[1].split("```")[0]
    module = types.ModuleType("kniffel")
    exec(compile(source, "docs/adding-a-game.md", "exec"), module.__dict__)
    game = module.Kniffel()
    steps = list(walk(game, 2, seed=3))
    state = steps[-1][2]
    assert len(steps) >= 2 * 13 * 2
    assert game.turn(state) == knobel.Over(game.scores(state))
    for before, _, _ in steps:
        for action in ("kk", "k9", "zz", "fh.1", "k123456", ""):
            with pytest.raises(knobel.Illegal):
                game.apply(before, knobel.Move(0, action))
