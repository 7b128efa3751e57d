"""Values of options whose meaning has changed: older records and logs keep the first one."""

import msgspec
import pytest

import knobel
from knobel import notation
from knobel.core import Decide, Move
from knobel.games import first_meanings
from knobel.games.kniffeliger import NO_DICE, Kniffeliger, Sheet, Stage, State
from knobel.tables.events import RULES, Opened, SetUp
from knobel.tables.settings import Settings

SHIFT = (0, 0, 0, 1, 0)


def before_shifting(hands: tuple[tuple[int, ...], ...]) -> State:
    """Return a position in which the first of two seats begins its turn in the shifting phase."""
    return State((Sheet(), Sheet().filled("fh", 25)), hands, (NO_DICE,) * 2, round=2, stage=Stage.SHIFTING)


def test_a_turn_in_the_shifting_phase_ends_when_its_player_says_so() -> None:
    game, both = Kniffeliger(turn_end="player"), before_shifting((SHIFT, SHIFT))
    played = game.apply(both, Move(0, "shift"))
    assert (game.turn(played), game.legal(played, 0)) == (Decide((0,)), ("end",))
    assert not game.preview(played, 0, "end").declines, "nothing is left to decline"
    assert game.turn(game.apply(played, Move(0, "end"))) == Decide((1,))


def test_a_player_with_nothing_to_play_has_no_turn_in_the_shifting_phase() -> None:
    game = Kniffeliger(turn_end="player")
    only_first = game.apply(before_shifting((SHIFT, NO_DICE)), Move(0, "end"))
    assert (only_first.round, only_first.stage) == (3, Stage.ROLLING), "the next round has begun"


@pytest.mark.parametrize("turn_end", ["automatic", "main_phase"])
def test_otherwise_it_ends_with_the_last_die(turn_end: str) -> None:
    game = Kniffeliger(turn_end=turn_end)
    assert game.turn(game.apply(before_shifting((SHIFT, SHIFT)), Move(0, "shift"))) == Decide((1,))


def record(version: int, turn_end: str) -> list[str]:
    options = f'{{"turn_end": "{turn_end}"}}'
    return [f'{{"knobel": {version}, "game": "kniffeliger", "options": {options}, "seats": ["Ann", "Ben"]}}']


@pytest.mark.parametrize(
    ("version", "value", "meaning"),
    [
        (1, "player", "main_phase"),
        (2, "PLAYER", "main_phase"),
        (3, "player", "player"),
        (1, "automatic", "automatic"),
        (1, "main_phase", "main_phase"),
    ],
)
def test_the_version_of_a_record_defines_the_values_of_options(version: int, value: str, meaning: str) -> None:
    read, _ = notation.load(record(version, value))
    assert read.game.options["turn_end"] == meaning
    again, _ = notation.load(notation.dumps(read).splitlines())
    assert again.game == read.game


def test_only_records_with_such_a_value_have_a_new_version() -> None:
    def version(**options: str) -> int:
        return notation.version_for(knobel.make("kniffeliger", **options))

    assert (version(), version(turn_end="main_phase"), version(rounds="until_full")) == (1, 1, 1)
    assert version(turn_end="player") == 3


def test_unknown_games_and_options_stay_as_they_are() -> None:
    assert first_meanings("chess", {"turn_end": "player"}) == {"turn_end": "player"}
    assert first_meanings("kniffeliger", {"turn_end": 3, "x": "player"}) == {"turn_end": 3, "x": "player"}


@pytest.mark.parametrize("event", [Opened, SetUp])
def test_logs_of_older_versions_keep_their_rules(event: type[Opened] | type[SetUp]) -> None:
    settings = {"game": "kniffeliger", "options": {"turn_end": "player"}}
    stored = {"kind": event.__struct_config__.tag, "time": 1, "host": "ann", "settings": settings}
    old = msgspec.convert(stored, event)
    assert old.settings.options == {"turn_end": "main_phase"}
    assert msgspec.json.decode(msgspec.json.encode(old), type=event) == old
    new = msgspec.convert(stored | {"rules": RULES}, event)
    assert new.settings == Settings(game="kniffeliger", options={"turn_end": "player"})
    assert msgspec.json.decode(msgspec.json.encode(new), type=event) == new


def test_an_old_log_goes_on_by_its_rules() -> None:
    lines = [
        *record(1, "player"),
        '{"roll": [1, 1, 1, 2, 2]}',
        '{"seat": 0, "move": "1s"}',
        '{"seat": 0, "move": "end"}',
    ]
    _, state = notation.load(lines)
    assert knobel.make("kniffeliger", turn_end="main_phase").turn(state).seat == 1  # type: ignore[union-attr]
