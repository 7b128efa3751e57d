"""Help texts for `?` in `knobel play`: for each game its rules in short and its action notation, a paragraph each."""

from knobel.phrases import Language

HOW_TO: dict[str, dict[Language, tuple[str, str]]] = {
    "knister": {
        "de": (
            (
                "Alle tragen die Summe der beiden Würfel in ein freies Feld ihres 5x5-Rasters ein. Nach 25 Würfen"
                " zählen Reihen, Spalten und Diagonalen: gleiche Zahlen und Straßen, Diagonalen doppelt."
            ),
            "Ein Zug ist das Feld: c3.",
        ),
        "en": (
            (
                "Everybody enters the sum of both dice in a free cell of their 5x5 grid. After 25 rolls rows, "
                "columns and diagonals count: equal numbers and straights, diagonals twice."
            ),
            "A move is the cell: c3.",
        ),
        "it": (
            (
                "Tutti scrivono la somma dei due dadi in una casella libera della propria griglia 5x5. Dopo 25 "
                "lanci contano righe, colonne e diagonali: numeri uguali e scale, le diagonali il doppio."
            ),
            "Una mossa è la casella: c3.",
        ),
    },
    "knaster": {
        "de": (
            (
                "Alle tragen die Summe der beiden Würfel ein oder kreisen ein Feld ein, in dem sie schon steht. "
                "Eine volle Reihe, Spalte oder Diagonale mit gleichen Zahlen oder einer Straße bringt weitere "
                "Kreise; ganz eingekreist zählt sie."
            ),
            (
                "c3 trägt ein, c3o kreist ein, row3:a3,d3 verteilt die Kreise einer Reihe (row, col, diag, anti),"
                " pass setzt aus."
            ),
        ),
        "en": (
            (
                "Everybody enters the sum of both dice, or circles a cell that holds it already. A full row, "
                "column or diagonal of equal numbers or a straight earns more circles; all circled, it counts."
            ),
            (
                "c3 enters, c3o circles, row3:a3,d3 places the circles of a line (row, col, diag, anti), pass "
                "does nothing."
            ),
        ),
        "it": (
            (
                "Tutti scrivono la somma dei due dadi o cerchiano una casella che la contiene già. Una riga, "
                "colonna o diagonale piena di numeri uguali o in scala dà altri cerchi; tutta cerchiata, conta."
            ),
            "c3 scrive, c3o cerchia, row3:a3,d3 distribuisce i cerchi di una linea (row, col, diag, anti), pass salta.",
        ),
    },
    "knapp_daneben": {
        "de": (
            (
                "Jeder zählt zum Würfel der eigenen Farbe einen anderen und schreibt die Summe in einen Kreis "
                "einer der beiden Farben. Wo sich Nachbarn um genau eins unterscheiden, wird das Kästchen "
                "dazwischen abgehakt; Häkchen bringen Punkte."
            ),
            "c3g schreibt eigener Würfel + grün in c3. Farben: k schwarz, b blau, g grün, y gelb, r rot.",
        ),
        "en": (
            (
                "Everybody adds another die to that of their own colour and writes the sum in a circle of either "
                "colour. Where neighbours differ by exactly one, the box between them is ticked; ticks make "
                "points."
            ),
            "c3g writes own die + green in c3. Colours: k black, b blue, g green, y yellow, r red.",
        ),
        "it": (
            (
                "Ognuno somma al dado del proprio colore un altro dado e scrive la somma in un cerchio di uno dei"
                " due colori. Dove due vicini differiscono di uno esatto, si spunta la casella in mezzo; le "
                "spunte danno punti."
            ),
            "c3g scrive il proprio dado + verde in c3. Colori: k nero, b blu, g verde, y giallo, r rosso.",
        ),
    },
    "knoeffel": {
        "de": (
            "Reihum bis zu drei Würfe mit fünf Würfeln, dann eine Eintragung in ein freies Feld einer Spalte.",
            (
                "k335 behält 3, 3, 5 und würfelt den Rest (k würfelt alle), f335 ebenso als Freiwurf nach dem "
                "dritten. fh.2 trägt in Spalte 2 ein: 1s bis 6s, 3k, 4k, fh, ss, ls, kn (Knöffel), ch (Chance)."
            ),
        ),
        "en": (
            "In turn up to three rolls of five dice, then an entry in a free field of a column.",
            (
                "k335 keeps 3, 3, 5 and rolls the rest (k rolls all), f335 does so as a free roll after the "
                "third. fh.2 enters in column 2: 1s to 6s, 3k, 4k, fh, ss, ls, kn (Knöffel), ch (chance)."
            ),
        ),
        "it": (
            "A turno fino a tre lanci di cinque dadi, poi si scrive in un campo libero di una colonna.",
            (
                "k335 tiene 3, 3, 5 e rilancia il resto (k rilancia tutti), f335 lo fa come lancio libero dopo il"
                " terzo. fh.2 scrive nella colonna 2: da 1s a 6s, 3k, 4k, fh, ss, ls, kn (Knöffel), ch (chance)."
            ),
        ),
    },
    "kniffeliger": {
        "de": (
            (
                "14 Runden auf 14 Zeilen. Gesicherte Würfel bleiben liegen; Aktionswürfel treffen die Zettel der "
                "anderen, und am Ende zählt der Zettel, den man dann hält."
            ),
            (
                "roll würfelt zuerst, k335 sichert 3, 3, 5 und würfelt den Rest, fh trägt ein: 1s bis 6s, 3k, 4k,"
                " ch, fh, ss, ls, kn, pi. steal.1.fh, freeze.1.fh, cross.1.fh treffen Zeile fh bei Platz 1; shift"
                " gibt alle Zettel weiter, swap.1 tauscht mit Platz 1, end beendet den Zug."
            ),
        ),
        "en": (
            (
                "14 rounds on 14 rows. Saved dice stay saved; action dice hit the sheets of the others, and what "
                "counts is the sheet that one holds in the end."
            ),
            (
                "roll rolls first, k335 saves 3, 3, 5 and rolls the rest, fh enters: 1s to 6s, 3k, 4k, ch, fh, "
                "ss, ls, kn, pi. steal.1.fh, freeze.1.fh, cross.1.fh hit row fh of seat 1; shift passes all "
                "sheets on, swap.1 swaps with seat 1, end ends the turn."
            ),
        ),
        "it": (
            (
                "14 giri su 14 righe. I dadi messi da parte restano lì; i dadi azione colpiscono i fogli degli "
                "altri, e alla fine conta il foglio che si ha in mano."
            ),
            (
                "roll lancia per primo, k335 mette da parte 3, 3, 5 e rilancia il resto, fh scrive: da 1s a 6s, "
                "3k, 4k, ch, fh, ss, ls, kn, pi. steal.1.fh, freeze.1.fh, cross.1.fh colpiscono la riga fh del "
                "posto 1; shift passa avanti tutti i fogli, swap.1 scambia con il posto 1, end finisce il turno."
            ),
        ),
    },
}
