"""Statuses and close codes of refusals."""

import ast
from pathlib import Path

import knobel.server
from knobel.server.http import statuses
from knobel.server.http.statuses import DEFAULT_CLOSE_CODE, DEFAULT_STATUS, close_code_of, status_of
from knobel.tables.refusals import TableReason


def maps_reasons_to_numbers(node: ast.AST) -> bool:
    match node:
        case ast.Dict(keys=[ast.Attribute(value=ast.Name("TableReason")), *_], values=[ast.Constant(int()), *_]):
            return True
    return False


def test_reasons_are_mapped_once() -> None:
    folder = Path(knobel.server.__file__).parent
    found = [
        path
        for path in folder.rglob("*.py")
        if any(map(maps_reasons_to_numbers, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    ]
    assert found == [Path(statuses.__file__)]


def test_a_reason_without_a_status_of_its_own_has_the_usual_one() -> None:
    assert status_of(TableReason.NO_TABLE) == 404
    assert status_of("illegal") == DEFAULT_STATUS
    assert close_code_of(TableReason.NO_TABLE) == 4004
    assert close_code_of(TableReason.LOCKED) == DEFAULT_CLOSE_CODE
