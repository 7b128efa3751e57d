"""Italian templates."""

from typing import Any

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
LINES = {"row": "riga {}", "col": "colonna {}", "diag": "diagonale a1–e5", "anti": "diagonale a5–e1"}
ARTICLES: tuple[tuple[str, str], ...] = (
    (r"\bil (?=(1|8|11|8\d)\b)", "l’"),
    (r"\bIl (?=(1|8|11|8\d)\b)", "L’"),
    (r"\b([Dd]e|[Dd]a|[Aa]|[Nn]e)l (?=(1|8|11|8\d)\b)", r"\1ll’"),
    (r"\bil (?=0\b)", "lo "),
    (r"\b([Dd]e|[Nn]e)l (?=0\b)", r"\1llo "),
)
"""Patterns with their replacements in a finished sentence: forms of articles."""
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
COLOURS = {"k": "nero", "b": "blu", "g": "verde", "y": "giallo", "r": "rosso"}
DICE = {"steal": "Ruba", "freeze": "Congela", "cross": "Cancella", "shift": "Sposta", "swap": "Scambia"}
ACTIONS = {
    "keep": "tieni {dice}", "keep_none": "rilancia tutti", "free": "tiro libero, tieni {dice}",
    "circle": "cerchia {cells}", "with_colour": "{cell} con {colour}",
    "roll": "lancia", "end": "fine turno", "pass": "passa",
}  # fmt: skip
"""Actions in words (`action_words`)."""
NOW = "{place} porta ora {points}", "{place} resterebbe a zero"
"""An entry that is possible now, with points and without."""

EXPLAIN = (
    "Ciò che è atteso all’inizio è il risultato medio dell’allenatore con un foglio vuoto.",
    "La fortuna ai dadi è ciò che i lanci hanno portato in più o in meno della media.",
    "Le mosse proprie sono i punti persi rispetto alle mosse migliori.",
    "Gli altri hanno portato o tolto ciò che le loro mosse, e i rischi presi per batterli, hanno cambiato rispetto al previsto.",
    "La stima è di quanto l’allenatore ha dovuto correggere i suoi valori durante la partita, arrotondamenti compresi.",
    "Tutto insieme dà il risultato.",
    "Classe e precisione dipendono dalla probabilità di vincere persa o, dove non dice quale mossa vince più spesso, dai punti persi.",
    "La probabilità di vincere vale se poi tutti giocano bene come l’allenatore.",
)

PAGE = {
    "title": "{game}: quanto valeva ogni mossa",
    "curve": "Che cosa ci si poteva aspettare, in punti, passo per passo; ? un errore, ?? un errore grave",
    "ledger": "Bravura o fortuna?",
    "decisions": "Mossa per mossa",
    "player": "Giocatore", "start": "attesi all’inizio", "luck": "fortuna ai dadi", "own": "mosse proprie",
    "unknown": "non annotato", "others": "gli altri", "correction": "stima", "final": "risultato", "without": "senza fortuna",
    "accuracy": "precisione", "step": "Passo", "played": "giocata", "best": "migliore", "lost": "persi", "class": "Classe",
    "good": "buona", "inaccuracy": "imprecisa", "mistake": "errore", "blunder": "errore grave",
    "range": "8 partite su 10 finiscono con",
    "spread": "Con un foglio vuoto, 8 partite su 10 dell’allenatore finiscono con {low}–{high} punti.",
    "spread_of": "{name}: con un foglio vuoto, 8 partite su 10 dell’allenatore finiscono con {low}–{high} punti.",
}  # fmt: skip

TERMINAL = {
    "worth": "meglio: {action} ({points} in più)",
    "likelier": "meglio: {action} ({chance} di probabilità di vincere in più)",
    "luck": "fortuna", "others": "gli altri",
    "rollouts": "{count} partite giocate fino in fondo:",
    "rollout": "{points} punti (8 partite su 10 da {low} a {high})",
    "difference": "differenza {points} punti",
    "to_win": "{chance} di probabilità di vincere",
}  # fmt: skip
"""Words of the terminal's review and of its comparison by rollouts."""

