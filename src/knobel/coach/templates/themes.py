"""Names of themes, and the rule of thumb of each, in three languages."""

from collections.abc import Mapping
from typing import NamedTuple


class ThemeText(NamedTuple):
    """The name of a theme, and its rule of thumb."""

    name: str
    rule: str


GERMAN = {
    "straights": ThemeText("Straßen", "Eine Linie auf dem Weg zu einer Straße verträgt keine Zahl doppelt und keine, die mehr als vier entfernt ist."),
    "equal_numbers": ThemeText("Gleiche Zahlen", "Gleiche Zahlen gehören in eine Linie, und in eine Linie mit einem Paar gehört nichts, was es verdirbt."),
    "last_cells": ThemeText("Letzte Felder", "Sieh zuerst nach Linien, denen nur noch ein oder zwei Felder fehlen, und hebe diese Felder für die richtigen Zahlen auf."),
    "crossings": ThemeText("Mehrere Linien", "Sieh vor jedem Eintrag auf alle Linien durch das Feld: Zeile, Spalte und Diagonale."),
    "diagonals": ThemeText("Diagonalen", "Die Diagonalen zählen doppelt: gib ihnen nur Zahlen, die dort passen."),
    "weak_lines": ThemeText("Schwache Linien", "Eine Zahl, die nirgends passt, kommt dorthin, wo ohnehin wenig zu holen ist."),
    "earning": ThemeText("Kreise durch volle Linien", "Sieh zuerst, welcher Eintrag eine Linie mit Kreisen füllt."),
    "lines_to_close": ThemeText("Welche Linie schließen", "Setze Kreise dort, wo eine ganze Linie fertig wird: eine fertige ist mehr wert als viele begonnene."),
    "circle_or_enter": ThemeText("Einkreisen oder eintragen", "Seltene Zahlen kreist du ein, wenn sie fallen; häufige kommen wieder, und solange Platz ist, zählt der Eintrag."),
    "boxes_now": ThemeText("Kästchen abhaken", "Sieh zuerst, welche Summe neben einer Zahl steht, von der sie sich um genau eins unterscheidet."),
    "full_chains": ThemeText("Ketten zu Ende bringen", "Das dritte und vierte Kästchen einer Linie bringt am meisten: bring Ketten zu Ende."),
    "dead_boxes": ThemeText("Tote Kästchen", "Stelle keine Zahl neben eine, zu der sie nicht passt: das Kästchen bleibt für immer leer."),
    "rare_sums": ThemeText("2 und 12, 3, 4, 10, 11", "Seltene Summen bringen überall Punkte: nimm sie mit, am besten an den Rand."),
    "boxes_later": ThemeText("Nachbarn offen halten", "Halte Kreise frei, in denen viele Summen etwas abhaken."),
    "own_colour": ThemeText("Eigene Farbe", "Hebe die Kreise deiner Farbe auf: nur sie nehmen jeden Partnerwürfel."),
    "useless_dice": ThemeText("Nutzlose Würfel", "Behalte nur Würfel, die einem offenen Feld helfen; einzelne andere würfelst du neu."),
    "keep_faces": ThemeText("Zahlen oben behalten", "Behalte die Zahl, deren Feld noch offen ist, und davon so viele wie möglich."),
    "keep_equal": ThemeText("Gleiche behalten", "Behalte die gleichen Würfel und würfle alle anderen."),
    "keep_straights": ThemeText("Auf eine Straße", "Vier in einer Reihe behältst du, wenn eine Straße offen ist; für weniger nur, wenn sonst nichts offen ist."),
    "roll_on": ThemeText("Weiterwürfeln", "Hör nicht zu früh auf: frag dich bei jedem Wurf, welches Feld er noch verbessern kann."),
    "stop": ThemeText("Rechtzeitig aufhören", "Ein Ergebnis weit über dem Mittel trägst du ein."),
    "strike": ThemeText("Streichen und wenig eintragen", "Wenn nichts passt, gib das Feld auf, das später am wenigsten bringt."),
    "bonus": ThemeText("Bonus", "Für den Bonus brauchst du oben im Mittel drei gleiche: jedes Feld mit mehr gibt dir Luft."),
    "free_rolls": ThemeText("Freiwürfe", "Ein Freiwurf lohnt nur, wenn er im Mittel mehr bringt, als er kostet."),
    "steals": ThemeText("Stehlen", "Stiehl, was mehr bringt als ein eigener Zug dafür, und warte sonst: mit jeder Runde stehen wertvollere Felder da."),
    "attacks": ThemeText("Ausstreichen und einfrieren", "Triff das wertvollste offene Feld dessen, der vorn liegt."),
    "sheets": ThemeText("Verschieben und tauschen", "Ein Tausch zählt nur, wenn niemand nach dir ihn rückgängig macht: warte auf die letzte Runde."),
    "action_dice": ThemeText("Aktionswürfel", "Ein Aktionswürfel verfällt nicht: spiele ihn, wenn er am meisten bringt, und achte beim Eintragen auf Summen, die durch drei teilbar sind."),
    "winning": ThemeText("Auf Sieg spielen", "Gegen Ende zählt der Abstand: wer vorn liegt, spielt sicher, wer hinten liegt, wagt etwas."),
}  # fmt: skip
ENGLISH = {
    "straights": ThemeText("Straights", "A line on its way to a straight takes no number twice, and none more than four away."),
    "equal_numbers": ThemeText("Equal numbers", "Put equal numbers into one line, and nothing that spoils it into a line with a pair."),
    "last_cells": ThemeText("Last cells", "Look first at lines that lack only one or two cells, and keep these cells for the right numbers."),
    "crossings": ThemeText("Several lines", "Before every entry, look at all lines through the cell: row, column and diagonal."),
    "diagonals": ThemeText("Diagonals", "The diagonals count double: give them only numbers that fit."),
    "weak_lines": ThemeText("Weak lines", "A number that fits nowhere goes where there is little to win anyway."),
    "earning": ThemeText("Circles by full lines", "Look first for an entry that fills a line and earns circles."),
    "lines_to_close": ThemeText("Which line to close", "Circle where a whole line gets done: one finished line is worth more than many begun."),
    "circle_or_enter": ThemeText("Circle or enter", "Circle rare numbers when they fall; frequent ones come again, and while there is room, entering counts."),
    "boxes_now": ThemeText("Ticking boxes", "Look first for a sum beside a number from which it differs by exactly one."),
    "full_chains": ThemeText("Finishing chains", "The third and fourth box of a line bring most: finish your chains."),
    "dead_boxes": ThemeText("Dead boxes", "Don’t put a number beside one that it doesn’t fit: the box stays empty for good."),
    "rare_sums": ThemeText("2 and 12, 3, 4, 10, 11", "Rare sums bring points anywhere: take them, preferably at the edge."),
    "boxes_later": ThemeText("Open neighbours", "Keep circles free in which many sums tick a box."),
    "own_colour": ThemeText("Own colour", "Save the circles of your colour: only they take any die."),
    "useless_dice": ThemeText("Useless dice", "Keep only dice that help an open field; roll the single others again."),
    "keep_faces": ThemeText("Keeping faces", "Keep the face whose field is still open, and as many of it as you can."),
    "keep_equal": ThemeText("Keeping equal dice", "Keep the equal dice and roll all others."),
    "keep_straights": ThemeText("For a straight", "Keep four in a row if a straight is open; fewer only if nothing else is."),
    "roll_on": ThemeText("Rolling on", "Don’t stop too early: ask at every roll which field it can still improve."),
    "stop": ThemeText("Stopping in time", "Enter a result far above the average."),
    "strike": ThemeText("Striking and low entries", "If nothing fits, give up the field that brings least later."),
    "bonus": ThemeText("Bonus", "The bonus needs three equal dice on average in the upper half: every field with more gives you room."),
    "free_rolls": ThemeText("Free rolls", "A free roll pays only if it brings more on average than it costs."),
    "steals": ThemeText("Stealing", "Steal what brings more than a turn of your own for it, otherwise wait: each round, better rows are there to take."),
    "attacks": ThemeText("Crossing out and freezing", "Hit the most valuable open row of the player who leads."),
    "sheets": ThemeText("Shifting and swapping", "A swap counts only if nobody after you undoes it: wait for the last round."),
    "action_dice": ThemeText("Action dice", "An action die doesn’t expire: play it when it brings most, and when you enter, watch for sums divisible by three."),
    "winning": ThemeText("Playing to win", "Near the end the lead counts: ahead, play safe; behind, take risks."),
}  # fmt: skip
ITALIAN = {
    "straights": ThemeText("Scale", "Una linea che va verso una scala non vuole numeri doppi né numeri lontani più di quattro."),
    "equal_numbers": ThemeText("Numeri uguali", "Metti i numeri uguali nella stessa linea, e in una linea con una coppia niente che la rovini."),
    "last_cells": ThemeText("Ultime caselle", "Guarda prima le linee a cui mancano una o due caselle, e tienile per i numeri giusti."),
    "crossings": ThemeText("Più linee", "Prima di ogni numero guarda tutte le linee della casella: riga, colonna e diagonale."),
    "diagonals": ThemeText("Diagonali", "Le diagonali valgono doppio: dai loro solo numeri che ci stanno bene."),
    "weak_lines": ThemeText("Linee deboli", "Un numero che non sta bene da nessuna parte va dove c’è comunque poco da vincere."),
    "earning": ThemeText("Cerchi da linee piene", "Cerca prima un numero che riempie una linea e dà cerchi."),
    "lines_to_close": ThemeText("Quale linea chiudere", "Cerchia dove si completa una linea intera: una finita vale più di tante cominciate."),
    "circle_or_enter": ThemeText("Cerchiare o scrivere", "Cerchia i numeri rari quando escono; quelli frequenti tornano, e finché c’è posto conta scrivere."),
    "boxes_now": ThemeText("Spuntare riquadri", "Cerca prima una somma accanto a un numero da cui differisce esattamente di uno."),
    "full_chains": ThemeText("Finire le catene", "Il terzo e il quarto riquadro di una linea portano di più: finisci le catene."),
    "dead_boxes": ThemeText("Riquadri persi", "Non mettere un numero accanto a uno con cui non va: il riquadro resta vuoto per sempre."),
    "rare_sums": ThemeText("2 e 12, 3, 4, 10, 11", "Le somme rare portano punti ovunque: prendile, meglio se al bordo."),
    "boxes_later": ThemeText("Vicini aperti", "Tieni liberi i cerchi in cui molte somme spuntano un riquadro."),
    "own_colour": ThemeText("Il tuo colore", "Conserva i cerchi del tuo colore: solo loro accettano qualunque dado."),
    "useless_dice": ThemeText("Dadi inutili", "Tieni solo i dadi che aiutano un campo libero; gli altri rilanciali."),
    "keep_faces": ThemeText("Tenere i numeri", "Tieni il numero il cui campo è ancora libero, e il più possibile."),
    "keep_equal": ThemeText("Tenere i dadi uguali", "Tieni i dadi uguali e rilancia tutti gli altri."),
    "keep_straights": ThemeText("Verso una scala", "Tieni quattro dadi in fila se una scala è libera; meno solo se non c’è altro."),
    "roll_on": ThemeText("Rilanciare", "Non fermarti troppo presto: a ogni lancio chiediti quale campo può ancora migliorare."),
    "stop": ThemeText("Fermarsi in tempo", "Segna un risultato molto sopra la media."),
    "strike": ThemeText("Cancellare e segnare poco", "Se non va bene niente, rinuncia al campo che dopo porta di meno."),
    "bonus": ThemeText("Bonus", "Per il bonus servono in media tre dadi uguali per numero: ogni campo con di più ti dà margine."),
    "free_rolls": ThemeText("Tiri liberi", "Un tiro libero conviene solo se in media porta più di quanto costa."),
    "steals": ThemeText("Rubare", "Ruba ciò che porta più di un tuo turno dedicato, altrimenti aspetta: a ogni giro ci sono righe migliori."),
    "attacks": ThemeText("Cancellare e congelare", "Colpisci la riga libera di maggior valore di chi è in testa."),
    "sheets": ThemeText("Spostare e scambiare", "Uno scambio conta solo se nessuno dopo di te lo annulla: aspetta l’ultimo giro."),
    "action_dice": ThemeText("Dadi azione", "Un dado azione non scade: usalo quando rende di più, e quando segni cerca somme divisibili per tre."),
    "winning": ThemeText("Giocare per vincere", "Verso la fine conta il distacco: chi è avanti gioca sicuro, chi è indietro rischia."),
}  # fmt: skip
THEME_TEXTS: Mapping[str, Mapping[str, ThemeText]] = {"de": GERMAN, "en": ENGLISH, "it": ITALIAN}
"""The texts of each theme by language."""
