"""Writes the files with values that the plain bots read, from the solutions of the engines.

Run: python -m tools.plain_values
"""

from array import array
from pathlib import Path

from knobel.bots.plain import kniffeliger
from knobel.engines.kniffeliger.lookup import load_solution


def kniffeliger_values() -> bytes:
    """Return the solved values of Kniffeliger in units, by the filled rows as a bit mask."""
    expected, _ = load_solution(five_is_full_house=False)
    return array("H", (round(float(value) * kniffeliger.UNITS) for value in expected)).tobytes()


if __name__ == "__main__":
    Path(kniffeliger.__file__).with_name("kniffeliger.bin").write_bytes(kniffeliger_values())
