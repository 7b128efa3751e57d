"""Measured figures are in result files, from which the pages of `docs/results` are written."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import results
from benchmarks.shared import script

ROOT = Path(__file__).parents[1]
DEFINITIONS = {
    "benchmarks": set[str](),
    "bots": set[str](),
    "coach": {"class"},  # limits of the classes
    "dice-reader": set[str](),
    "paper-reader": set[str](),
    "rating": {"points"},  # an example, step by step
    "solvers": set[str](),
}
"""First headings of tables in prose whose figures are not measured."""
TABLE = re.compile(r"^\|(?P<head>.*)\|\n\|[-:| ]+\|\n(?P<rows>(?:\|.*\|\n)+)", re.MULTILINE)
FIGURE = re.compile(r"[^\w`]*\d")


def figure_tables(text: str) -> set[str]:
    """Return the first headings of the tables of which more than a quarter of the cells begin with a number."""
    found = set()
    for table in TABLE.finditer(text):
        cells = [cell.strip() for row in table["rows"].splitlines() for cell in row.strip("|").split("|")]
        if sum(bool(FIGURE.match(cell)) for cell in cells) > len(cells) / 4:
            found.add(table["head"].split("|")[0].strip())
    return found


def test_the_pages_are_those_of_the_result_files() -> None:
    folder = ROOT / "docs" / "results"
    written = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    assert written == results.pages(), "run python -m benchmarks.results"


def test_every_result_file_is_on_a_page() -> None:
    files = list(results.FOLDER.rglob("*.jsonl"))
    assert len(files) > 40
    assert {path.parent.name for path in files} == set(results.PAGES)


@pytest.mark.parametrize("page", results.PAGES)
def test_prose_cites_results_and_has_no_measured_table(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert f"results/{page}.md" in text
    assert figure_tables(text) == DEFINITIONS[page]
    assert figure_tables((ROOT / "docs" / "results" / f"{page}.md").read_text(encoding="utf-8"))


def anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def test_cited_sections_exist() -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        for page, cited in re.findall(r"results/(\w+)\.md#([^)]+)\)", path.read_text(encoding="utf-8")):
            text = (ROOT / "docs" / "results" / f"{page}.md").read_text(encoding="utf-8")
            assert cited in {anchor(title) for title in re.findall(r"^## (.*)$", text, re.MULTILINE)}, path.name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of results, and a script that keeps no figures yet."""
    (tmp_path / "coach").mkdir()
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(script, "_kept", [])
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, **figures: object) -> None:
    """Run a script that reports these figures."""
    monkeypatch.setattr(sys, "argv", ["measure.py", *arguments])
    monkeypatch.setattr(script, "_kept", [])
    parser = script.parser("A script.")
    parser.add_argument("--seats")
    parser.parse_args()
    script.report(figures)


def test_a_script_replaces_only_its_own_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "coach" / "hints.jsonl"
    path.write_text('{"title": "Hints", "about": "In ms."}\n')
    run(monkeypatch, "--result", "coach/hints", "--seats", "2", ms=3.0)
    run(monkeypatch, "--result=coach/hints", "--seats", "4", ms=1.5)
    run(monkeypatch, "--seats", "2", "--result", "coach/hints", ms={"mean": 2.0, "error": 0.1})
    found = results.read(path)
    assert (found.title, found.about) == ("Hints", "In ms.")
    assert [each.command.partition("--")[2] for each in found.runs] == ["seats 4", "seats 2"]
    assert [{name: str(part) for name, part in row["ms"].items()} for row in found.runs[1].rows] == [
        {"mean": "2.0", "error": "0.1"}
    ]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", each.date) and each.version for each in found.runs)
    page = results.pages()["coach.md"]
    assert "| 2.0 ± 0.1 |" in page
    assert "| 1.5 |" in page


def test_figures_keep_their_digits_and_rows_of_equal_figures_share_a_table(folder: Path) -> None:
    rows: list[results.Row] = [{"a": 1234567, "b": {"c": 0}}, {"a": None, "b": {"c": "x|y"}}, {"d_e": [1, 2]}]
    results.store("coach/new", "measure", rows)
    line = json.dumps({"command": "by hand", "version": "1", "commit": "0", "date": "2026-01-01", "rows": []})
    with (folder / "coach" / "new.jsonl").open("a") as file:
        file.write(line.replace("[]", '[{"a": 0.50, "b": {"c": 0.00}}]') + "\n")
    page = results.pages()["coach.md"]
    assert "| a | b: c | version | date |\n" in page
    assert "| 1,234,567 | 0 |" in page
    assert r"|  | x\|y |" in page
    assert "| 0.50 | 0.00 |" in page
    assert "| d e | version | date |" in page
    assert "    measure\n" in page


@pytest.mark.parametrize("name", ["hints", "nowhere/hints", "coach/../hints", "coach/"])
def test_a_result_needs_a_page_and_a_name(name: str) -> None:
    command = [sys.executable, "-m", "benchmarks.results", "--result", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 2
    assert f"--result {name}" in done.stderr.splitlines()[-1]
