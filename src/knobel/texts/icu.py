"""ICU messages with `{name}`, `plural` and `select`.

They are described at https://unicode-org.github.io/icu/userguide/format_parse/messages/.
Other types of arguments, offsets and quotes do not occur in the catalogues; they are refused.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias


class BadMessage(Exception):
    """A text is no message, or uses a feature that the catalogues do not use."""


class Argument(NamedTuple):
    """A placeholder; `forms` by plural category or value, if it selects one."""

    name: str
    kind: str
    forms: "Mapping[str, Message]"


Message: TypeAlias = "tuple[str | Argument, ...]"

_TEXT = re.compile(r"[^{}#']+|#")
_ARGUMENT = re.compile(r"\{(\w+)(?:\}|, (plural|select),\s*)")
_FORM = re.compile(r"\s*(=?\w+) \{")
_END = re.compile(r"\s*\}")


def formatted(message: str, singular: Collection[int], values: Mapping[str, object]) -> str:
    """Return a message with its arguments filled.

    :param singular: the numbers of the plural category `one`; all others are `other`.
    :raises KeyError: if an argument has no value.
    :raises BadMessage: if it is no message.
    """
    return "".join(_filled(parsed(message), singular, values, "#"))


def _filled(message: Message, singular: Collection[int], values: Mapping[str, object], number: str) -> Iterator[str]:
    for part in message:
        if isinstance(part, str):
            yield number if part == "#" else part
            continue
        value = values[part.name]
        if not part.forms:
            yield str(value)
        elif part.kind == "plural":
            category = "one" if value in singular else "other"
            yield from _filled(part.forms.get(category, part.forms["other"]), singular, values, str(value))
        else:
            yield from _filled(part.forms.get(str(value), part.forms["other"]), singular, values, number)


@cache
def parsed(message: str) -> Message:
    """Return the parts of a message: texts, and `#` for the number of the plural around it.

    :raises BadMessage: if it is no message.
    """
    parts, end = _parts(message, 0)
    if end < len(message):
        raise BadMessage(f"the braces are not in pairs, or there is a quote: {message}")
    return parts


def shown(message: Message) -> Iterator[str]:
    """Yield the names of the arguments that a message shows in any of its forms, not those that only select a form."""
    for part in message:
        if isinstance(part, Argument):
            if not part.forms or any("#" in form for form in part.forms.values() if part.kind == "plural"):
                yield part.name
            for form in part.forms.values():
                yield from shown(form)


def _parts(text: str, at: int) -> tuple[Message, int]:
    """Read parts as far as there are some; return them and the position after them."""
    parts: list[str | Argument] = []
    while at < len(text):
        if (plain := _TEXT.match(text, at)) is not None:
            parts.append(plain[0])
            at = plain.end()
        elif (found := _ARGUMENT.match(text, at)) is not None:
            forms, at = _forms(text, found.end()) if found[2] else ({}, found.end())
            parts.append(Argument(found[1], found[2] or "", forms))
        else:
            break
    return tuple(parts), at


def _forms(text: str, at: int) -> tuple[dict[str, Message], int]:
    """Read the forms of an argument and the brace after them; return them and the position after it."""
    forms: dict[str, Message] = {}
    while (found := _FORM.match(text, at)) is not None:
        forms[found[1]], at = _parts(text, found.end())
        if text[at : at + 1] != "}":
            raise BadMessage(f"a form does not end: {text}")
        at += 1
    end = _END.match(text, at)
    if end is None or "other" not in forms:
        raise BadMessage(f"there is no form for other, or one does not begin: {text}")
    return forms, end.end()
