"""Print the lines of Unicode's file of confusables for `src/knobel/tables/lookalikes.txt`.

python -m tools.lookalikes confusables.txt
"""

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path


def relevant_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that matter for cleaned names: letters, marks, numbers, and signs that look like letters."""
    for line in lines:
        source, target, *_ = [[chr(int(code, 16)) for code in field.split()] for field in line.split(";")[:2]]
        (first,), kind = source, unicodedata.category(source[0])[0]
        if unicodedata.is_normalized("NFKC", first) and (kind in "LMN" or (kind in "PS" and "".join(target).isalnum())):
            yield " ".join(f"{ord(char):04X}" for char in source + target)


if __name__ == "__main__":
    entries = (line for line in Path(sys.argv[1]).read_text("utf-8-sig").splitlines() if ";" in line.split("#")[0])
    sys.stdout.writelines(f"{line}\n" for line in relevant_lines(entries))
