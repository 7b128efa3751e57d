"""The names of the lines of a grid in a language, for sheets in the terminal and sentences of the coach."""

from knobel.texts import Language, text

COLUMNS = "abcde"


def line_name(line: str, language: Language) -> str:
    """Return the name of a line in a language: row 3, column c, diagonal a1–e5.

    >>> [line_name(line, "en") for line in ("row3", "col3", "diag")]
    ['row 3', 'column c', 'the diagonal a1–e5']
    """
    kind, number = line[:3], line[3:]
    if not number.isdigit():
        return text(language, "coach", f"line.{line}")
    return text(language, "coach", f"line.{kind}", name=COLUMNS[int(number) - 1] if kind == "col" else number)
