"""German templates."""

from typing import Any

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
LINES = {"row": "Zeile {}", "col": "Spalte {}", "diag": "Diagonale a1–e5", "anti": "Diagonale a5–e1"}
ARTICLES: tuple[tuple[str, str], ...] = (
    (r"\b([Ii]n|auf|schadet) (?=Diagonale a[15]–)", r"\1 der "),
    (r"(?<!der )(?=Diagonale a[15]–)", "die "),
)
"""Patterns with their replacements in a finished sentence: forms of articles."""
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
COLOURS = {"k": "Schwarz", "b": "Blau", "g": "Grün", "y": "Gelb", "r": "Rot"}
DICE = {"steal": "Stehlen", "freeze": "Einfrieren", "cross": "Ausstreichen", "shift": "Verschieben", "swap": "Tauschen"}
ACTIONS = {
    "keep": "{dice} behalten", "keep_none": "alle neu würfeln", "free": "Freiwurf, {dice} behalten",
    "circle": "{cells} einkreisen", "with_colour": "{cell} mit {colour}",
    "roll": "würfeln", "end": "Zug beenden", "pass": "passen",
}  # fmt: skip
"""Actions in words (`action_words`)."""
NOW = "{place} bringt jetzt {points}", "{place} wäre gestrichen"
"""An entry that is possible now, with points and without."""

EXPLAIN = (
    "Die Erwartung am Anfang ist das mittlere Ergebnis des Trainers mit einem leeren Blatt.",
    "Würfelglück ist, was die Würfe mehr oder weniger brachten als im Mittel.",
    "Eigene Züge sind die Punkte, die gegenüber den besten Zügen verloren gingen.",
    "Die anderen brachten oder kosteten, was ihre Züge und eigenes Risiko gegen sie mehr oder weniger als erwartet änderten.",
    "Die Schätzung ist, um wie viel der Trainer seine Werte im Lauf der Partie berichtigen musste, mit Rundung.",
    "Alles zusammen ergibt das Ergebnis.",
    "Klasse und Genauigkeit richten sich nach der verlorenen Siegchance oder, wo sie nicht zeigt, welcher Zug öfter gewinnt, nach den verlorenen Punkten.",
    "Die Siegchance gilt, wenn danach alle so gut spielen wie der Trainer.",
)

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
    "rule": "Faustregel dieser Partie",
    "costs": "kostet {cost}",
    "win": "{chance} Siegchance",
    "won": "Der beste Zug, und am schwersten zu ersetzen: der nächste bringt {points} weniger.",
    "saved": (
        "Ein Zug dagegen (Schritt {steps}) hat {cost} gekostet.",
        "{count} Züge dagegen (Schritte {steps}) haben zusammen {cost} gekostet.",
    ),
    "average": "Jede Entscheidung kostete im Mittel {lost}; die Genauigkeit ist {accuracy}.",
    "peers": "Am nächsten kommen dem Bots der Stufe „{level}“: sie verlieren im Mittel {lost} je Entscheidung, bei einer Genauigkeit von {accuracy}.",
    "last_seat": "Der Platz am Tisch zählt: {last} ist in der letzten Runde als Letzter dran, kann dann auf jedes Verschieben und Tauschen noch antworten und war deshalb schon am Anfang auf {points} mehr geschätzt als {first}.",
}
"""Words of what a seat can learn from a game; a pair is for one decision and for several."""
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

