"""Reads QR codes from their modules, by another library than the one that writes them."""

from collections.abc import Sequence

import numpy as np
import zxingcpp

QUIET, SCALE = 4, 3
"""Width of the quiet zone in modules, and of a module in pixels."""


def read_text(modules: Sequence[Sequence[bool]]) -> str:
    """Return the text of a code whose dark modules are true."""
    light = np.pad(~np.array(modules), QUIET, constant_values=True)
    code = zxingcpp.read_barcode(np.kron(light, np.full((SCALE, SCALE), 255, np.uint8)).astype(np.uint8))
    assert code is not None, "no code can be read"
    return str(code.text)
