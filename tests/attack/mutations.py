"""Almost valid messages, and random bytes."""

import json
import random
from typing import Any

from tests.attack.hostile_client import BYTES, CLOSE, PING, PONG, TEXT, HostileClient, frame

COMMANDS: tuple[dict[str, Any], ...] = (
    {"type": "move", "id": "a", "at": 3, "action": "c3"},
    {"type": "roll", "id": "b", "at": 3, "dice": [1, 2]},
    {"type": "undo", "id": "c", "at": 3},
    {"type": "sit", "id": "d", "seat": 0},
    {"type": "stand", "id": "e"},
    {"type": "seat_bot", "id": "f", "seat": 1, "level": "master"},
    {"type": "remove", "id": "g", "seat": 0},
    {"type": "setup", "id": "h", "settings": {"game": "knister", "seats": 3, "options": {}}},
    {"type": "start", "id": "i"},
    {"type": "say", "id": "j", "to": "table", "text": "hello"},
    {"type": "watch", "id": "k", "seat": 0},
    {"type": "resync", "id": "l"},
    {"type": "react", "id": "n", "reaction": "clap"},
    {"type": "ping", "id": "m"},
)
NEW_TABLE: dict[str, Any] = {
    "settings": {"game": "knister", "seats": 2, "options": {}, "dice": "server", "public": True},
    "bots": ["random"],
    "start": True,
}
STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 0.5, 1e308, "", "x" * 9000, "\0", "\ud800",
    "\u202e", [], {}, [[]], [None] * 1000, {"a": {"a": {"a": {}}}}, {"": None}, "__class__", "../../etc/passwd",
    "{0.__class__}", "'; DROP TABLE events; --", "%s%n", "<script>", "knister", "AAAAAA", [1, 2, 3, 4, 5, 6, 7], "c3",
    "1" * 5000,
)  # fmt: skip


def mutated(value: Any, rng: random.Random) -> bytes:
    """Return a mutated message, as JSON or almost JSON."""
    changed = _changed(value, rng)
    try:
        data = json.dumps(changed, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    except ValueError:
        data = b"{"
    if rng.random() < 0.5:
        return data
    return _garbled(data, rng)


def _changed(value: Any, rng: random.Random) -> Any:
    if rng.random() < 0.1:
        return rng.choice(STRANGE)
    if isinstance(value, dict):
        kept = {key: _changed(part, rng) if rng.random() < 0.3 else part for key, part in value.items()}
        if kept and rng.random() < 0.15:
            del kept[rng.choice(list(kept))]
        if rng.random() < 0.15:
            kept[rng.choice(("seat", "by", "type", "at", "", "settings", "x" * 50))] = rng.choice(STRANGE)
        return kept
    if isinstance(value, list):
        return [_changed(part, rng) for part in value] * rng.choice((0, 1, 1, 2, 50))
    return rng.choice(STRANGE)


def _garbled(data: bytes, rng: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(found) + 1)
        match rng.randrange(5):
            case 0:
                found[at:at] = rng.randbytes(rng.randint(1, 4))
            case 1:
                del found[at : at + rng.randint(1, 8)]
            case 2:
                found[at : at + 1] = rng.choice((b"\xff", b"\0", b"{", b"[" * 2000, b'"', b"\xed\xa0\x80", b"1e999"))
            case 3:
                found[at:] = b""
            case 4:
                found += found[at:]
    return bytes(found[:9000])


def strange_request(attacker: HostileClient, rng: random.Random) -> bytes:
    """Return a malformed request."""
    half = attacker.head("POST", "/api/session", Content_Length=50) + b"{"
    path = "/" + "".join(rng.choice("/%.?#&=~\\ä\0aG7") for _ in range(rng.randint(0, 60)))
    created = rng.choice(
        ("/api/tables", "/api/tables/AAAAAA", "/api/scores/knister", "/api/scores/x", "/api/transfer/x", "/t/")
    )
    odd = "".join(rng.choice("%&?=/{}[]\"'1a") for _ in range(rng.randint(0, 30)))
    choices: tuple[bytes, ...] = (
        rng.randbytes(rng.randint(1, 500)),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + rng.randbytes(200),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        half,
        attacker.head("GET", path),
        attacker.head("GET", f"{created}?options={odd}"),
        attacker.head("GET", f"{created}/{odd}"),
        attacker.head(rng.choice(("PUT", "DELETE", "TRACE", "CONNECT", "X" * 100, "get")), created),
        attacker.head("GET", "/", X="y" * 100_000),
        attacker.head("GET", "/", **{f"X{number}": "y" for number in range(300)}),
        attacker.head("POST", "/api/session", Transfer_Encoding="chunked") + b"zz\r\n" + rng.randbytes(50),
        attacker.head("POST", "/api/session", Transfer_Encoding="chunked", Content_Length=3) + b"0\r\n\r\n",
        attacker.head("POST", "/api/session", Content_Length="-1"),
        attacker.head("POST", "/api/session", Content_Length="9" * 30) + b"{}",
        attacker.head("POST", "/api/session", Content_Length=2, Origin=rng.choice(("http://[", "null", "\xff", "//"))),
        attacker.head("GET", "/", Cookie="knobel=" + "".join(chr(rng.randrange(33, 256)) for _ in range(90))),
        attacker.head("GET", "/", Host=rng.choice(("[", "\xff", "a:b:c", "evil.example", "x" * 5000))),
        attacker.head("GET", "/api/games", Accept_Encoding="\xff", Accept_Language="\xff\xfe", Accept="x/" * 50) * 20,
        attacker.upgrade(path),
        attacker.upgrade(method="POST"),
        attacker.upgrade(Content_Length=10) + b"0123456789",
        attacker.upgrade(Sec_WebSocket_Version=rng.choice(("0", "x", "14"))),
        attacker.upgrade(Sec_WebSocket_Key=rng.choice(("x", "\xff", "="))),
        attacker.upgrade(Sec_WebSocket_Extensions="permessage-deflate; server_max_window_bits=99"),
        attacker.upgrade(Origin="http://["),
        attacker.upgrade(Upgrade="h2c"),
        attacker.upgrade() + frame(TEXT, b"{}"),
    )  # fmt: skip
    return rng.choice(choices)


def strange_frame(rng: random.Random) -> bytes:
    """Return a malformed frame."""
    kind = rng.randrange(16)
    data = rng.randbytes(rng.choice((0, 1, 2, 20, 125, 126, 5000)))
    choices = (
        frame(kind, data),
        frame(kind, data, first=rng.randrange(256) & 0xF0),
        frame(TEXT, b"{}", masked=False),
        frame(TEXT, rng.choice((b"\xff", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc3"))),
        frame(BYTES, rng.choice((b'{"type":"ping","id":"\xff"}', b"\xff", b'{"type":"\xff"}'))),
        frame(CLOSE, rng.choice((b"\0", b"\0\0", b"\xff\xff", b"\x03\xe8\xff", b"\x03\xed", b"\x03\xe8" + b"x" * 200))),
        frame(PING, b"x" * 126),
        frame(PONG, data[:125]),
        frame(PING, b"x", first=0),
        frame(0, data),
        frame(TEXT, b"{", first=0) + frame(TEXT, b"}"),
        frame(TEXT, b"", first=0) + frame(0, b"", first=0) * 50,
        bytes([0x81, 0xFF]) + b"\x7f" + b"\xff" * 7 + b"\0\0\0\0",
        bytes([0x81, 0xFF]) + b"\xff" * 8,
        rng.randbytes(rng.randint(1, 100)),
    )
    return rng.choice(choices)
