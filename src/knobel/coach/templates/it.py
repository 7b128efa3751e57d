"""Italian templates."""

from typing import Any

NUMBER = {".": ","}
PERCENT = "{}%"
AND = " e "
AND_BEFORE = {"e": " ed "}
POINTS = "{} punto", "{} punti"
CIRCLES = "{} cerchio", "{} cerchi"
LINES = {"row": "riga {}", "col": "colonna {}", "diag": "diagonale a1–e5", "anti": "diagonale a5–e1"}
COLUMN = "{} (colonna {})"
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
DICE = {"steal": "Ruba", "freeze": "Congela", "cross": "Cancella", "shift": "Sposta", "swap": "Scambia"}

EXPLAIN = (
    "Ciò che è atteso all’inizio è il risultato medio dell’allenatore con un foglio vuoto.",
    "La fortuna ai dadi è ciò che i lanci hanno portato in più o in meno della media.",
    "Le mosse proprie sono i punti persi rispetto alle mosse migliori.",
    "Gli altri hanno portato o tolto ciò che le loro mosse hanno cambiato su questo foglio o nella sua durata, rispetto al previsto.",
    "La stima è di quanto l’allenatore ha dovuto correggere i suoi valori durante la partita, arrotondamenti compresi.",
    "Tutto insieme dà il risultato.",
    "Classe e precisione dipendono dalla probabilità di vincere persa o, dove è uguale o ignota, dai punti persi.",
)

PAGE = {
    "title": "{game}: quanto valeva ogni mossa",
    "curve": "Che cosa ci si poteva aspettare, in punti, passo per passo; ? un errore, ?? un errore grave",
    "ledger": "Io o i dadi?",
    "decisions": "Mossa per mossa",
    "player": "Giocatore", "start": "attesi all’inizio", "luck": "fortuna ai dadi", "own": "mosse proprie",
    "unknown": "non annotato", "others": "gli altri", "correction": "stima", "final": "risultato", "without": "senza fortuna",
    "accuracy": "precisione", "step": "Passo", "played": "giocata", "best": "migliore", "lost": "persi", "class": "Classe",
    "good": "buona", "inaccuracy": "imprecisa", "mistake": "errore", "blunder": "errore grave",
}  # fmt: skip

