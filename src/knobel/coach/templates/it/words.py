"""Italian templates: the words and forms of which sentences consist."""

SAME = "Lo stesso vale per la {line}."
"""Said of a second line for which the sentence before holds, too."""
NUMBER = {".": ","}
PERCENT = "{}%"
AND = " e "
AND_BEFORE = {"e": " ed "}
OR = " o "
OR_BEFORE: dict[str, str] = {}
POINTS = "{} punto", "{} punti"
CIRCLES = "{} cerchio", "{} cerchi"
LINE_IN_LIST = "la {}"
ROLLS = "{} su 36", ("{} lancio su 36", "{} lanci su 36")
"""How many rolls of two dice show a number: in a list, and at its end."""
EACH = "ognuno "
"""Before the rolls that show a number which is needed several times."""
LINES = {"row": "riga {}", "col": "colonna {}", "diag": "diagonale a1–e5", "anti": "diagonale a5–e1"}
ARTICLES: tuple[tuple[str, str], ...] = (
    (r"\b([Dd])a il (?=\d\b)", r"\1al "),
    (r"\bIn il (?=\d\b)", "Nel "),
    (r"\bin il (?=\d\b)", "nel "),
    (r"\bdei (?=(8|11)\b)", "degli "),
    (r"\btutti i (?=(8|11)\b)", "tutti gli "),
    (r"\bil (?=(1|8|11|8\d)\b)", "l’"),
    (r"\bIl (?=(1|8|11|8\d)\b)", "L’"),
    (r"\b([Dd]e|[Dd]a|[Aa]|[Nn]e)l (?=(1|8|11|8\d)\b)", r"\1ll’"),
    (r"\bil (?=0\b)", "lo "),
    (r"\b([Dd]e|[Nn]e)l (?=0\b)", r"\1llo "),
    (r"(?<=\d) (?:punt[oi]|cerchi?o?)(?= invece di [\d,]+ (?:punt[oi]|cerchi?o?)\b)", ""),
)
"""Patterns with their replacements in a finished sentence: forms of articles, and units that would occur twice."""
COLUMN = "{} (colonna {})"
ONE_DIE = "il {}"
NO_DICE = "dadi tutti nuovi"
FIELDS = {
    "1s": "Uno", "2s": "Due", "3s": "Tre", "4s": "Quattro", "5s": "Cinque", "6s": "Sei", "3k": "Tris", "4k": "Poker",
    "fh": "Full", "ss": "Scala piccola", "ls": "Scala grande", "ch": "Chance", "pi": "Pi greco",
}  # fmt: skip
COMBINATIONS = {
    "pair": "una coppia", "two_pairs": "doppia coppia", "three": "tre uguali", "four": "quattro uguali",
    "five": "cinque uguali", "full_house": "un full", "straight": "una scala", "straight_with_7": "una scala con il 7",
    "straight_without_7": "una scala senza 7",
}  # fmt: skip
COLOURS = {"k": "nero", "b": "blu", "g": "verde", "y": "giallo", "r": "rosso"}
DICE = {"steal": "Ruba", "freeze": "Congela", "cross": "Barra", "shift": "Sposta", "swap": "Scambia"}
ACTIONS = {
    "keep": "tieni {dice}", "keep_none": "rilancia tutti", "free": "tiro libero, tieni {dice}",
    "circle": "cerchia {cells}", "with_colour": "{cell} con {colour}",
    "roll": "lancia", "end": "fine turno", "pass": "passa",
    "of_row": "{die}: {field} di {name}", "of_seat": "{die}: {name}",
}  # fmt: skip
"""Actions in words (`action_words`)."""
NOW = "{place} vale ora {points}", "{place} resterebbe a zero"
"""An entry that is possible now, with points and without."""
