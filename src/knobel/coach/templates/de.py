"""German templates."""

from typing import Any

NUMBER = {".": ","}
PERCENT = "{} %"
AND = " und "
AND_BEFORE: dict[str, str] = {}
POINTS = "{} Punkt", "{} Punkte"
CIRCLES = "{} Kreis", "{} Kreise"
LINES = {"row": "Zeile {}", "col": "Spalte {}", "diag": "Diagonale a1–e5", "anti": "Diagonale a5–e1"}
COLUMN = "{} (Spalte {})"
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
DICE = {"steal": "Stehlen", "freeze": "Einfrieren", "cross": "Ausstreichen", "shift": "Verschieben", "swap": "Tauschen"}

EXPLAIN = (
    "Die Erwartung am Anfang ist das mittlere Ergebnis des Trainers mit einem leeren Blatt.",
    "Würfelglück ist, was die Würfe mehr oder weniger brachten als im Mittel.",
    "Eigene Züge sind die Punkte, die gegenüber den besten Zügen verloren gingen.",
    "Die anderen brachten oder kosteten, was ihre Züge mehr oder weniger als erwartet auf diesem Blatt oder an seinem Ende änderten.",
    "Die Schätzung ist, um wie viel der Trainer seine Werte im Lauf der Partie berichtigen musste, mit Rundung.",
    "Alles zusammen ergibt das Ergebnis.",
    "Klasse und Genauigkeit richten sich nach der verlorenen Siegchance oder, wo sie gleich oder unbekannt ist, nach den verlorenen Punkten.",
)

PAGE = {
    "title": "{game}: was jeder Zug wert war",
    "curve": "Womit zu rechnen war, in Punkten, von Schritt zu Schritt; ? ein Fehler, ?? ein grober",
    "ledger": "Ich oder die Würfel?",
    "decisions": "Zug für Zug",
    "player": "Spieler", "start": "Erwartung am Anfang", "luck": "Würfelglück", "own": "eigene Züge",
    "unknown": "nicht notiert", "others": "die anderen", "correction": "Schätzung", "final": "Ergebnis", "without": "ohne Glück",
    "accuracy": "Genauigkeit", "step": "Schritt", "played": "gespielt", "best": "bester Zug", "lost": "verloren",
    "class": "Klasse", "good": "gut", "inaccuracy": "ungenau", "mistake": "Fehler", "blunder": "grober Fehler",
}  # fmt: skip

