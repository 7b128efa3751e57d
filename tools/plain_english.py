"""Check that docstrings are plain technical English: print the sentences with an idiom of `plain_english.txt`.

The exit status is 1 if more than `MAX_SHARE` of the docstrings contain an idiom; a few sentences with one are good.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = "src", "lab"
MAX_SHARE = 0.01
SENTENCE = re.compile(r"\S(?:[^.:;]|[.:;](?!\s))*[.:;]?")


def idioms() -> re.Pattern[str]:
    """Return a pattern that matches every idiom of the list."""
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    listed = [line.replace(" ", r"\s+") for line in lines if line and not line.startswith("#")]
    return re.compile(rf"\b(?:{'|'.join(listed)})\b", re.IGNORECASE)


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring of a file, including the docstrings of attributes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def main() -> int:
    """Print each sentence with an idiom, and their share. Return the exit status."""
    pattern, count, bad = idioms(), 0, 0
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        for line, text in docstrings(path):
            count += 1
            if not pattern.search(text):
                continue
            bad += 1
            for found in SENTENCE.finditer(text):
                if pattern.search(found[0]):
                    place = line + text.count("\n", 0, found.start())
                    print(f"{path.relative_to(ROOT)}:{place}: {' '.join(found[0].split())}")
    print(f"{bad} of {count} docstrings contain an idiom ({bad / count:.1%}, at most {MAX_SHARE:.0%})")
    return int(bad > MAX_SHARE * count)


if __name__ == "__main__":
    sys.exit(main())
