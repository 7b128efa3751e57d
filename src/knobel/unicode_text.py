r"""Text from outside, checked to be Unicode before anything else uses it.

JSON, the command line and the Python API can all hold a *lone surrogate*, half of a pair such as `"\ud800"`. Python
keeps it in a string, but it has no UTF-8 form: writing, storing or sending it fails, far from where it came in.
"""

import json
from typing import Any


class BadText(ValueError):
    """A text is not Unicode: it holds a lone surrogate."""


def checked(text: str) -> str:
    """Return the text.

    :raises BadText: if it holds a lone surrogate.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        code = ord(text[error.start])
        raise BadText(f"not Unicode text: character {error.start + 1} is a lone surrogate, U+{code:04X}") from None
    return text


def load_json(text: str) -> Any:
    """Return the value of a JSON text. All strings in it are checked.

    :raises BadText: if a string holds a lone surrogate.
    :raises ValueError, RecursionError: if it is not JSON, which has no `NaN` and `Infinity`, or nested too deeply.
    """
    value = json.loads(checked(text), parse_constant=_refuse_constant)
    if "\\u" in text:
        # After the check of the text, lone surrogates can only come from escapes.
        checked(json.dumps(value, ensure_ascii=False))
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")
