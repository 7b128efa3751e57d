"""The reason for a refusal is the first true one, for every text that looks like an action, in every kind of position.

Each game's reasons are listed here once more, from the sheets and the table as plain data, in the order in which they
are given: no such action; a reason that holds to the end of the game; the phase; the stage of the turn; what the player
has; the cell or row.
"""

import random
import re
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest

import knobel
from knobel.core import Decide, Game, Illegal, Move, Reason
from knobel.games.grid import CELLS, LINES
from knobel.games.kniffeliger import NO_DICE, ROWS, Sheet, Stage, State
from tests.games.cases import VARIANTS, walk
from tests.slow import setups_slow_except_quick

SEEDS = (1, 2, 3)
NONSENSE = (
    *("", "x", "c3 ", "C3", "f3", "a0", "row1", "row1:", "row1:x", "row6:a1", "row1:a1,", "c3oo", "k7", "k1 2", "8s"),
    *("fh.0", "steal.1", "steal.01.fh", "swap", "swap.x", "shift.1", "rol", "freeze.1.x", "cross..fh", "end.1"),
)
FACES = "123456"
KEEPS = ["".join(kept) for size in range(6) for kept in combinations_with_replacement(FACES, size)] + ["21", "5521"]


def number_at(sheet: Any, name: str) -> int:
    """Return the number in a cell of a grid; 0 if it is empty."""
    number: int = sheet["grid"][int(name[1]) - 1]["abcde".index(name[0])]
    return number


def knister(game: Any, state: Any, seat: int, text: str) -> Iterator[Reason]:
    if text not in CELLS:
        yield Reason.UNKNOWN_ACTION
    elif number_at(game.sheet(state, seat), text):
        yield Reason.CELL_TAKEN


def knaster(game: Any, state: Any, seat: int, text: str) -> Iterator[Reason]:
    sheet, number = game.sheet(state, seat), game.info(state)["number"]
    line, colon, names = text.partition(":")
    if colon:
        yield from circled_line(sheet, line, names.split(","))
        return
    cell = text.removesuffix("o")
    if text != "pass" and cell not in CELLS:
        yield Reason.UNKNOWN_ACTION
        return
    here = number_at(sheet, cell) if cell in CELLS else 0
    if text.endswith("o") and cell in sheet["circled"]:
        yield Reason.CELL_CIRCLED
    if text == cell and here:
        yield Reason.CELL_TAKEN
    if sheet["pending"]:
        yield Reason.CIRCLES_FIRST
    if text == "pass":
        can_circle = any(number_at(sheet, name) == number and name not in sheet["circled"] for name in CELLS)
        if can_circle or not all(number_at(sheet, name) for name in CELLS):
            yield Reason.PASS_NOT_YET
    elif text.endswith("o"):
        if not here:
            yield Reason.CELL_EMPTY
        if here != number:
            yield Reason.CELL_OTHER_NUMBER


def circled_line(sheet: Any, line: str, names: list[str]) -> Iterator[Reason]:
    """The reasons why cells cannot be circled in a line."""
    if line not in LINES or not set(names) <= set(CELLS):
        yield Reason.UNKNOWN_ACTION
    elif line not in sheet["pending"]:
        yield Reason.LINE_OTHER
    else:
        if set(names) & set(sheet["circled"]):
            yield Reason.CELL_CIRCLED
        free = [CELLS[cell] for cell in sorted(LINES[line]) if CELLS[cell] not in sheet["circled"]]
        if len(names) != sheet["pending"][line] or names != [name for name in free if name in names]:
            yield Reason.CIRCLES_OTHER


def knapp_daneben(game: Any, state: Any, seat: int, text: str) -> Iterator[Reason]:
    sheet, cell, other = game.sheet(state, seat), text[:-1], text[-1:]
    if cell not in CELLS or other not in "kbgyr":
        yield Reason.UNKNOWN_ACTION
        return
    if number_at(sheet, cell):
        yield Reason.CELL_TAKEN
    if other == sheet["colour"]:
        yield Reason.DIE_OWN
    if game.info(state)["layout"][CELLS.index(cell)] not in (sheet["colour"], other):
        yield Reason.CELL_COLOUR


def refused_keep(kept: str) -> Iterator[Reason]:
    """A keep that no position allows."""
    if list(kept) != sorted(kept) or len(kept) == 5:
        yield Reason.UNKNOWN_ACTION


def lacks(have: list[int], wanted: list[int]) -> bool:
    return any(wanted.count(face) > have.count(face) for face in wanted)


