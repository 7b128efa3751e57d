"""The plugin of mypy for sums of floats, which `make types` uses."""

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[1]
SUMS = """
def total(values: dict[str, float], counts: list[int]) -> float:
    wrong = sum(values.values())
    also_wrong = sum(value / 2 for value in counts)
    return wrong + also_wrong + sum(counts) + sum(map(len, values))
"""


@pytest.mark.slow
def test_sums_of_floats_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "sums.py").write_text(SUMS)
    replaced = str(Path("src", "knobel", "clock.py"))
    out, problems, status = api.run(
        ["--no-incremental", "--follow-imports=silent", "--shadow-file", replaced, str(tmp_path / "sums.py"), replaced]
    )
    assert (status, problems) == (1, "")
    assert [line.split(":")[1] for line in out.splitlines() if "use fsum" in line] == ["3", "4"], out
