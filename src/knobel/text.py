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
    """Return what a JSON text stands for; all strings in it are Unicode.

    :raises BadText: if one is not.
    :raises ValueError, RecursionError: if it is not JSON, or nested too deeply.
    """
    value = json.loads(checked(text))
    if "\\u" in text:
        # An escape is the only way in that is left.
        checked(json.dumps(value, ensure_ascii=False))
    return value