SENTENCES: dict[str, Any] = {
    # All games
    "nothing": "Auf lange Sicht bringt es {points} mehr.",
    "win": "Mit dem besseren Zug ist die Siegchance {chance} statt {other_chance}.",
    "win_less": "Zum Sieg führt die andere Wahl sogar eher: {other_chance} statt {chance}.",
    # Grids
    "completes": "{cell} macht {line} voll: {combination}, {worth}.",
    "builds": "Die {number} in {cell} bringt {line} voran: mit {needed} gibt das {combination} ({worth}).",
    "builds_chance": "Die {number} in {cell} bringt {line} voran: {combination} ({worth}) gelänge dort, wenn nur "
    "diese Linie zählte, zu {chance} statt {other_chance}.",
    "ruins": "Die {number} in {cell} verbaut {line}: sonst gäbe das dort mit {needed} {combination} ({worth}).",
    "ruins_chance": "Die {number} in {cell} verbaut {line}: {combination} ({worth}) geht dort dann nicht mehr, sonst, "
    "wenn nur diese Linie zählte, zu {chance}.",
    "harms_chance": "Die {number} in {cell} schadet {line}: {combination} ({worth}) gelänge dort, wenn nur diese Linie "
    "zählte, nur noch zu {other_chance} statt {chance}.",
    "more_lines": "{cell} liegt auf {count} Linien, {other_cell} nur auf {other_count}: die {number} zählt dort öfter.",
    "spares_lines": "{other_cell} liegt auf {other_count} Linien und ist zu schade für diese {number}; {cell} liegt nur "
    "auf {count}.",
    # Knaster
    "earns": (
        "{cell} bringt sofort {count} Kreis statt {other_count}.",
        "{cell} bringt sofort {count} Kreise statt {other_count}.",
    ),
    "richer_lines": "Die Linien durch {cell} sind zusammen {points} wert, die durch {other_cell} nur {other_points}.",
    "spares_lines_of": "{other_cell} liegt auf wertvolleren Linien ({other_points}) als {cell} ({points}) und bleibt so "
    "für eine bessere Zahl frei.",
    "circle_later": "Die {number} in {cell} kann noch später eingekreist werden: sie fällt bei {count} von 36 Würfen.",
    "circle_now": "Ein Kreis um {cells} ist sofort ein Punkt.",
    "circle_now_rare": "Ein Kreis um {cells} ist sofort ein Punkt, und die {number} fällt nur bei {count} von 36 Würfen wieder.",
    "line_done": "Mit {cells} ist {line} ganz eingekreist: {points}.",
    "line_lacks": (
        "Mit {cells} fehlt in {line} ({points}) noch {missing_cells}.",
        "Mit {cells} fehlen in {line} ({points}) noch {missing_cells}.",
    ),
    "rarer": "Die {number} ({cell}) fällt nur bei {count} von 36 Würfen, die {other_number} ({other_cell}) bei {other_ways}: "
    "die holst du eher noch mit einem Wurf.",
    "circles_richer": "Die Linien durch {cells} sind zusammen {points} wert, die durch {other_cells} nur {other_points}.",
    "room": "Es sind noch {count} Felder frei: jetzt zählt, was dort entstehen kann.",
    "fills_up": (
        "{cell} ist das letzte freie Feld: danach kommt nur noch ein Wurf, und {count} Zahl ist nicht eingekreist.",
        "{cell} ist das letzte freie Feld: danach kommt nur noch ein Wurf, und {count} Zahlen sind nicht eingekreist.",
    ),
    # Knapp Daneben!
    "rare_number": "Eine {number} bringt allein schon {points}.",
    "ticks": (
        "Die {number} in {cell} hakt sofort {count} Kästchen ab ({points}), die andere Wahl {other_count}.",
        "Die {number} in {cell} hakt sofort {count} Kästchen ab ({points}), die andere Wahl {other_count}.",
    ),
    "dead": (
        "Die {number} in {cell} passt nicht neben {numbers}: {count} Kästchen bleibt dort für immer leer.",
        "Die {number} in {cell} passt nicht neben {numbers}: {count} Kästchen bleiben dort für immer leer.",
    ),
    "two_at_once": "In {cell} würde dann eine {other_number} neben der {number} gleich zwei Kästchen abhaken ({ways} von 36 "
    "Summen).",
    "no_longer_both": "Neben einer {number} und einer {other_number} passt in {cell} keine Zahl mehr zu beiden.",
    "easier": "Neben eine {number} passen {ways} von 36 Summen, neben eine {other_number} nur {other_ways}.",
    "more_open": "Freie Nachbarn hat {cell} noch {count}, {other_cell} nur {other_count}: dort ist mehr zu holen.",
    "fewer_open": "Freie Nachbarn hat {other_cell} noch {other_count}, {cell} nur {count}: den guten Platz hebst du dir auf.",
    "keeps_own": "{cell} hat deine Farbe und nimmt jeden Partnerwürfel; das hebst du dir besser auf als {other_cell}.",
    # Five dice
    "keep_likelier": "Mit {dice} gelingt {field} zu {chance}, mit {other_dice} zu {other_chance}.",
    "keep_certain": "Mit {dice} ist {field} schon sicher, mit {other_dice} gelingt es zu {other_chance}.",
    "keep_more": "Mit {dice} bringt {field} im Mittel {mean}, mit {other_dice} bringt es {other_mean}.",
    "keep_both": "Mit {dice} ist mehr als eines gut möglich: {field} im Mittel {mean}, {other_field} {other_mean}.",
    "strike": "{place} zu streichen kostet im Mittel nur {mean}, {other_place} dagegen {other_mean}.",
    "struck": "{place} ist dann gestrichen: das gelingt sonst in {chance} der Züge und bringt im Mittel {mean}.",
    "cheap_strike": "Am wenigsten verlierst du mit {place}: ein Zug dafür bringt im Mittel nur {mean}.",
    "poor": "{points} für {place}: das ist wenig, ein Zug dafür bringt im Mittel {mean}.",
    "rich": "{points} für {place}: das ist viel, ein Zug dafür bringt im Mittel nur {mean}.",
    "less_below": "{points} in {place}: das liegt näher am Mittel ({mean}) als {other_points} in {other_place} "
    "({other_mean}).",
    "roll_on": "Mit {dice} gelingt noch {field} zu {chance}; {place} bringt jetzt {points}.",
    "roll_on_certain": "Mit {dice} ist {field} schon sicher; {place} bringt jetzt {points}.",
    "roll_on_more": "Mit {dice} bringt {field} im Mittel {mean}; {place} bringt jetzt {points}.",
    "enough": "{place} bringt sicher {points}; wer mit {dice} weiterwürfelt, hat dort im Mittel nur {mean}.",
    "free_roll_costs": "Der Freiwurf kostet {points}, und so viel holt er nicht herein.",
    "bonus": "Damit ist der Bonus in Spalte {column} sicher: {points}.",
    "bonus_lost": "Mit {place} ist der Bonus in Spalte {column} ({points}) nicht mehr zu schaffen: zu 63 fehlten noch {missing}.",
    "bonus_pace": "Für den Bonus in Spalte {column} ({points}) liegst du dann bei {ahead} gegenüber je drei gleichen, sonst "
    "bei {other_ahead}.",
    # Action dice
    "steal": "{seat} verliert {points} in {field}, und du schreibst sie selbst; im Mittel bringt ein Zug dafür {mean}.",
    "steal_poor": "In {field} von {seat} stehen nur {points}: ein Zug dafür bringt im Mittel {mean}.",
    "cross": "{seat} verliert {field}: ein Zug dafür bringt im Mittel {mean}.",
    "cross_points": "{seat} verliert {points} in {field}.",
    "cross_little": "{field} ist für {seat} nicht viel wert: ein Zug dafür bringt im Mittel {mean}.",
    "freeze": "{seat} kann {field} im nächsten Zug nicht eintragen; das gelingt in {chance} der Züge.",
    "freeze_little": "{field} ist für {seat} nicht viel wert: ein Zug dafür bringt im Mittel {mean}.",
    "sheet": "Auf deinem Blatt stehen dann {points} statt {other_points}.",
    "sheet_to_come": "Auf dem anderen Blatt stehen zwar {other_points} statt {points}, aber es hat weniger vor sich.",
    "die_waits": (
        "{die} kann warten: es bleibt noch {count} Runde dafür.",
        "{die} kann warten: es bleiben noch {count} Runden dafür.",
    ),
}