def forced_elsewhere(game: Any, info: Any, fields: dict[str, int | None], field: str) -> bool:
    """True if the dice are a joker that must not be entered in this free field."""
    dice, free = info["dice"], [each for each, points in fields.items() if points is None]
    if game.options["joker"] != "forced" or len(set(dice)) > 1 or "kn" in free:
        return False
    if (own := f"{dice[0]}s") in free:
        return field != own
    return bool(re.match("[1-6]s", field)) and not all(re.match("[1-6]s", each) for each in free)


def refused_field(game: Any, info: Any, fields: dict[str, int | None], field: str) -> Iterator[Reason]:
    """The reasons why the dice cannot be entered in a field of an open column."""
    if fields[field] is not None:
        yield Reason.FIELD_TAKEN
    if forced_elsewhere(game, info, fields, field):
        yield Reason.JOKER_FORCED


def knoeffel(game: Any, state: Any, seat: int, text: str) -> Iterator[Reason]:
    info, columns = game.info(state), game.sheet(state, seat)["columns"]

    def rolls_left(i: int) -> bool:
        charged = columns[i : i + 1] if game.options["free_rolls"] == "column" else columns
        used = sum(column["free_rolls_used"] or 0 for column in charged)
        return used < 3 and game.options["free_rolls"] != "none"

    def opened(i: int) -> bool:
        first_full = None not in columns[0]["fields"].values()
        return game.options["columns"] != "sequential" or i == 0 or first_full

    if found := re.fullmatch(r"([kf])([1-6]{0,5})", text):
        yield from refused_keep(found[2])
        if found[1] == "k" and info["rolls"] >= 3:
            yield Reason.NO_ROLL_LEFT
        if found[1] == "f":
            room = [i for i, column in enumerate(columns) if None in column["fields"].values() and opened(i)]
            if info["rolls"] != 3 or not any(map(rolls_left, room)):
                yield Reason.NO_FREE_ROLL
        if lacks(info["dice"], [int(face) for face in found[2]]):
            yield Reason.DICE_NOT_THERE
        return
    field, _, number = text.partition(".")
    if not (number.isdecimal() and len(number) == 1 and 1 <= int(number) <= len(columns)):
        yield Reason.UNKNOWN_ACTION
        return
    i = int(number) - 1
    if field not in columns[i]["fields"]:
        yield Reason.UNKNOWN_ACTION
        return
    yield from refused_field(game, info, columns[i]["fields"], field)
    if not opened(i) or (info["rolls"] == 4 and not rolls_left(i)):
        yield Reason.COLUMN_CLOSED


ATTACK = re.compile(r"(?P<die>steal|freeze|cross)\.(?P<seat>0|[1-9]\d*)\.(?P<row>\w+)")
SWAP = re.compile(r"(?P<die>swap)\.(?P<seat>0|[1-9]\d*)")


def is_open(sheet: Any, row: str) -> bool:
    return sheet["rows"][row] is None and row not in sheet["crossed"]


def kniffeliger(game: Any, state: Any, seat: int, text: str) -> Iterator[Reason]:
    stage, mine = game.info(state)["stage"], game.sheet(state, seat)
    can_fill = any(is_open(mine, row) and row not in mine["frozen"] for row in mine["rows"])
    found = ATTACK.fullmatch(text) or SWAP.fullmatch(text)
    keep = re.fullmatch(r"k([1-6]{0,5})", text)
    if found:
        if found.groupdict().get("row", "1s") not in mine["rows"]:
            yield Reason.UNKNOWN_ACTION
        elif int(found["seat"]) == seat:
            yield Reason.TARGET_SELF
        elif int(found["seat"]) >= game.seats(state):
            yield Reason.TARGET_UNKNOWN
        else:
            yield from die_reasons(game, state, seat, found)
    elif text == "end":
        if stage == "rolled" or (stage == "before" and can_fill):
            yield Reason.ENTER_FIRST
    elif text == "shift":
        yield from timing(stage, "shift")
        if not mine["action_dice"]["shift"]:
            yield Reason.NO_ACTION_DIE
    elif keep or text in (*mine["rows"], "roll"):
        if keep:
            yield from refused_keep(keep[1])
        yield from timing(stage, None)
        yield from dice_reasons(game, state, seat, text, can_fill=can_fill)
    else:
        yield Reason.UNKNOWN_ACTION


