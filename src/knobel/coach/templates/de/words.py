"""German templates: the words and forms of which sentences consist."""

SAME = "Dasselbe gilt für {line}."
"""Said of a second line for which the sentence before holds, too."""
NUMBER = {".": ","}
PERCENT = "{} %"
AND = " und "
AND_BEFORE: dict[str, str] = {}
OR = " oder "
OR_BEFORE: dict[str, str] = {}
POINTS = "{} Punkt", "{} Punkte"
CIRCLES = "{} Kreis", "{} Kreise"
LINE_IN_LIST = "{}"
ROLLS = "{} von 36", ("{} von 36 Würfen", "{} von 36 Würfen")
"""How many rolls of two dice show a number: in a list, and at its end."""
EACH = "je "
"""Before the rolls that show a number which is needed several times."""
LINES = {"row": "Zeile {}", "col": "Spalte {}", "diag": "Diagonale a1–e5", "anti": "Diagonale a5–e1"}
ARTICLES: tuple[tuple[str, str], ...] = (
    (r"\b([Mm]it|[Aa]us|[Ii]n) die (?=\d\b)", r"\1 der "),
    (r"\bzu (?=\d+ (in|passten) )", "zur "),
    (r"\b([Ii]n|auf|schadet) (?=Diagonale a[15]–)", r"\1 der "),
    (r"(?<!der )(?=Diagonale a[15]–)", "die "),
    (r"(?<=\d) (?:Punkte?|Kreise?)(?= statt [\d,]+ (?:Punkte?|Kreise?)\b)", ""),
)
"""Patterns with their replacements in a finished sentence: forms of articles, and units that would occur twice."""
COLUMN = "{} (Spalte {})"
ONE_DIE = "die {}"
NO_DICE = "lauter neuen Würfeln"
FIELDS = {
    "1s": "Einser", "2s": "Zweier", "3s": "Dreier", "4s": "Vierer", "5s": "Fünfer", "6s": "Sechser",
    "3k": "Dreierpasch", "4k": "Viererpasch", "fh": "Full House", "ss": "Kleine Straße", "ls": "Große Straße",
    "ch": "Chance", "pi": "Pi",
}  # fmt: skip
COMBINATIONS = {
    "pair": "ein Paar", "two_pairs": "zwei Paare", "three": "drei gleiche", "four": "vier gleiche",
    "five": "fünf gleiche", "full_house": "Full House", "straight": "eine Straße",
    "straight_with_7": "eine Straße mit 7", "straight_without_7": "eine Straße ohne 7",
}  # fmt: skip
COLOURS = {"k": "Schwarz", "b": "Blau", "g": "Grün", "y": "Gelb", "r": "Rot"}
DICE = {"steal": "Stehlen", "freeze": "Einfrieren", "cross": "Ausstreichen", "shift": "Verschieben", "swap": "Tauschen"}
ACTIONS = {
    "keep": "{dice} behalten", "keep_none": "alle neu würfeln", "free": "Freiwurf, {dice} behalten",
    "circle": "{cells} einkreisen", "with_colour": "{cell} mit {colour}",
    "roll": "würfeln", "end": "Zug beenden", "pass": "passen",
    "of_row": "{die}: {field} von {name}", "of_seat": "{die}: {name}",
}  # fmt: skip
"""Actions in words (`action_words`)."""
NOW = "{place} bringt jetzt {points}", "{place} wäre gestrichen"
"""An entry that is possible now, with points and without."""
