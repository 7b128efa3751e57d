"""German templates: what surrounds the sentences of a review."""

from typing import Any

EXPLAIN = {
    "start": "Die Erwartung am Anfang ist das mittlere Ergebnis des Trainers mit einem leeren Blatt.",
    "luck": "Würfelglück ist, was die Würfe mehr oder weniger brachten als im Mittel.",
    "own": "Eigene Züge sind die Punkte, die gegenüber den besten Zügen verloren gingen.",
    "others": "Die anderen: was ihre Züge mehr oder weniger brachten als erwartet, und was man riskierte, um sie zu schlagen.",
    "correction": "Die Schätzung: vieles kann der Trainer nur schätzen, und um so viel lag er daneben. Das ist weder Glück noch Können.",
    "total": "Alles zusammen ergibt das Ergebnis.",
    "grades": "Klasse und Genauigkeit richten sich nach der verlorenen Siegchance oder, wo sie nicht zeigt, welcher Zug öfter gewinnt, nach den verlorenen Punkten.",
    "win": "Die Siegchance gilt, wenn danach alle so gut spielen wie der Trainer.",
    "grades_alone": "Klasse und Genauigkeit richten sich nach den verlorenen Punkten.",
}
"""Explanations of the figures of a ledger (`explanations`)."""

PAGE = {
    "title": "{game}: was jeder Zug wert war",
    "curve": "Womit zu rechnen war, in Punkten, von Schritt zu Schritt; ? ein Fehler, ?? ein grober",
    "ledger": "Können oder Glück?",
    "decisions": "Zug für Zug",
    "player": "Spieler", "start": "Erwartung am Anfang", "luck": "Würfelglück", "own": "eigene Züge",
    "unknown": "nicht notiert", "others": "die anderen", "correction": "Schätzung", "final": "Ergebnis", "without": "ohne Glück",
    "accuracy": "Genauigkeit", "step": "Schritt", "played": "gespielt", "best": "bester Zug", "lost": "verloren",
    "class": "Klasse", "good": "gut", "inaccuracy": "ungenau", "mistake": "Fehler", "blunder": "grober Fehler",
    "range": "8 von 10 Partien enden mit",
    "spread": "Mit einem leeren Blatt enden 8 von 10 Partien des Trainers mit {low} bis {high} Punkten.",
    "spread_of": "{name}: mit einem leeren Blatt enden 8 von 10 Partien des Trainers mit {low} bis {high} Punkten.",
}  # fmt: skip

TERMINAL = {
    "worth": "besser: {action} ({points} mehr wert)",
    "likelier": "besser: {action} ({chance} mehr Siegchance)",
    "luck": "Glück", "others": "die anderen",
    "rollouts": "{count} zu Ende gespielt:",
    "rollout": "{points} Punkte (8 von 10 Partien {low} bis {high})",
    "difference": "Unterschied {points} Punkte",
    "to_win": "{chance} Siegchance",
}  # fmt: skip
"""Words of the terminal's review and of its comparison by rollouts."""

LESSON: dict[str, Any] = {
    "moments": "Schlüsselmomente",
    "sheet": "Blatt",
    "dice": "Würfel",
    "legend": "✎ gespielt, ★ besser",
    "again": "Wie in Schritt {step}.",
    "rule": "Faustregel dieser Partie",
    "costs": "kostet {cost}",
    "win": "{chance} Siegchance",
    "won": "Der beste Zug, und am schwersten zu ersetzen: der nächste bringt {points} weniger.",
    "saved": (
        "Ein Zug gegen diese Regel (Schritt {steps}) hat {cost} gekostet.",
        "{count} Züge gegen diese Regel (Schritte {steps}) haben zusammen {cost} gekostet.",
    ),
    "average": "Jede Entscheidung kostete im Mittel {lost}; die Genauigkeit ist {accuracy}.",
    "peers": "So stark spielen etwa die Bots der Stufe „{level}“: sie verlieren im Mittel {lost} je Entscheidung, bei einer Genauigkeit von {accuracy}.",
    "last_seat": "Der Platz am Tisch zählt: {last} kommt in der letzten Runde zuletzt dran, kann dann auf jedes Verschieben und Tauschen noch antworten und war deshalb schon am Anfang auf {points} mehr geschätzt als {first}.",
}
"""Words of a lesson; a pair is for one decision and for several."""
LEVELS = {
    "beginner": "Anfänger",
    "casual": "Gelegenheitsspieler",
    "intermediate": "geübt",
    "advanced": "fortgeschritten",
    "expert": "Experte",
    "master": "Meister",
}
"""The levels of bots."""

LEDGER_TITLES = ("Anfang", "Glück", "Züge", "Lücken", "andere", "Schätzung", "Ergebnis", "ohne Glück", "genau")
"""Short titles of the columns of a ledger in the terminal."""
