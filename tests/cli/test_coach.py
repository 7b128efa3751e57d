"""`knobel coach`: a review of a game, and an error of one line for each invalid record."""

import json
import re
from pathlib import Path

import pytest

import knobel
from knobel import Move, Over, Roll, notation
from knobel.core import Chance, Event
from tests.cli.conftest import Run, fails


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Return a record of two people who always take the first action."""
    game = knobel.make("knister")
    state, events = game.start(2), list[Event]()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            events.append(Roll((1 + len(events) % 6, 3)))
        else:
            events.append(Move(turn.seats[0], game.legal(state, turn.seats[0])[0]))
        state = game.apply(state, events[-1])
    return notation.dumps(notation.Record(game, ("Ann", "Ben\x1b[2J"), events)).splitlines(keepends=True)


@pytest.fixture
def file(tmp_path: Path, lines: list[str]) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(lines))
    return path


def test_a_game_is_annotated(run: Run, file: Path) -> None:
    ran = run("coach", str(file), "--effort", "quick")
    assert ran.status == 0
    assert "Ann: a1, writes" in ran.out
    assert "luck" in ran.out
    assert "better: " in ran.out
    assert "accuracy" in ran.out
    # The same for both seats, so said once.
    assert ran.out.count("8 of 10 games") == 1
    assert "\x1b" not in ran.out


def test_reasons_are_translated(run: Run, file: Path) -> None:
    told = [run("coach", str(file), "--effort", "quick", *more).out for more in ((), ("--language", "de"))]
    assert re.search(r"\brow \d", told[0])
    assert re.search(r"\bZeile \d", told[1])
    found = json.loads(run("coach", str(file), "--effort", "quick", "--json", "--language", "it").out)
    assert any(re.search(r"\briga \d", each["sentences"]) for each in found["decisions"])


def test_a_review_is_in_one_language(run: Run, file: Path) -> None:
    german = run("coach", str(file), "--effort", "quick", "--language", "de").out
    assert "würfelt" in german
    assert "besser: " in german
    assert "Ohne Glück" in german
    for english in ("rolls", "blunder", "inaccuracy", "better", "luck", "accuracy", "more likely"):
        assert english not in german
    italian = run("coach", str(file), "--closer", "62", "--samples", "12", "--language", "it").out
    assert "partite giocate fino in fondo" in italian
    assert "% di probabilità di vincere" in italian


@pytest.mark.slow
def test_percentages_have_one_form_in_a_language(run: Run, file: Path) -> None:
    for language, wrong in (("de", r"\d%"), ("en", r"\d %")):
        for more in ((), ("--html",)):
            told = run("coach", str(file), "--effort", "quick", "--language", language, *more).out
            assert not re.findall(wrong, re.sub("<style>.*?</style>", "", told, flags=re.DOTALL))


def test_as_a_page(run: Run, file: Path) -> None:
    ran = run("coach", str(file), "--effort", "quick", "--html", "--language", "it")
    assert ran.out.startswith("<!doctype html>")
    assert "Bravura o fortuna?" in ran.out
    fails(run("coach", str(file), "--html", "--json"), "choose one of --json and --html")


def test_a_closer_look_at_a_decision(run: Run, file: Path) -> None:
    told = run("coach", str(file), "--closer", "62", "--samples", "24")
    assert told.status == 0
    counts = [line for line in told.out.splitlines() if line.endswith("rollouts:")]
    assert counts == ["12 rollouts:", "24 rollouts:"]
    assert "difference" in told.out
    assert "to win" in told.out
    found = json.loads(run("coach", str(file), "--closer", "62", "--samples", "12", "--json").out)
    assert found["samples"] == 12
    assert found["actions"][1]["action"] == "a5"
    for event in ("1", "999"):
        fails(run("coach", str(file), "--closer", event), f"event {event} is not a decision between several moves")
    fails(run("coach", str(file), "--closer", "62", "--html"), "choose one of --json, --html and --closer")


def test_one_seat_alone(run: Run, file: Path) -> None:
    ran = run("coach", str(file), "--effort", "quick", "--seat", "0")
    assert "Ann: a1, writes" in ran.out
    assert "writes" not in "".join(line for line in ran.out.splitlines() if "Ben" in line)


def test_as_json(run: Run, file: Path) -> None:
    found = json.loads(run("coach", str(file), "--effort", "quick", "--json").out)
    assert list(found) == ["game", "options", "seats", "decisions", "changes", "engine"]
    for seat in found["seats"]:
        ledger = seat["ledger"]
        parts = sum(ledger[part] for part in ("start", "luck", "decisions", "unknown", "others", "correction"))
        assert parts == pytest.approx(ledger["final"], abs=1e-6)
    one = json.loads(run("coach", str(file), "--effort", "quick", "--json", "--seat", "1").out)
    assert [seat["name"] for seat in one["seats"]] == ["Ben\x1b[2J"]
    assert one["decisions"] == [each for each in found["decisions"] if each["seat"] == 1]


def test_a_record_may_contain_its_true_scores(run: Run, file: Path, lines: list[str]) -> None:
    scored = json.loads(lines[-1]) | {"scores": list(scores(lines))}
    file.write_text("".join(lines[:-1]) + json.dumps(scored))
    assert run("coach", str(file), "--effort", "quick", "--json").status == 0


def scores(lines: list[str]) -> tuple[int, ...]:
    record, state = notation.load(lines)
    found: tuple[int, ...] = record.game.scores(state)
    return found


def broken(lines: list[str], what: str) -> tuple[list[str], str]:
    """Return an invalid record and the expected error."""
    last = json.loads(lines[-1])
    return {
        "truncated": (lines[:-1], f"line {len(lines) - 1}: the record ends before the game is over"),
        "cut within a line": ([*lines[:20], lines[20][:-5]], "line 21: not JSON"),
        "empty": ([], "line 1: empty"),
        "another version": (
            [f'{{"knobel": {notation.VERSION + 1}, "game": "knister", "seats": ["A"]}}\n'],
            "line 1: format version",
        ),
        "an unknown game": (['{"knobel": 1, "game": "chess", "seats": ["A"]}\n'], "line 1: .*chess"),
        "impossible dice": ([lines[0], '{"roll": [3, 7]}\n', *lines[1:]], "line 2: dice show 1 to 6"),
        "a forged score": (
            [*lines[:-1], json.dumps(last | {"scores": [999, 0]})],
            f"line {len(lines)}: the scores are",
        ),
        "ten thousand lines": ([*lines, *["\n"] * 10_000], "line 5001: longer than 5,000 lines"),
    }[what]


@pytest.mark.parametrize(
    "what",
    [
        "truncated",
        "cut within a line",
        "empty",
        "another version",
        "an unknown game",
        "impossible dice",
        "a forged score",
        "ten thousand lines",
    ],
)
def test_invalid_records_are_refused_with_the_line_number(run: Run, file: Path, lines: list[str], what: str) -> None:
    text, message = broken(lines, what)
    file.write_text("".join(text))
    fails(run("coach", str(file)), message)


def test_a_seat_that_is_not_there(run: Run, file: Path) -> None:
    fails(run("coach", str(file), "--seat", "2"), "there is no seat 2")


def test_a_file_that_is_not_there(run: Run) -> None:
    fails(run("coach", "nowhere.jsonl"), "cannot read nowhere.jsonl")
