"""Untrusted records: real ones, with changed bytes, lines or values."""

import json

from hypothesis import strategies as st

import knobel
from knobel import notation
from tests.games.cases import Setup
from tests.properties.strategies import lengths, play, seeds, setups

NESTED = "[" * 900 + "]" * 900
"""Accepted by `json.loads`, but nested too deeply for recursive code."""
UNUSUAL_TEXTS = st.sampled_from(
    (
        "null", "true", "-1", "0", "1", "7", "2", "1.5", "1e999", "NaN", "-Infinity", "9" * 30, "9" * 5000, '""',
        '"c3"', '"\\ud800"', '"a\\udfff\\ud83d\\ude00"', '"\\u0000"', '"\\u202e\\u2028"', '"' + "x" * 20_000 + '"',
        "[]", "{}", "[[]]", '{"a": {}}', '[null, "x"]', "[1, 2, 3, 4, 5, 6]", "[0]", '["\\udc00"]', '{"\\ud800": 1}',
        '"knister"', '"knaster"', NESTED, '{"columns": [1]}', '{"layout": "\\ud800"}', '{"self": 1}', "[3, 4]",
        '"nothing"', '"sum"',
    )
)  # fmt: skip
KEYS = st.sampled_from(
    ["knobel", "game", "options", "seats", "bots", "roll", "seat", "move", "undo", "scores", "noted", "", "\ud800"]
)
NAMES = st.lists(
    st.one_of(st.text(max_size=30), st.sampled_from(("\ud800", "a\udc00b", "\0", "\u202eAnn", "", "x" * 5000))),
    min_size=1,
    max_size=5,
)
Line = tuple[tuple[str, str], ...]
"""The members of an object: keys, and values as JSON."""


def text_of(line: Line) -> str:
    """Return the object as JSON; it may have duplicate keys."""
    return "{" + ", ".join(f"{json.dumps(key)}: {value}" for key, value in line) + "}"


def lines_of(setup: Setup, seed: int, length: int) -> list[Line]:
    """Return a random record."""
    name, options, seats = setup
    game = knobel.make(name, **options)
    events = play(game, seats, seed, length)
    text = notation.dumps(notation.Record(game, tuple(f"P{seat}" for seat in range(seats)), events))
    return [tuple((key, json.dumps(value)) for key, value in json.loads(line).items()) for line in text.splitlines()]


@st.composite
def renamed(draw: st.DrawFn) -> bytes:
    """Return a legal record with arbitrary names."""
    setup = draw(setups)
    head, *rest = lines_of(setup, draw(seeds), draw(st.integers(0, 60)))
    names = draw(NAMES)
    called = (names * setup[2])[: setup[2]]
    members = dict(head) | {"seats": json.dumps(called, ensure_ascii=draw(st.booleans()))}
    lines = [text_of(tuple(members.items())), *map(text_of, rest)]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """Return a record with changed values, keys, lines or bytes."""
    lines = lines_of(draw(setups), draw(seeds), draw(st.one_of(st.integers(0, 20), lengths)))
    for _ in range(draw(st.integers(0, 3))):
        # Mostly the header, and the lines directly after it.
        number = min(draw(st.one_of(st.just(0), st.integers(0, 5), st.integers(0, 500))), len(lines) - 1)
        line = list(lines[number])
        place = draw(st.integers(0, max(len(line) - 1, 0)))
        match draw(st.integers(0, 4)):
            case 0 | 1 if line:
                line[place] = line[place][0], draw(UNUSUAL_TEXTS)
            case 2:
                line.append((draw(KEYS), draw(UNUSUAL_TEXTS)))
            case 3:
                del line[place:]
            case _:
                lines.insert(number, lines[draw(st.integers(0, len(lines) - 1))])
        lines[number] = tuple(line)
    data = "\n".join(map(text_of, lines)).encode("utf-8", "surrogatepass")
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=6)) + data[at + draw(st.integers(0, 6)) :]
    return data


records = st.one_of(renamed(), changed(), st.binary(max_size=200))
"""Bytes that may be a record."""


def text(data: bytes) -> str:
    """Return the bytes as text with lone surrogates for bytes that are not UTF-8, as a careless program reads them."""
    return data.decode("utf-8", "surrogateescape")