SENTENCES: dict[str, Any] = {
    # All games
    "many_small": "Das ist die Summe vieler Kleinigkeiten: sieh hier genauer hin.",
    "win": "Mit dem besseren Zug ist die Siegchance {chance} statt {other_chance}.",
    "win_less": "Zum Sieg führt die andere Wahl sogar eher: {other_chance} statt {chance}.",
    "win_over_points": "Der bessere Zug kostet im Mittel {mean}, gewinnt aber zu {chance} statt zu {other_chance}.",
    "win_favourite": "Mit dem besseren Zug stehen die Chancen für dich ({chance}), mit dem anderen gegen dich "
    "({other_chance}).",
    "win_last_hope": "Der andere Zug lässt nur noch {other_chance} Siegchance, der bessere {chance}.",
    "win_secured": "Mit dem besseren Zug ist der Sieg so gut wie sicher ({chance}), mit dem anderen gelingt er nur zu "
    "{other_chance}.",
    # Grids
    "completes": "{cell} macht {line} voll: {combination}, {worth}.",
    "completes_several": "{cell} macht {lines} mit einem Eintrag voll: zusammen {worth}.",
    "one_missing": (
        (
            "Mit der {number} in {cell} fehlt in {line} nur noch eine {outs} für mindestens {worth}; der letzte "
            "Wurf bringt das zu {chance}."
        ),
        (
            "Mit der {number} in {cell} fehlt in {line} nur noch eine {outs} für mindestens {worth}; das fällt "
            "in den übrigen {count} Würfen zu {chance} wenigstens einmal."
        ),
    ),
    "one_missing_ways": "Mit der {number} in {cell} fehlt in {line} nur noch eine {outs} für mindestens {worth}: {ways} von "
    "36 Würfen.",
    "pairs_up": "In {cell} bildet die {number} ein Paar mit der {number} in {line}; mit {needed} wird daraus "
    "{combination} ({worth}).",
    "third_equal": "In {cell} ist die {number} schon die dritte {number} in {line}; mit {needed} wird daraus "
    "{combination} ({worth}).",
    "fits_straight": "In {cell} passt die {number} zu {numbers} in {line}: mit {needed} gibt das {combination} ({worth}).",
    "builds_chance": "Die {number} in {cell} bringt {line} voran: die Chance auf {combination} ({worth}) wäre dort, wenn "
    "nur diese Linie zählte, {chance} statt {other_chance}.",
    "closes_empty": "Die {number} füllt das letzte Feld in {line}, ohne dass etwas entsteht; {outs} ({ways} von 36 "
    "Würfen) gäbe dort {combination} ({worth}).",
    "closes_low": "Die {number} füllt das letzte Feld in {line} und gibt nur {other_combination} ({other_worth}); "
    "{outs} ({ways} von 36 Würfen) gäbe dort {combination} ({worth}).",
    "breaks_straight": "Die {number} in {cell} verbaut die Straße in {line}: zu {numbers} braucht sie nur noch {needed}, "
    "das wären {worth}.",
    "too_far": "Die {number} in {cell} ist von der {other_number} in {line} zu weit weg: für {combination} "
    "({worth}) ist die Linie damit verbaut; die Chance darauf wäre sonst, wenn nur diese Linie zählte, "
    "{chance}.",
    "same_number": "Mit einer zweiten {number} ist {line} für {combination} ({worth}) verbaut; die Chance darauf wäre "
    "sonst, wenn nur diese Linie zählte, {chance}.",
    "spoils_pair": "In {line} steht schon zweimal die {other_number}, mit {needed} gibt das {combination} ({worth}); "
    "nach der {number} in {cell} gibt die Linie höchstens noch {other_worth} ({other_combination}).",
    "spoils_three": "In {line} steht schon dreimal die {other_number}, mit {needed} gibt das {combination} ({worth}); "
    "nach der {number} in {cell} gibt die Linie höchstens noch {other_worth} ({other_combination}).",
    "caps": "Nach der {number} in {cell} gibt {line} höchstens noch {other_worth} ({other_combination}); die "
    "Chance auf {combination} ({worth}) wäre bisher, wenn nur diese Linie zählte, {chance}.",
    "ruins_chance": "Mit der {number} in {cell} ist {line} für {combination} ({worth}) verbaut; die Chance darauf wäre "
    "sonst, wenn nur diese Linie zählte, {chance}.",
    "harms_chance": "Die {number} in {cell} schadet {line}: die Chance auf {combination} ({worth}) wäre dort, wenn nur "
    "diese Linie zählte, nur noch {other_chance} statt {chance}.",
    "starts_line": "{line} ist noch leer: für sich bringt sie, wenn sie mit der {number} beginnt, im Mittel "
    "{other_expected}, sonst {expected}.",
    "starts_diagonal": "{line} ist noch leer und zählt doppelt: für sich bringt sie, wenn sie mit der {number} beginnt, im "
    "Mittel {other_expected}, sonst {expected}.",
    "harms_diagonal": "{cell} liegt auf {line}, und die zählt doppelt: mit der {number} bringt sie für sich im Mittel "
    "{other_expected} statt {expected}.",
    "serves_lines": "In {cell} hilft die {number} mehreren Linien auf einmal: {lines} gewinnen, jede für sich, im Mittel "
    "zusammen {expected}.",
    "harms_several": "In {cell} schadet die {number} mehreren Linien auf einmal: {lines} verlieren, jede für sich, im "
    "Mittel zusammen {expected}.",
    "all_lines": "Die {number} ändert alle Linien durch {cell} zusammen im Mittel um {balance}, die durch {other_cell} um {other_balance} (jede Linie für sich).",
    "line_gains": "{line} mit {numbers} ist durch die {number} in {cell} für den Rest der Partie im Mittel {mean} mehr wert.",
    "line_loses": "{line} mit {numbers} ist nach der {number} in {cell} für den Rest der Partie im Mittel {mean} weniger wert.",
    "line_gains_empty": "{line} ist noch leer und mit der {number} in {cell} für den Rest der Partie im Mittel {mean} mehr wert.",
    "line_loses_empty": "{line} ist noch leer und nach der {number} in {cell} für den Rest der Partie im Mittel {mean} weniger wert.",
    "keeps_free": "Ein Kreis lässt {cell} frei: die Partie dauert länger, und die anderen Linien sind dadurch im Mittel {mean} mehr wert.",
    "costs_less": "In {cell} kostet die {number} die Linien im Mittel nur {expected}, in {other_cell} dagegen "
    "{other_expected} (jede Linie für sich).",
    "dead_line": "In {line} kann nichts mehr entstehen: dort schadet die {number} in {cell} nicht.",
    "weak_line": "{line} gibt ohnehin höchstens noch {worth} ({combination}): dort schadet die {number} in {cell} "
    "wenig.",
    "next_roll": "Nach {cell} machen {ways} von 36 Würfen sofort eine Linie voll, die mindestens {worth} gibt, nach "
    "{other_cell} sind es {other_ways}.",
    "place_for": "{cell} bleibt besser frei: eine {other_number} ({ways} von 36 Würfen) brächte dort {lines} auf "
    "einmal voran.",
    "centre_line": "{other_cell} liegt auf {line}, die durch die Mitte mit ihren vier Linien läuft; {cell} hält die "
    "{number} davon fern.",
    "more_lines": "{cell} liegt auf {count} Linien, {other_cell} nur auf {other_count}: die {number} zählt dort öfter.",
    "spares_lines": "{other_cell} liegt auf {other_count} Linien und ist zu schade für diese {number}; {cell} liegt nur "
    "auf {count}.",
    # Knaster
    "earns": (
        "Die {number} in {cell} bringt sofort einen Kreis, die andere Wahl keinen.",
        "Die {number} in {cell} bringt sofort {count} Kreise, die andere Wahl keinen.",
    ),
    "earns_more": "Die {number} in {cell} bringt sofort {count} Kreise, die andere Wahl nur {other_count}.",
    "fits_nowhere": "Für die {number} ist nirgends ein guter Platz: selbst in {cell} kostet sie die Linien im Mittel "
    "{expected} (jede Linie für sich).",
    "richer_lines": "Die Linien durch {cell} sind zusammen {points} wert, die durch {other_cell} nur {other_points}.",
    "spares_lines_of": "{other_cell} liegt auf wertvolleren Linien ({other_points}) als {cell} ({points}) und bleibt so für "
    "eine bessere Zahl frei.",
    "circle_later": "Die {number} in {cell} kann noch später eingekreist werden: sie fällt bei {count} von 36 Würfen.",
    "circle_now": (
        "Ein Kreis um {cells} ist sofort ein Punkt.",
        "Kreise um {cells} sind sofort {count} Punkte.",
    ),
    "circle_now_rare": "Ein Kreis um {cells} ist sofort ein Punkt, und die {number} fällt nur bei {count} von 36 Würfen "
    "wieder.",
    "line_done": "Mit {cells} ist {line} ganz eingekreist: {points}.",
    "line_lacks_one": "Mit {cells} fehlt in {line} ({points}) nur noch {cell}; die {number} dort fällt bei {ways} von 36 "
    "Würfen.",
    "line_lacks": (
        "Mit {cells} fehlt in {line} ({points}) nur noch {missing_cells}.",
        "Mit {cells} fehlen in {line} ({points}) nur noch {missing_cells}.",
    ),
    "line_progress": (
        "Mit {cells} hat {line} ({points}) 1 von 5 Kreisen.",
        "Mit {cells} hat {line} ({points}) {count} von 5 Kreisen.",
    ),
    "line_first": "Mit {cells} steht in {line} ({points}) der erste Kreis.",
    "rarer": "Die {number} ({cell}) fällt nur bei {count} von 36 Würfen, die {other_number} ({other_cell}) bei "
    "{other_ways}: die holst du eher noch mit einem Wurf.",
    "circles_richer": "Die Linien durch {cells} sind zusammen {points} wert, die durch {other_cells} nur {other_points}.",
    "room": "Es sind noch {count} Felder frei: jetzt zählt, was dort entstehen kann.",
    "fills_up": (
        ("{cell} ist das letzte freie Feld: danach kommt nur noch ein Wurf, und {count} Zahl ist nicht eingekreist."),
        (
            "{cell} ist das letzte freie Feld: danach kommt nur noch ein Wurf, und {count} Zahlen sind nicht "
            "eingekreist."
        ),
    ),
    # Knapp Daneben!
    "rare_number": "Die {number} bringt überall schon {points}, die {other_number} keine.",
    "only_rare": "Von den Summen dieser Runde ({numbers}) bringt nur die {number} schon allein etwas: {points}.",
    "rarer_number": "Die {number} bringt überall schon {points}, die {other_number} nur {other_points}.",
    "ticks_only": "Die {number} in {cell} hakt sofort ein Kästchen ab ({points}), die {other_number} in {other_cell} "
    "keines.",
    "ticks_later": "Die {number} in {cell} hakt in {line} das {ticks}. Kästchen ab, und das bringt {points}; die "
    "{other_number} in {other_cell} hakt keines ab.",
    "ticks_several": "Die {number} in {cell} hakt gleich {count} Kästchen auf einmal ab ({points}), die {other_number} in "
    "{other_cell} keines.",
    "ticks_more": "Die {number} in {cell} hakt sofort {count} Kästchen ab ({points}), die {other_number} in "
    "{other_cell} nur {other_count} ({other_points}).",
    "ticks_richer": "Die {number} in {cell} hakt in {line} das {ticks}. Kästchen ab, und spätere Kästchen einer Linie "
    "bringen mehr: {points} statt {other_points}.",
    "fills_line": "Mit der {number} in {cell} sind in {line} alle vier Kästchen abgehakt: so bringen die Kästchen "
    "{points}, die des anderen Eintrags {other_points}.",
    "dead": (
        "Die {number} in {cell} passt nicht neben {numbers}: ein Kästchen bleibt dort für immer leer.",
        "Die {number} in {cell} passt nicht neben {numbers}: {count} Kästchen bleiben dort für immer leer.",
    ),
    "dead_equal": "Zwei gleiche Zahlen nebeneinander haken nie ein Kästchen ab: die {number} in {cell} steht neben "
    "einer {number}.",
    "dead_more": "Die {number} in {cell} lässt {count} Kästchen für immer leer, der Eintrag in {other_cell} nur "
    "{other_count}.",
    "caps_line": (
        (
            "Nach der {number} in {cell} ist in {line} höchstens noch {count} Kästchen möglich ({points}), "
            "bisher sind es {other_count} ({other_points})."
        ),
        (
            "Nach der {number} in {cell} sind in {line} höchstens noch {count} Kästchen möglich ({points}), "
            "bisher sind es {other_count} ({other_points})."
        ),
    ),
    "dead_in_line": (
        (
            "In {line} passt die {number} nicht neben {numbers}: höchstens {count} Kästchen ist dort noch "
            "möglich ({points}) statt {other_count} ({other_points})."
        ),
        (
            "In {line} passt die {number} nicht neben {numbers}: höchstens {count} Kästchen sind dort noch "
            "möglich ({points}) statt {other_count} ({other_points})."
        ),
    ),
    "next_round": "Mit der {number} in {cell} lässt der nächste Wurf zu {chance} ein Kästchen abhaken, mit der "
    "{other_number} in {other_cell} zu {other_chance}.",
    "next_two": "Mit der {number} in {cell} lässt der nächste Wurf zu {chance} zwei Kästchen auf einmal abhaken, mit "
    "der {other_number} in {other_cell} zu {other_chance}.",
    "two_at_once": "In {cell} würde dann eine {other_number} neben der {number} gleich zwei Kästchen abhaken ({ways} "
    "von 36 Würfelpaaren).",
    "no_longer_both": "Zwischen einer {number} und einer {other_number} passt in {cell} keine Zahl zu beiden: nur eines "
    "der zwei Kästchen ist noch zu haben.",
    "easier": "Neben eine {number} passen {ways} von 36 Würfelpaaren, neben eine {other_number} nur {other_ways}.",
    "more_open": "{cell} hat noch {count} freie Nachbarn, {other_cell} nur {other_count}: dort kann die {number} mehr "
    "Kästchen abhaken.",
    "fewer_open": "{other_cell} hat noch {other_count} freie Nachbarn, {cell} nur {count}: den besseren Platz hebst du "
    "dir auf.",
    "rare_at_edge": "Neben eine {number} passen nur {ways} von 36 Würfelpaaren: in {cell} hängt das an {count} freien "
    "Nachbarn, in {other_cell} an {other_count}.",
    "keeps_own": "{cell} hat deine Farbe und nimmt jeden Partnerwürfel, {other_cell} nur den seiner Farbe; von deiner "
    "Farbe sind noch {count} Kreise frei.",
    "keeps_last_own": "{cell} ist der letzte freie Kreis deiner Farbe, und nur dort geht jeder Partnerwürfel.",
    "last_of_colour": "{cell} ist der letzte freie Kreis in {colour}: danach passt die Summe mit diesem Würfel nur noch in "
    "Kreise deiner Farbe.",
    # Five dice
    "keep_likelier": "Mit {dice} gelingt {field} zu {chance}, mit {other_dice} zu {other_chance}.",
    "keep_certain": "Mit {dice} ist {field} schon sicher, mit {other_dice} gelingt es zu {other_chance}.",
    "holds_face": (
        (
            "Mit {dice} liegt für {field} schon ein Würfel, mit {other_dice} keiner: im Mittel {mean} statt "
            "{other_mean}."
        ),
        (
            "Mit {dice} liegen für {field} schon {count} Würfel, mit {other_dice} keiner: im Mittel {mean} statt "
            "{other_mean}."
        ),
    ),
    "holds_more": "Mit {dice} liegen für {field} schon {count} Würfel, mit {other_dice} nur {other_count}: im Mittel "
    "{mean} statt {other_mean}.",
    "throws_more": (
        (
            "Mit {dice} fällt für {field} noch {count} Würfel, mit {other_dice} nur {other_count}: im Mittel "
            "{mean} statt {other_mean}."
        ),
        (
            "Mit {dice} fallen für {field} noch {count} Würfel, mit {other_dice} nur {other_count}: im Mittel "
            "{mean} statt {other_mean}."
        ),
    ),
    "keep_opens": "Mit {dice} gelingt {field} zu {chance}, mit {other_dice} gar nicht.",
    "last_roll": "Mit {dice} kommt {field} bei {throws} von {total} möglichen Würfen der übrigen Würfel, mit "
    "{other_dice} bei {other_throws} von {other_total}.",
    "keep_straight": "Aus {dice} wird zu {chance} {field}, aus {other_dice} zu {other_chance}.",
    "keep_equal": "{count} gleiche statt {other_count}: {field} gelingt mit {dice} zu {chance}, mit {other_dice} zu "
    "{other_chance}.",
    "keep_pair": "In {dice} stecken schon {count} gleiche, in {other_dice} nicht einmal ein Paar: {field} gelingt zu "
    "{chance} statt {other_chance}.",
    "throws_for_kind": "Mit {dice} fallen {count} statt {other_count} Würfel für {field}: das gelingt zu {chance} statt "
    "{other_chance}.",
    "useless_dice": "{dice} zu behalten hilft keinem offenen Feld: neu gewürfelt bleibt der Mittelwert jedes Feldes "
    "gleich oder steigt.",
    "more_fields": "Mit {dice} ist der Mittelwert für {count} der {total} offenen Felder höher als mit {other_dice}, "
    "für {other_count} niedriger.",
    "extra_helps_less": "Auch {dice} zu behalten bringt für {field} im Mittel {mean} mehr, kostet für {other_field} aber "
    "{other_mean}.",
    "keep_more": "Mit {dice} bringt {field} im Mittel {mean}, mit {other_dice} bringt es {other_mean}.",
    "keep_both": "Mit {dice} bringt {field} im Mittel {mean} und {other_field} {other_mean}: so bleibt die Wahl "
    "zwischen beiden.",
    "strike": "{place} zu streichen kostet im Mittel nur {mean}, {other_place} dagegen {other_mean}.",
    "struck": "{place} ist dann gestrichen: das gelingt sonst in {chance} der Züge und bringt im Mittel {mean}.",
    "struck_gradual": "{place} wäre gestrichen: ein Zug dafür bringt im Mittel {mean}.",
    "cheapest_strike": "Von den offenen Feldern ist {place} am billigsten zu streichen: ein Zug dafür bringt im Mittel nur "
    "{mean}.",
    "cheap_strike": "{place} zu streichen kostet im Mittel {mean}.",
    "worth_later": "Ist später noch {other_place} frei statt {place}, bringt der Rest der Partie im Mittel {mean} mehr.",
    "points_now": "{place} bringt jetzt {points}, {other_place} nur {other_points}.",
    "points_now_alone": "{place} bringt jetzt {points}, {other_place} gar nichts.",
    "poor": "{points} für {place}: das ist wenig, ein Zug dafür bringt im Mittel {mean}.",
    "rich": "{points} für {place}: das ist viel, ein Zug dafür bringt im Mittel nur {mean}.",
    "less_below": "{points} in {place}: das liegt näher am Mittel ({mean}) als {other_points} in {other_place} "
    "({other_mean}).",
    "roll_on": "Mit {dice} gelingt noch {field} zu {chance}; {now}.",
    "roll_on_certain": "Mit {dice} ist {field} schon sicher; {now}.",
    "roll_on_better": "Mit {dice} bringt {field} im Mittel {mean}, ein neuer Zug dafür nur {other_mean}; {now}.",
    "roll_on_more": "Mit {dice} bringt {field} im Mittel {mean}; {now}.",
    "risks_nothing": "Mit {dice} weiterzuwürfeln kostet nichts: {place} bleibt sicher, und {field} gelingt zu {chance}.",
    "risks_nothing_mean": "Mit {dice} weiterzuwürfeln kostet nichts: {place} bleibt sicher, und {field} bringt im Mittel "
    "{mean}.",
    "improves": "Mit {dice} weiterzuwürfeln bringt für {place} im Mittel {mean} statt {points}.",
    "struck_early": (
        "{place} wäre gestrichen, obwohl du noch einmal würfeln darfst: ein Zug dafür bringt im Mittel {mean}.",
        "{place} wäre gestrichen, obwohl du noch {count} Mal würfeln darfst: ein Zug dafür bringt im Mittel {mean}.",
    ),
    "poor_early": (
        "Nur {points} für {place}, obwohl du noch einmal würfeln darfst: ein Zug dafür bringt im Mittel {mean}.",
        "Nur {points} für {place}, obwohl du noch {count} Mal würfeln darfst: ein Zug dafür bringt im Mittel {mean}.",
    ),
    "turn_goes_on": (
        "Noch ein Wurf: mit {dice} endet der Zug im Mittel besser, am ehesten in {field} (zu {chance}) oder {other_field} (zu {other_chance}).",
        "Noch {count} Würfe: mit {dice} endet der Zug im Mittel besser, am ehesten in {field} (zu {chance}) oder {other_field} (zu {other_chance}).",
    ),
    "enough_risk": "{place} bringt jetzt {points}; wer mit {dice} weiterwürfelt, schafft es nur noch zu {chance}.",
    "enough": "{place} bringt sicher {points}; wer mit {dice} weiterwürfelt, hat dort im Mittel nur {mean}.",
    "free_roll_costs": "Der Freiwurf kostet {points}.",
    "joker": "Der Joker bringt {points} zusätzlich.",
    "free_roll_kept": (
        ("Der Freiwurf kostet {points} und lässt sich auch in einem späteren Zug nutzen: {count} ist noch übrig."),
        ("Der Freiwurf kostet {points} und lässt sich auch in einem späteren Zug nutzen: {count} sind noch übrig."),
    ),
    "free_roll_gain": "Der Freiwurf kostet {points} und bringt im Mittel höchstens {mean} dazu, und zwar für {field}.",
    "bonus": "Damit ist der Bonus in Spalte {column} sicher: {points}.",
    "bonus_lost": "Mit {place} ist der Bonus in Spalte {column} ({points}) nicht mehr zu schaffen: zu 63 fehlten noch "
    "{missing}.",
    "bonus_pace": "Für den Bonus in Spalte {column} ({points}) liegst du dann bei {ahead} gegenüber je drei gleichen, "
    "sonst bei {other_ahead}.",
    # Action dice
    "steal": "{seat} verliert {points} in {field}, und du schreibst sie selbst; im Mittel bringt ein Zug dafür {mean}.",
    "steal_poor": "In {field} von {seat} stehen nur {points}: ein Zug dafür bringt im Mittel {mean}.",
    "cross": "{seat} verliert {field}: ein Zug dafür bringt im Mittel {mean}.",
    "cross_points": "{seat} verliert {points} in {field}.",
    "cross_little": "{field} ist für {seat} nicht viel wert: ein Zug dafür bringt im Mittel {mean}.",
    "freeze": "{seat} kann {field} im nächsten Zug nicht eintragen; das gelingt in {chance} der Züge.",
    "freeze_little": "{field} bringt {seat} kaum in Not: es gelingt in {chance} der Züge und ist nur für einen gesperrt.",
    "sheet": "Auf deinem Blatt stehen dann {points} statt {other_points}.",
    "open_rows": (
        (
            "Auf deinem Blatt ist dann noch {count} Feld offen, im Mittel {mean} wert; auf dem anderen "
            "{other_count} ({other_mean})."
        ),
        (
            "Auf deinem Blatt sind dann noch {count} Felder offen, im Mittel zusammen {mean} wert; auf dem "
            "anderen {other_count} ({other_mean})."
        ),
    ),
    "taken_again": "Auf dem anderen Blatt stehen zwar {other_points} statt {points}, aber {seat} ist nach dir dran und "
    "kann {die} spielen.",
    "steal_loses": (
        "Dieses Stehlen bringt {mean} weniger als ein eigener Zug dafür; es bleibt noch {count} Runde, und im Mittel bringt es etwa {other_mean} mehr: warte auf ein besseres Feld.",
        "Dieses Stehlen bringt {mean} weniger als ein eigener Zug dafür; in den {count} weiteren Runden bringt es im Mittel etwa {other_mean} mehr: warte auf ein besseres Feld.",
    ),
    "steal_waits": (
        "Dieses Stehlen bringt nur {mean} mehr als ein eigener Zug dafür; es bleibt noch {count} Runde, und im Mittel bringt es etwa {other_mean}: warte auf ein besseres Feld.",
        "Dieses Stehlen bringt nur {mean} mehr als ein eigener Zug dafür; in den {count} weiteren Runden bringt es im Mittel etwa {other_mean}: warte auf ein besseres Feld.",
    ),
    "swap_waits": (
        "{die} entscheidet erst in der letzten Runde: es folgt noch {count} Runde, in der jeder mit Verschieben oder Tauschen antworten kann.",
        "{die} entscheidet erst in der letzten Runde: es folgen noch {count} Runden, in denen jeder mit Verschieben oder Tauschen antworten kann.",
    ),
    "sum_earns": "Die Würfel ergeben {number}, durch drei teilbar: eintragen bringt sicher einen Aktionswürfel, weiterwürfeln nur bei einem Drittel der Würfe.",
    "sum_for_die": "Die Würfel ergeben {number}, nicht durch drei teilbar: eintragen bringt keinen Aktionswürfel, weiterwürfeln bei einem Drittel der Würfe.",
    "die_waits": (
        "{die} kann warten: es bleibt noch {count} Runde dafür.",
        "{die} kann warten: es bleiben noch {count} Runden dafür.",
    ),
}