LESSON: dict[str, Any] = {
    "moments": "Momenti chiave",
    "sheet": "Foglio",
    "dice": "Dadi",
    "legend": "✎ giocata, ★ migliore",
    "rule": "Regola di questa partita",
    "costs": "costa {cost}",
    "win": "il {chance} di probabilità di vincere",
    "won": "La mossa migliore, e la più difficile da sostituire: la successiva porta {points} in meno.",
    "saved": (
        "Una mossa contraria (passo {steps}) è costata {cost}.",
        "{count} mosse contrarie (passi {steps}) sono costate insieme {cost}.",
    ),
    "average": "Ogni decisione è costata in media {lost}; la precisione è del {accuracy}.",
    "peers": "I più vicini sono i bot del livello «{level}»: perdono in media {lost} a decisione, con una precisione del {accuracy}.",
    "last_seat": "Il posto al tavolo conta: {last} gioca per ultimo nell’ultimo giro e allora può ancora rispondere a tutti gli spostamenti e scambi, perciò all’inizio per {last} erano attesi {points} in più che per {first}.",
}
"""Words of what a seat can learn from a game; a pair is for one decision and for several."""
LEVELS = {
    "beginner": "principiante",
    "casual": "dilettante",
    "intermediate": "intermedio",
    "advanced": "avanzato",
    "expert": "esperto",
    "master": "maestro",
}
"""The levels of bots."""

LEDGER_TITLES = ("inizio", "fortuna", "mosse", "ignoto", "altri", "stima", "esito", "senza fortuna", "precisione")
"""Short titles of the columns of a ledger in the terminal."""

