"""The form of records whose dice can be checked: one grammar, in which all programs read the same (`docs/dice.md`)."""

import re
from typing import Any

from knobel.notation import MAX_LINE, dump_line
from knobel.unicode_text import load_json

__all__ = ["BadForm", "canonical_lines"]

MAX_INTEGER = 2**53 - 1
"""Largest integer that programs with floating-point numbers read exactly."""
WORD = re.compile(r"[a-z][a-z0-9_]*")
"""Names of options, and their values that are texts."""
HEADER = {"knobel", "game", "options", "seats", "bots", "dice"}
EVENTS = ({"roll", "label"}, {"seat", "move"}, {"undo"})


class BadForm(ValueError):
    """A record is not in the form in which Knobel writes records. The text says which line, and why."""


def canonical_lines(lines: list[str]) -> list[dict[str, Any]]:
    """Return the objects in the lines of a record with dice that can be checked: its header and its events.

    :raises BadForm: at the first line that is not exactly what Knobel would write.
    """
    values = [_canonical(number, line) for number, line in enumerate(lines, 1)]
    if not values or not _is_header(values[0]):
        raise BadForm("line 1 is not a header in the form in which Knobel writes it")
    seats = len(values[0]["seats"])
    for number, value in enumerate(values[1:], 2):
        if not _is_event(value, seats, is_last=number == len(values)):
            raise BadForm(f"line {number} is not an event in the form in which Knobel writes it")
    return values


def _canonical(number: int, line: str) -> Any:
    try:
        value = load_json(line)
    except (ValueError, RecursionError):
        raise BadForm(f"line {number} is not JSON") from None
    # A key that occurs twice in a line is not in what is written from its value.
    if len(line) > MAX_LINE or dump_line(value) != line:
        raise BadForm(f"line {number} is not in the form in which Knobel writes records")
    return value


def _is_integer(value: Any, least: int = 0, most: int = MAX_INTEGER) -> bool:
    return type(value) is int and least <= value <= most


def _is_list(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and WORD.fullmatch(value) is not None


def _is_header(value: Any) -> bool:
    """True if it is a header, apart from its fields about the dice, which are not checked."""
    if not isinstance(value, dict) or not {"knobel", "game", "seats"} <= value.keys() <= HEADER:
        return False
    seats, options = value["seats"], value.get("options", {})
    return (
        _is_integer(value["knobel"], 1)
        and _is_word(value["game"])
        and isinstance(options, dict)
        and all(map(_is_word, options))
        and all(type(chosen) is bool or _is_integer(chosen) or _is_word(chosen) for chosen in options.values())
        and isinstance(seats, list)
        and len(seats) > 0
        and all(isinstance(name, str) for name in seats)
        and ("bots" not in value or (_is_list(value["bots"], len(seats)) and all(map(_is_bot, value["bots"]))))
    )


def _is_bot(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _is_event(value: Any, seats: int, *, is_last: bool) -> bool:
    if not isinstance(value, dict):
        return False
    more = {"time", "scores", "sha256"} if is_last else {"time", "scores"}
    keys = value.keys() - more
    return (
        keys in EVENTS
        and (
            "roll" not in keys or (isinstance(value["roll"], list) and all(_is_integer(x, 1, 6) for x in value["roll"]))
        )
        and value.get("roll") != []
        and all(isinstance(value[key], str) for key in keys & {"label", "move"})
        and all(_is_integer(value[key], 0, seats - 1) for key in keys & {"seat", "undo"})
        and _is_integer(value.get("time", 0))
        and ("scores" not in value or _is_scores(value["scores"], seats))
        and isinstance(value.get("sha256", ""), str)
    )


def _is_scores(value: Any, seats: int) -> bool:
    return _is_list(value, seats) and all(_is_integer(score, -MAX_INTEGER) for score in value)
