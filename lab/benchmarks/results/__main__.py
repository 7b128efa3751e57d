"""Write the pages of `docs/results` from the result files.

python -m benchmarks.results
"""

from benchmarks.results import ROOT, pages
from benchmarks.shared import script


def main() -> None:
    script.parser(__doc__).parse_args()
    folder = ROOT / "docs" / "results"
    folder.mkdir(exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