SENTENCES: dict[str, Any] = {
    # All games
    "many_small": "È la somma di tante piccole cose: qui conviene guardare meglio.",
    "win": "Con la mossa migliore la probabilità di vincere è del {chance} invece del {other_chance}.",
    "win_less": "Per vincere l’altra scelta è persino migliore: il {other_chance} invece del {chance}.",
    "win_over_points": "La mossa migliore costa in media {mean}, ma fa vincere nel {chance} dei casi invece che nel "
    "{other_chance}.",
    "win_favourite": "Con la mossa migliore le probabilità sono a tuo favore ({chance}), con l’altra no ({other_chance}).",
    "win_last_hope": "L’altra mossa lascia solo il {other_chance} di probabilità di vincere, la migliore il {chance}.",
    "win_secured": "Con la mossa migliore la vittoria è quasi certa ({chance}), con l’altra solo nel {other_chance} dei "
    "casi.",
    # Grids
    "completes": "{cell} completa la {line}: {combination}, {worth}.",
    "completes_several": "{cell} completa con un solo numero {lines}: insieme {worth}.",
    "one_missing": (
        (
            "Con il {number} in {cell}, alla {line} manca solo un numero ({outs}) per almeno {worth}: l’ultimo lancio "
            "lo dà con probabilità del {chance}."
        ),
        (
            "Con il {number} in {cell}, alla {line} manca solo un numero ({outs}) per almeno {worth}: nei {count} "
            "lanci che restano esce almeno una volta con probabilità del {chance}."
        ),
    ),
    "one_missing_ways": "Con il {number} in {cell}, alla {line} manca solo un numero ({outs}) per almeno {worth}: {ways} lanci su "
    "36.",
    "pairs_up": "In {cell} il {number} fa coppia con il {number} della {line}; con {needed} diventa "
    "{combination} ({worth}).",
    "third_equal": "In {cell} il {number} è già il terzo {number} della {line}; con {needed} diventa {combination} "
    "({worth}).",
    "fits_straight": "In {cell} il {number} si lega a {numbers} nella {line}: con {needed} diventa {combination} "
    "({worth}).",
    "builds_chance": "Il {number} in {cell} aiuta la {line}: se contasse solo questa, {combination} ({worth}) "
    "riuscirebbe con probabilità del {chance} invece del {other_chance}.",
    "closes_empty": "Il {number} riempie l’ultima casella della {line} senza combinazioni; {outs} ({ways} lanci "
    "su 36) darebbe {combination} ({worth}).",
    "closes_low": "Il {number} riempie l’ultima casella della {line} e dà solo {other_combination} "
    "({other_worth}); {outs} ({ways} lanci su 36) darebbe {combination} ({worth}).",
    "breaks_straight": "Il {number} in {cell} impedisce la scala nella {line}: con {needed} i numeri {numbers} "
    "varrebbero {worth}.",
    "too_far": "Il {number} in {cell} è troppo lontano dal {other_number} della {line}: {combination} "
    "({worth}) non è più possibile; se contasse solo questa linea, riuscirebbe con probabilità del {chance}.",
    "same_number": "Con un secondo {number} nella {line}, {combination} ({worth}) non è più possibile; se contasse solo "
    "questa linea, riuscirebbe con probabilità del {chance}.",
    "spoils_pair": "Nella {line} c’è già due volte il {other_number}, e con {needed} diventa {combination} ({worth}); "
    "dopo il {number} in {cell} il massimo è {other_combination} ({other_worth}).",
    "spoils_three": "Nella {line} c’è già tre volte il {other_number}, e con {needed} diventa {combination} ({worth}); "
    "dopo il {number} in {cell} il massimo è {other_combination} ({other_worth}).",
    "caps": "Dopo il {number} in {cell} il massimo per la {line} è {other_combination} ({other_worth}); "
    "finora, se contasse solo questa, {combination} ({worth}) riuscirebbe con probabilità del {chance}.",
    "ruins_chance": "Il {number} in {cell} rovina la {line}: {combination} ({worth}) non è più possibile; "
    "altrimenti, se contasse solo questa, riuscirebbe con probabilità del {chance}.",
    "harms_chance": "Il {number} in {cell} nuoce alla {line}: se contasse solo questa, {combination} ({worth}) "
    "riuscirebbe con probabilità del {other_chance} invece del {chance}.",
    "starts_line": "La {line} è ancora vuota: da sola, se comincia con il {number}, porta in media "
    "{other_expected}, altrimenti {expected}.",
    "starts_diagonal": "La {line} è ancora vuota e vale doppio: da sola, se comincia con il {number}, porta in media "
    "{other_expected}, altrimenti {expected}.",
    "harms_diagonal": "{cell} sta sulla {line}, che vale doppio: con il {number} porta da sola in media "
    "{other_expected} invece di {expected}.",
    "serves_lines": "In {cell} il {number} aiuta più linee insieme: {lines} guadagnano, ognuna per sé, in media "
    "{expected} in tutto.",
    "harms_several": "In {cell} il {number} nuoce a più linee insieme: {lines} perdono, ognuna per sé, in media "
    "{expected} in tutto.",
    "all_lines": "Con il {number} tutte le linee di {cell} insieme cambiano in media di {balance}, quelle di {other_cell} di {other_balance} (ogni linea per sé).",
    "line_gains": "Con il {number} in {cell} la {line} con {numbers} vale in media {mean} in più per il resto della partita.",
    "line_loses": "Dopo il {number} in {cell} la {line} con {numbers} vale in media {mean} in meno per il resto della partita.",
    "line_gains_empty": "La {line} è ancora vuota: con il {number} in {cell} vale in media {mean} in più per il resto della partita.",
    "line_loses_empty": "La {line} è ancora vuota: dopo il {number} in {cell} vale in media {mean} in meno per il resto della partita.",
    "keeps_free": "Un cerchio lascia libera {cell}: la partita dura di più, e le altre linee valgono così in media {mean} in più.",
    "costs_less": "In {cell} il {number} costa alle linee in media solo {expected}, in {other_cell} invece "
    "{other_expected} (ogni linea per sé).",
    "dead_line": "Nella {line} non è più possibile nessuna combinazione: lì il {number} in {cell} non fa danni.",
    "weak_line": "Per la {line} il massimo è comunque {combination} ({worth}): lì il {number} in {cell} fa poco danno.",
    "next_roll": "Dopo {cell}, {ways} lanci su 36 completano subito una linea con almeno {worth}, dopo {other_cell} "
    "{other_ways}.",
    "place_for": "{cell} è meglio lasciarla libera: lì il {other_number} ({ways} lanci su 36) aiuterebbe "
    "insieme {lines}.",
    "centre_line": "{other_cell} sta sulla {line}, che passa per il centro con le sue quattro linee; {cell} tiene il "
    "{number} lontano da lì.",
    "more_lines": "{cell} sta su {count} linee, {other_cell} solo su {other_count}: lì il {number} conta di più.",
    "spares_lines": "{other_cell} sta su {other_count} linee ed è sprecata per questo {number}; {cell} sta solo su "
    "{count}.",
    # Knaster
    "earns": (
        "Il {number} in {cell} dà subito un cerchio, l’altra scelta nessuno.",
        "Il {number} in {cell} dà subito {count} cerchi, l’altra scelta nessuno.",
    ),
    "earns_more": "Il {number} in {cell} dà subito {count} cerchi, l’altra scelta solo {other_count}.",
    "fits_nowhere": "Il {number} non sta bene da nessuna parte: persino in {cell} costa alle linee in media "
    "{expected} (ogni linea per sé).",
    "richer_lines": "Le linee per {cell} valgono insieme {points}, quelle per {other_cell} solo {other_points}.",
    "spares_lines_of": "{other_cell} sta su linee più ricche ({other_points}) di {cell} ({points}) e resta libera per un "
    "numero migliore.",
    "circle_later": "Il {number} in {cell} si può cerchiare anche dopo: esce con {count} lanci su 36.",
    "circle_now": (
        "Un cerchio su {cells} vale subito un punto.",
        "I cerchi su {cells} valgono subito {count} punti.",
    ),
    "circle_now_rare": (
        ("Un cerchio su {cells} vale subito un punto, e il {number} esce di nuovo solo con {count} lancio su 36."),
        ("Un cerchio su {cells} vale subito un punto, e il {number} esce di nuovo solo con {count} lanci su 36."),
    ),
    "line_done": "Con {cells} la {line} è tutta cerchiata: {points}.",
    "line_lacks_one": (
        "Con {cells}, alla {line} ({points}) manca solo {cell}; il suo {number} esce con {ways} lancio su 36.",
        "Con {cells}, alla {line} ({points}) manca solo {cell}; il suo {number} esce con {ways} lanci su 36.",
    ),
    "line_lacks": (
        "Con {cells}, alla {line} ({points}) manca ancora {missing_cells}.",
        "Con {cells}, alla {line} ({points}) mancano ancora {missing_cells}.",
    ),
    "line_progress": (
        "Con {cells} la {line} ({points}) ha {count} cerchio su 5.",
        "Con {cells} la {line} ({points}) ha {count} cerchi su 5.",
    ),
    "line_first": "Con {cells} la {line} ({points}) ha il primo cerchio.",
    "rarer": (
        (
            "Il {number} ({cell}) esce solo con {count} lancio su 36, il {other_number} ({other_cell}) "
            "con {other_ways}: quello si cerchia più facilmente dopo."
        ),
        (
            "Il {number} ({cell}) esce solo con {count} lanci su 36, il {other_number} ({other_cell}) con "
            "{other_ways}: quello si cerchia più facilmente dopo."
        ),
    ),
    "circles_richer": "Le linee per {cells} valgono insieme {points}, quelle per {other_cells} solo {other_points}.",
    "room": "Ci sono ancora {count} caselle libere: ora conta di più ciò che può nascere lì.",
    "fills_up": (
        "{cell} è l’ultima casella libera: dopo c’è un solo lancio, e {count} numero non è cerchiato.",
        "{cell} è l’ultima casella libera: dopo c’è un solo lancio, e {count} numeri non sono cerchiati.",
    ),
    # Knapp Daneben!
    "rare_number": "Il {number} porta ovunque {points}, il {other_number} nessuno.",
    "only_rare": "Delle somme di questo giro ({numbers}) solo il {number} porta punti da solo: {points}.",
    "rarer_number": "Il {number} porta ovunque {points}, il {other_number} solo {other_points}.",
    "ticks_only": "Il {number} in {cell} spunta subito un riquadro ({points}), il {other_number} in "
    "{other_cell} nessuno.",
    "ticks_later": "Il {number} in {cell} spunta il riquadro numero {ticks} della {line}, che porta {points}; il "
    "{other_number} in {other_cell} non ne spunta.",
    "ticks_several": "Il {number} in {cell} spunta {count} riquadri in un colpo ({points}), il {other_number} in "
    "{other_cell} nessuno.",
    "ticks_more": "Il {number} in {cell} spunta subito {count} riquadri ({points}), il {other_number} in "
    "{other_cell} solo {other_count} ({other_points}).",
    "ticks_richer": "Il {number} in {cell} spunta il riquadro numero {ticks} della {line}, e gli ultimi riquadri "
    "di una linea portano di più: {points} invece di {other_points}.",
    "fills_line": "Con il {number} in {cell} tutti e quattro i riquadri della {line} sono spuntati: per i "
    "riquadri {points}, con l’altra scelta {other_points}.",
    "dead": (
        "Il {number} in {cell} non va accanto a {numbers}: un riquadro resta vuoto per sempre.",
        "Il {number} in {cell} non va accanto a {numbers}: {count} riquadri restano vuoti per sempre.",
    ),
    "dead_equal": "Due numeri uguali vicini non spuntano mai un riquadro: il {number} in {cell} sta accanto a un altro "
    "{number}.",
    "dead_more": (
        ("Il {number} in {cell} lascia vuoto per sempre {count} riquadro, quello in {other_cell} solo {other_count}."),
        ("Il {number} in {cell} lascia vuoti per sempre {count} riquadri, quello in {other_cell} solo {other_count}."),
    ),
    "caps_line": (
        (
            "Dopo il {number} in {cell} la {line} può avere al massimo {count} riquadro ({points}); "
            "finora ne sono possibili {other_count} ({other_points})."
        ),
        (
            "Dopo il {number} in {cell} la {line} può avere al massimo {count} riquadri ({points}); "
            "finora ne sono possibili {other_count} ({other_points})."
        ),
    ),
    "dead_in_line": (
        (
            "Nella {line} il {number} non va accanto a {numbers}: al massimo {count} riquadro ({points}) "
            "invece di {other_count} ({other_points})."
        ),
        (
            "Nella {line} il {number} non va accanto a {numbers}: al massimo {count} riquadri ({points}) "
            "invece di {other_count} ({other_points})."
        ),
    ),
    "next_round": "Con il {number} in {cell} il prossimo lancio permette di spuntare un riquadro con "
    "probabilità del {chance}, con il {other_number} in {other_cell} del {other_chance}.",
    "next_two": "Con il {number} in {cell} il prossimo lancio permette di spuntare due riquadri in un colpo "
    "con probabilità del {chance}, con il {other_number} in {other_cell} del {other_chance}.",
    "two_at_once": "In {cell} la somma {other_number} accanto a {number} spunterebbe due riquadri in un colpo ({ways} "
    "coppie di dadi su 36).",
    "no_longer_both": "In {cell} nessun numero va bene sia accanto a {number} sia accanto a {other_number}: solo uno dei "
    "due riquadri si può ancora spuntare.",
    "easier": "Accanto a {number} vanno bene {ways} coppie di dadi su 36, accanto a {other_number} solo {other_ways}.",
    "more_open": "{cell} ha ancora {count} vicini liberi, {other_cell} solo {other_count}: lì il {number} può "
    "spuntare più riquadri.",
    "fewer_open": "{other_cell} ha ancora {other_count} vicini liberi, {cell} solo {count}: il posto migliore resta "
    "per dopo.",
    "rare_at_edge": "Accanto a {number} vanno bene solo {ways} coppie di dadi su 36: in {cell} ne dipendono {count} vicini "
    "liberi, in {other_cell} {other_count}.",
    "keeps_own": "{cell} ha il tuo colore e accetta qualunque dado compagno, {other_cell} solo quello del suo colore; "
    "del tuo colore restano liberi {count} cerchi.",
    "keeps_last_own": "{cell} è l’ultimo cerchio libero del tuo colore, e solo lì va bene qualunque dado compagno.",
    "last_of_colour": "{cell} è l’ultimo cerchio libero {colour}: dopo, la somma con quel dado va bene solo nei cerchi del "
    "tuo colore.",
    # Five dice
    "keep_likelier": "Con {dice} la probabilità di {field} è del {chance}, con {other_dice} è del {other_chance}.",
    "keep_certain": "Con {dice} hai già in mano {field}, con {other_dice} la probabilità è del {other_chance}.",
    "holds_face": (
        ("Con {dice} c’è già un dado per {field}, con {other_dice} nessuno: in media {mean} invece di {other_mean}."),
        (
            "Con {dice} ci sono già {count} dadi per {field}, con {other_dice} nessuno: in media {mean} invece "
            "di {other_mean}."
        ),
    ),
    "holds_more": "Con {dice} ci sono già {count} dadi per {field}, con {other_dice} solo {other_count}: in media "
    "{mean} invece di {other_mean}.",
    "throws_more": (
        (
            "Con {dice} si lancia {count} dado per {field}, con {other_dice} solo {other_count}: in media {mean} "
            "invece di {other_mean}."
        ),
        (
            "Con {dice} si lanciano {count} dadi per {field}, con {other_dice} solo {other_count}: in media "
            "{mean} invece di {other_mean}."
        ),
    ),
    "keep_opens": "Con {dice} la probabilità di {field} è del {chance}, con {other_dice} è impossibile.",
    "last_roll": "Le probabilità di {field} sono {throws} su {total} con {dice}, {other_throws} su {other_total} con "
    "{other_dice}.",
    "keep_straight": "Da {dice} nasce {field} con probabilità del {chance}, da {other_dice} del {other_chance}.",
    "keep_equal": "{count} dadi uguali invece di {other_count}: la probabilità di {field} è del {chance} con {dice}, "
    "del {other_chance} con {other_dice}.",
    "keep_pair": "In {dice} ci sono già {count} dadi uguali, in {other_dice} nemmeno una coppia: la probabilità di "
    "{field} è del {chance} invece del {other_chance}.",
    "throws_for_kind": "Con {dice} si lanciano {count} dadi per {field} invece di {other_count}: la probabilità è del {chance} "
    "invece del {other_chance}.",
    "useless_dice": "Tenere {dice} non aiuta nessun campo libero: rilanciando, la media di ogni campo resta uguale o "
    "sale.",
    "more_fields": "Per {count} dei {total} campi liberi {dice} è in media meglio di {other_dice}, per {other_count} "
    "peggio.",
    "extra_helps_less": "Tenere anche {dice} porta in media {mean} in più in {field}, ma toglie {other_mean} a {other_field}.",
    "keep_more": "Con {dice} {field} porta in media {mean}, con {other_dice} invece {other_mean}.",
    "keep_both": "Con {dice} {field} porta in media {mean} e {other_field} {other_mean}: restano aperti tutti e due.",
    "strike": "Cancellare {place} costa in media solo {mean}, {other_place} invece {other_mean}.",
    "struck": "{place} resta così a zero: altrimenti ha una probabilità del {chance} a turno e porta in media {mean}.",
    "struck_gradual": "{place} resterebbe a zero: un turno dedicato porta in media {mean}.",
    "cheapest_strike": "Tra i campi liberi {place} è il meno caro da barrare: un turno dedicato porta in media solo "
    "{mean}.",
    "cheap_strike": "Cancellare {place} costa in media {mean}.",
    "worth_later": "Se resta libero {other_place} invece di {place}, il resto della partita porta in media {mean} in più.",
    "points_now": "{place} porta ora {points}, {other_place} solo {other_points}.",
    "points_now_alone": "{place} porta ora {points}, {other_place} niente.",
    "poor": "Solo {points} in {place}: un turno dedicato porta in media {mean}.",
    "rich": "{place} rende bene con {points}: un turno dedicato porta in media solo {mean}.",
    "less_below": "{points} in {place}: è più vicino alla media ({mean}) di {other_points} in {other_place} "
    "({other_mean}).",
    "roll_on": "Con {dice} la probabilità di {field} è ancora del {chance}; {now}.",
    "roll_on_certain": "Con {dice} hai già in mano {field}; {now}.",
    "roll_on_better": "Con {dice} {field} porta in media {mean}, un nuovo turno dedicato solo {other_mean}; {now}.",
    "roll_on_more": "Con {dice} {field} porta in media {mean}; {now}.",
    "risks_nothing": "Rilanciando con {dice} non perdi {place}, e la probabilità di {field} è del {chance}.",
    "risks_nothing_mean": "Rilanciando con {dice} non perdi {place}, e {field} porta in media {mean}.",
    "improves": "Rilanciando con {dice}, {place} sale da {points} a {mean} in media.",
    "struck_early": (
        "{place} resterebbe a zero, anche se puoi lanciare ancora una volta: un turno dedicato porta in media {mean}.",
        "{place} resterebbe a zero, anche se puoi lanciare ancora {count} volte: un turno dedicato porta in media {mean}.",
    ),
    "poor_early": (
        "Solo {points} in {place}, anche se puoi lanciare ancora una volta: un turno dedicato porta in media {mean}.",
        "Solo {points} in {place}, anche se puoi lanciare ancora {count} volte: un turno dedicato porta in media {mean}.",
    ),
    "turn_goes_on": (
        "Resta un lancio: con {dice} il turno finisce in media meglio, più spesso in {field} ({chance} dei casi) o {other_field} ({other_chance}).",
        "Restano {count} lanci: con {dice} il turno finisce in media meglio, più spesso in {field} ({chance} dei casi) o {other_field} ({other_chance}).",
    ),
    "enough_risk": "{place} porta ora {points}; chi rilancia con {dice} lo ottiene solo con probabilità del {chance}.",
    "enough": "{place} porta di sicuro {points}; chi rilancia con {dice} ha lì in media solo {mean}.",
    "free_roll_costs": "Il tiro libero costa {points}.",
    "joker": "Il jolly porta altri {points}.",
    "free_roll_kept": (
        "Il tiro libero costa {points} e si può usare anche in un turno successivo: ne resta {count}.",
        "Il tiro libero costa {points} e si può usare anche in un turno successivo: ne restano {count}.",
    ),
    "free_roll_gain": "Il tiro libero costa {points} e aggiunge in media al massimo {mean}, in {field}.",
    "bonus": "Così il bonus della colonna {column} è sicuro: {points}.",
    "bonus_lost": "Con {place} il bonus della colonna {column} ({points}) non è più raggiungibile: a 63 mancherebbero "
    "{missing}.",
    "bonus_pace": "Per il bonus della colonna {column} ({points}) sei così a {ahead} rispetto a tre per numero, "
    "altrimenti a {other_ahead}.",
    # Action dice
    "steal": "{seat} perde {points} in {field} e li scrivi tu; un turno dedicato porta in media {mean}.",
    "steal_poor": "{seat} ha solo {points} in {field}: un turno dedicato porta in media {mean}.",
    "cross": "{seat} perde {field}: un turno dedicato porta in media {mean}.",
    "cross_points": "{seat} perde {points} in {field}.",
    "cross_little": "{field} non vale molto per {seat}: un turno dedicato porta in media {mean}.",
    "freeze": "{seat} non può riempire {field} nel prossimo turno; la probabilità di {field} è del {chance} a turno.",
    "freeze_little": "{field} non pesa molto per {seat}: ha una probabilità del {chance} a turno ed è bloccato solo per uno.",
    "sheet": "Hai così un foglio con {points} invece di {other_points}.",
    "open_rows": (
        (
            "Il tuo foglio ha così ancora {count} riga libera, che vale in media {mean}; l’altro ne ha "
            "{other_count}, per {other_mean}."
        ),
        (
            "Il tuo foglio ha così ancora {count} righe libere, che valgono in media {mean}; l’altro ne ha "
            "{other_count}, per {other_mean}."
        ),
    ),
    "taken_again": "L’altro foglio ha {other_points} invece di {points}, ma {seat} gioca dopo di te e può usare {die}.",
    "steal_loses": (
        "Questo furto porta {mean} in meno di un tuo turno dedicato; con {count} giro ancora da giocare un furto porta in media circa {other_mean} in più: aspetta una riga migliore.",
        "Questo furto porta {mean} in meno di un tuo turno dedicato; con {count} giri ancora da giocare un furto porta in media circa {other_mean} in più: aspetta una riga migliore.",
    ),
    "steal_waits": (
        "Questo furto porta solo {mean} in più di un tuo turno dedicato; con {count} giro ancora da giocare un furto porta in media circa {other_mean}: aspetta una riga migliore.",
        "Questo furto porta solo {mean} in più di un tuo turno dedicato; con {count} giri ancora da giocare un furto porta in media circa {other_mean}: aspetta una riga migliore.",
    ),
    "swap_waits": (
        "{die} decide solo nell’ultimo giro: segue ancora {count} giro, in cui tutti possono rispondere con Sposta o Scambia.",
        "{die} decide solo nell’ultimo giro: seguono ancora {count} giri, in cui tutti possono rispondere con Sposta o Scambia.",
    ),
    "sum_earns": "La somma dei dadi è {number}, divisibile per tre: segnare dà di sicuro un dado azione, rilanciare solo in un terzo dei lanci.",
    "sum_for_die": "La somma dei dadi è {number}, non divisibile per tre: segnare non dà dadi azione, rilanciare sì in un terzo dei lanci.",
    "die_waits": (
        "{die} può aspettare: resta ancora {count} giro per usarlo.",
        "{die} può aspettare: restano ancora {count} giri per usarlo.",
    ),
}