SENTENCES: dict[str, Any] = {
    # All games
    "nothing": "Alla lunga porta {points} in più.",
    "win": "Con la mossa migliore la probabilità di vincere è {chance} invece di {other_chance}.",
    "win_less": "Per vincere l’altra scelta è persino migliore: {other_chance} invece di {chance}.",
    # Grids
    "completes": "{cell} completa la {line}: {combination}, {worth}.",
    "builds": "Il numero {number} in {cell} aiuta la {line}: con {needed} diventa {combination} ({worth}).",
    "builds_chance": "Il numero {number} in {cell} aiuta la {line}: se contasse solo questa diventerebbe {combination} ({worth}) con "
    "probabilità {chance} invece di {other_chance}.",
    "ruins": "Il numero {number} in {cell} rovina la {line}: altrimenti con {needed} diventerebbe {combination} ({worth}).",
    "ruins_chance": "Il numero {number} in {cell} rovina la {line}: {combination} ({worth}) non è più possibile; altrimenti, "
    "se contasse solo questa, la probabilità sarebbe {chance}.",
    "harms_chance": "Il numero {number} in {cell} nuoce alla {line}: se contasse solo questa diventerebbe {combination} ({worth}) con "
    "probabilità solo {other_chance} invece di {chance}.",
    "more_lines": "{cell} sta su {count} linee, {other_cell} solo su {other_count}: lì il numero {number} conta di più.",
    "spares_lines": "{other_cell} sta su {other_count} linee ed è sprecata per questo {number}; {cell} sta solo su {count}.",
    # Knaster
    "earns": (
        "{cell} dà subito {count} cerchio invece di {other_count}.",
        "{cell} dà subito {count} cerchi invece di {other_count}.",
    ),
    "richer_lines": "Le linee per {cell} valgono insieme {points}, quelle per {other_cell} solo {other_points}.",
    "spares_lines_of": "{other_cell} sta su linee più ricche ({other_points}) di {cell} ({points}) e resta libera per un "
    "numero migliore.",
    "circle_later": (
        "Il numero {number} in {cell} si può cerchiare anche dopo: lo mostra {count} lancio su 36.",
        "Il numero {number} in {cell} si può cerchiare anche dopo: lo mostrano {count} lanci su 36.",
    ),
    "circle_now": "Un cerchio su {cells} vale subito un punto.",
    "circle_now_rare": (
        "Un cerchio su {cells} vale subito un punto, e il numero {number} esce di nuovo solo con {count} lancio su 36.",
        "Un cerchio su {cells} vale subito un punto, e il numero {number} esce di nuovo solo con {count} lanci su 36.",
    ),
    "line_done": "Con {cells} la {line} è tutta cerchiata: {points}.",
    "line_lacks": (
        "Con {cells}, alla {line} ({points}) manca ancora {missing_cells}.",
        "Con {cells}, alla {line} ({points}) mancano ancora {missing_cells}.",
    ),
    "rarer": (
        "Il numero {number} ({cell}) esce solo con {count} lancio su 36, {other_number} ({other_cell}) con {other_ways}.",
        "Il numero {number} ({cell}) esce solo con {count} lanci su 36, {other_number} ({other_cell}) con {other_ways}.",
    ),
    "circles_richer": "Le linee per {cells} valgono insieme {points}, quelle per {other_cells} solo {other_points}.",
    "room": "Ci sono ancora {count} caselle libere: ora conta di più ciò che può nascere lì.",
    "fills_up": (
        "{cell} è l’ultima casella libera: dopo c’è un solo lancio, e {count} numero non è cerchiato.",
        "{cell} è l’ultima casella libera: dopo c’è un solo lancio, e {count} numeri non sono cerchiati.",
    ),
    # Knapp Daneben!
    "rare_number": "Il numero {number} porta già da solo {points}.",
    "ticks": (
        "Il numero {number} in {cell} spunta subito {count} riquadro ({points}), l’altra scelta {other_count}.",
        "Il numero {number} in {cell} spunta subito {count} riquadri ({points}), l’altra scelta {other_count}.",
    ),
    "dead": (
        "Il numero {number} in {cell} non va accanto a {numbers}: {count} riquadro resta vuoto per sempre.",
        "Il numero {number} in {cell} non va accanto a {numbers}: {count} riquadri restano vuoti per sempre.",
    ),
    "two_at_once": "In {cell} la somma {other_number} accanto a {number} spunterebbe due riquadri insieme ({ways} somme su "
    "36).",
    "no_longer_both": "Tra {number} e {other_number}, in {cell} nessun numero va più bene per tutti e due.",
    "easier": "Accanto a {number} vanno bene {ways} somme su 36, accanto a {other_number} solo {other_ways}.",
    "more_open": "Vicini liberi: {cell} ne ha {count}, {other_cell} solo {other_count}: lì c’è più da prendere.",
    "fewer_open": "Vicini liberi: {other_cell} ne ha {other_count}, {cell} solo {count}: il posto buono resta per dopo.",
    "keeps_own": "{cell} ha il tuo colore e accetta qualunque dado compagno; conviene tenere libera questa più che {other_cell}.",
    # Five dice
    "keep_likelier": "Con {dice} la probabilità di {field} è {chance}, con {other_dice} è {other_chance}.",
    "keep_certain": "Con {dice} {field} è già sicuro, con {other_dice} la probabilità è {other_chance}.",
    "keep_more": "Con {dice} {field} porta in media {mean}, con {other_dice} invece {other_mean}.",
    "keep_both": "Con {dice} c’è più di una possibilità: {field} porta in media {mean}, {other_field} {other_mean}.",
    "strike": "Cancellare {place} costa in media solo {mean}, {other_place} invece {other_mean}.",
    "struck": "{place} resta così a zero: altrimenti ha probabilità {chance} a turno e porta in media {mean}.",
    "cheap_strike": "Con {place} perdi meno di tutto: un turno dedicato porta in media solo {mean}.",
    "poor": "Solo {points} in {place}: un turno dedicato porta in media {mean}.",
    "rich": "{place} rende bene con {points}: un turno dedicato porta in media solo {mean}.",
    "less_below": "{points} in {place}: è più vicino alla media ({mean}) di {other_points} in {other_place} "
    "({other_mean}).",
    "roll_on": "Con {dice} la probabilità di {field} è ancora {chance}; {place} porta ora {points}.",
    "roll_on_certain": "Con {dice} {field} è già sicuro; {place} porta ora {points}.",
    "roll_on_more": "Con {dice} {field} porta in media {mean}; {place} porta ora {points}.",
    "enough": "{place} porta di sicuro {points}; chi rilancia con {dice} ha lì in media solo {mean}.",
    "free_roll_costs": "Il tiro libero costa {points}, e non ne porta altrettanti.",
    "bonus": "Così il bonus della colonna {column} è sicuro: {points}.",
    "bonus_lost": "Con {place} il bonus della colonna {column} ({points}) non è più raggiungibile: a 63 mancherebbero {missing}.",
    "bonus_pace": "Per il bonus della colonna {column} ({points}) sei così a {ahead} rispetto a tre per numero, altrimenti a "
    "{other_ahead}.",
    # Action dice
    "steal": "{seat} perde {points} in {field} e li scrivi tu; un turno dedicato porta in media {mean}.",
    "steal_poor": "{seat} ha solo {points} in {field}: un turno dedicato porta in media {mean}.",
    "cross": "{seat} perde {field}: un turno dedicato porta in media {mean}.",
    "cross_points": "{seat} perde {points} in {field}.",
    "cross_little": "{field} non vale molto per {seat}: un turno dedicato porta in media {mean}.",
    "freeze": "{seat} non può riempire {field} nel prossimo turno; la probabilità di {field} è {chance} a turno.",
    "freeze_little": "{field} non vale molto per {seat}: un turno dedicato porta in media {mean}.",
    "sheet": "Hai così un foglio con {points} invece di {other_points}.",
    "sheet_to_come": "L’altro foglio ha {other_points} invece di {points}, ma meno da guadagnare.",
    "die_waits": (
        "{die} può aspettare: resta ancora {count} giro per usarlo.",
        "{die} può aspettare: restano ancora {count} giri per usarlo.",
    ),
}
