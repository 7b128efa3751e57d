"""Reads XLSX files, as far as tests need it."""

import re
from io import BytesIO
from typing import TypeAlias
from xml.etree import ElementTree as ET
from zipfile import ZipFile

SPACE = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
Cell: TypeAlias = str | float | bool | None


def read_xlsx(data: bytes) -> list[list[Cell]]:
    """Return the rows of the first sheet. A cell with a formula fails."""
    with ZipFile(BytesIO(data)) as parts:
        sheet = ET.fromstring(parts.read("xl/worksheets/sheet1.xml"))
        strings = ET.fromstring(parts.read("xl/sharedStrings.xml"))
    texts = ["".join(part.text or "" for part in item.iter(f"{{{SPACE['s']}}}t")) for item in strings]
    assert sheet.find(".//s:f", SPACE) is None, "there is a formula"
    assert sheet.find(".//s:hyperlink", SPACE) is None, "there is a link"
    rows: list[list[Cell]] = []
    for row in sheet.iterfind(".//s:row", SPACE):
        rows.append([])
        for cell in row.iterfind("s:c", SPACE):
            place = re.sub(r"\d", "", cell.get("r", ""))
            column = sum(26**power * (ord(letter) - 64) for power, letter in enumerate(reversed(place))) - 1
            rows[-1] += [None] * (column - len(rows[-1]))
            value = cell.findtext("s:v", None, SPACE)
            kind = cell.get("t", "n")
            rows[-1].append(
                None
                if value is None
                else texts[int(value)]
                if kind == "s"
                else value == "1"
                if kind == "b"
                else float(value)
            )
    return rows
