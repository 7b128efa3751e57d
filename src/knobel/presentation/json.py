"""JSON encoding, and encoded message parts that are shared by several receivers."""

from typing import Any, TypeAlias

import msgspec

encode = msgspec.json.Encoder().encode

Encoded: TypeAlias = Any
"""A part of a message in JSON, which is inserted into messages unchanged."""


def encoded(part: Any) -> Encoded:
    return msgspec.Raw(encode(part))
