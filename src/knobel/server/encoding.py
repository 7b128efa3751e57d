"""JSON, made once for all who are told the same."""

from typing import Any, TypeAlias

import msgspec

encode = msgspec.json.Encoder().encode

Encoded: TypeAlias = Any
"""A part of a message as JSON; it is put into messages as it is."""


def encoded(part: Any) -> Encoded:
    """A part of a message, encoded."""
    return msgspec.Raw(encode(part))