def timing(stage: str, die: str | None) -> Iterator[Reason]:
    """The reasons in the phase and in the stage of the turn; `die` is the action die that is played, if any."""
    if (die in ("shift", "swap")) != (stage == "shifting"):
        yield Reason.OTHER_PHASE
    if stage == "entered" and die not in ("freeze", "cross"):
        yield Reason.ALREADY_ENTERED
    if die == "steal" and stage == "rolled":
        yield Reason.ROLL_TOO_LATE


def dice_reasons(game: Any, state: Any, seat: int, text: str, *, can_fill: bool) -> Iterator[Reason]:
    """The reasons why dice cannot be rolled, kept or entered."""
    info, mine = game.info(state), game.sheet(state, seat)
    if text == "roll" and info["stage"] == "rolled":
        yield Reason.ROLL_TOO_LATE
    if text != "roll" and info["stage"] == "before" and can_fill:
        yield Reason.ROLL_FIRST
    if text in mine["rows"]:
        if text in mine["crossed"]:
            yield Reason.ROW_CROSSED
        if text in mine["frozen"]:
            yield Reason.ROW_FROZEN
        if mine["rows"][text] is not None:
            yield Reason.FIELD_TAKEN
        return
    if not can_fill:
        yield Reason.ROW_NOT_OPEN
    if text != "roll" and info["stage"] == "rolled":
        kept = [int(face) for face in text[1:]]
        if info["rolls"] >= 3:
            yield Reason.NO_ROLL_LEFT
        if lacks(info["dice"], kept):
            yield Reason.DICE_NOT_THERE
        if lacks(kept, info["saved"]):
            yield Reason.DICE_SAVED


def die_reasons(game: Any, state: Any, seat: int, found: re.Match[str]) -> Iterator[Reason]:
    """The reasons why an action die cannot be played on another seat or a row of its sheet."""
    mine, die = game.sheet(state, seat), found["die"]
    yield from timing(game.info(state)["stage"], die)
    if not mine["action_dice"][die]:
        yield Reason.NO_ACTION_DIE
    if die != "swap":
        yield from refused_row(game, mine, game.sheet(state, int(found["seat"])), die, found["row"])


def refused_row(game: Any, mine: Any, theirs: Any, die: str, row: str) -> Iterator[Reason]:
    """The reasons why a row cannot be stolen, frozen or crossed out."""
    filled, crossed = theirs["rows"][row] is not None, row in theirs["crossed"]
    if die == "steal":
        if not filled:
            yield Reason.ROW_NOT_FILLED
        if row in mine["frozen"]:
            yield Reason.ROW_FROZEN
        if row in mine["crossed"]:
            yield Reason.ROW_CROSSED
        if mine["rows"][row] is not None:
            yield Reason.ROW_NOT_OPEN
        return
    if crossed:
        yield Reason.ROW_CROSSED
    if die == "freeze":
        if filled:
            yield Reason.ROW_NOT_OPEN
        if row in theirs["frozen_next_round" if game.options["freeze"] == "next_round" else "frozen"]:
            yield Reason.ROW_FROZEN
    elif game.options["cross_out"] == "open" and filled:
        yield Reason.ROW_NOT_OPEN
    elif game.options["cross_out"] == "filled" and not filled:
        yield Reason.ROW_NOT_FILLED


REASONS = {
    "knister": knister,
    "knaster": knaster,
    "knapp_daneben": knapp_daneben,
    "knoeffel": knoeffel,
    "kniffeliger": kniffeliger,
}


def texts(game: Game[Any], seats: int) -> list[str]:
    """Return all that looks like an action of any game, and nonsense."""
    rows = ("1s", "6s", "3k", "ch", "fh", "kn", "pi")
    found = [*NONSENSE, *CELLS, *(f"{cell}o" for cell in CELLS), "pass", "roll", "end", "shift", *rows]
    found += [f"{cell}{colour}" for cell in CELLS for colour in "kbgyrx"]
    found += [f"{field}.{column}" for field in rows for column in range(8)]
    found += [f"{prefix}{kept}" for kept in KEEPS for prefix in "kf"]
    if game.name == "kniffeliger":
        found += [
            f"{die}.{seat}.{row}" for die in ("steal", "freeze", "cross") for seat in range(seats + 1) for row in rows
        ]
        found += [f"swap.{seat}" for seat in (*range(seats + 1), 999)]
    if game.name == "knaster":
        for line, cells in LINES.items():
            names = [CELLS[cell] for cell in sorted(cells)]
            found += [f"{line}:{','.join(names[i:j])}" for i in range(5) for j in range(i + 1, 6)]
            found += [f"{line}:{names[1]},{names[0]}", f"{line}:{names[0]},{names[0]}", f"{line}:c3,b1"]
    return found


def kind_of_position(game: Game[Any], state: Any, seat: int) -> Any:
    """Return what distinguishes positions for refusals."""
    info, sheet = game.info(state), game.sheet(state, seat)
    hand = tuple(bool(count) for count in sheet.get("action_dice", {}).values())
    marks = bool(sheet.get("frozen")), bool(sheet.get("crossed")), bool(sheet.get("circled"))
    joker = info.get("joker", "none") != "none" and len(set(info["dice"])) == 1
    return info.get("stage"), info.get("rolls"), len(sheet.get("pending", ())), hand, marks, joker


@pytest.mark.parametrize("count", [8, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "options", "seats"), setups_slow_except_quick(VARIANTS))
def test_a_refusal_gives_the_first_true_reason(name: str, options: dict[str, Any], seats: int, count: int) -> None:
    game, rng = knobel.make(name, **options), random.Random(1)
    asked = dict.fromkeys(texts(game, seats))
    positions: dict[Any, Any] = {}
    for seed in SEEDS:
        for state, _, _ in walk(game, seats, seed):
            turn = game.turn(state)
            if isinstance(turn, Decide):
                seat = rng.choice(turn.seats)
                positions.setdefault(kind_of_position(game, state, seat), []).append((state, seat))
    kinds = sorted(positions, key=repr)
    for kind in rng.sample(kinds, min(len(kinds), count)):
        state, seat = rng.choice(positions[kind])
        legal = set(game.legal(state, seat))
        for text in (*asked, *legal):
            reasons = list(REASONS[name](game, state, seat, text))
            assert (not reasons) == (text in legal), (text, reasons)
            if reasons:
                with pytest.raises(Illegal) as caught:
                    game.apply(state, Move(seat, text))
                assert caught.value.reason is reasons[0], (text, reasons)


def kniffeliger_state(stage: Stage, hand: tuple[int, ...], **sheets: Any) -> Any:
    """Return a position of two seats, of which the first decides."""
    mine, theirs = sheets.get("mine", Sheet()), sheets.get("theirs", Sheet())
    return State((mine, theirs), (hand, NO_DICE), (NO_DICE,) * 2, round=2, stage=stage)


@pytest.mark.parametrize("text", ["ch", "k11", "k", "roll", "steal.1.fh", "freeze.1.fh", "cross.1.1s"])
def test_kniffeliger_actions_of_the_main_phase_are_for_the_other_phase(text: str) -> None:
    state = kniffeliger_state(Stage.SHIFTING, (0, 0, 0, 1, 0))
    with pytest.raises(Illegal) as caught:
        knobel.make("kniffeliger").apply(state, Move(0, text))
    assert caught.value.reason is Reason.OTHER_PHASE


@pytest.mark.parametrize("hand", [(1, 1, 0, 0, 0), (2, 1, 0, 0, 0)])
def test_kniffeliger_a_second_steal_comes_after_the_entry(hand: tuple[int, ...]) -> None:
    game, theirs = knobel.make("kniffeliger"), Sheet().filled("fh", 25).filled("ss", 30)
    state = game.apply(kniffeliger_state(Stage.BEFORE, hand, theirs=theirs), Move(0, "steal.1.fh"))
    with pytest.raises(Illegal) as caught:
        game.apply(state, Move(0, "steal.1.ss"))
    assert caught.value.reason is Reason.ALREADY_ENTERED


def test_kniffeliger_rows_of_a_sheet_that_cannot_be_filled_have_their_own_reasons() -> None:
    crossed, frozen = frozenset({"1s"}), frozenset(ROWS[1:7])
    sheet = Sheet((None,) * 7 + (0,) * 7, frozen, crossed)
    state = kniffeliger_state(Stage.BEFORE, (1, 1, 0, 0, 0), mine=sheet, theirs=Sheet((0,) * 13 + (None,)))
    for text, reason in (
        ("1s", Reason.ROW_CROSSED),
        ("2s", Reason.ROW_FROZEN),
        ("pi", Reason.FIELD_TAKEN),
        ("roll", Reason.ROW_NOT_OPEN),
        ("k", Reason.ROW_NOT_OPEN),
        ("steal.1.1s", Reason.ROW_CROSSED),
        ("steal.1.2s", Reason.ROW_FROZEN),
        ("steal.1.kn", Reason.ROW_NOT_OPEN),
        ("steal.1.pi", Reason.ROW_NOT_FILLED),
    ):
        with pytest.raises(Illegal) as caught:
            knobel.make("kniffeliger").apply(state, Move(0, text))
        assert caught.value.reason is reason, text
