"""Italian templates: reasons of the games on grids."""

from typing import Any

GRIDS: dict[str, Any] = {
    "completes": "{cell} completa la {line}: {combination}[, {worth}].",
    "completes_several": "{cell} completa con un solo numero {lines}[: insieme {worth}].",
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
    "builds_chance": "Il {number} in {cell} aiuta la {line}: lì aumenta la probabilità di {combination} ({worth}).",
    "closes_empty": "Il {number} riempie l’ultima casella della {line} senza combinazioni; {outs} ({ways} lanci "
    "su 36) darebbe {combination} ({worth}).",
    "closes_low": "Il {number} riempie l’ultima casella della {line} e dà solo {other_combination} "
    "({other_worth}); {outs} ({ways} lanci su 36) darebbe {combination} ({worth}).",
    "breaks_straight": "Il {number} in {cell} impedisce la scala nella {line}: accanto a {numbers} la via più facile sarebbe {needed}, per {worth}.",
    "too_far": "Il {number} in {cell} è troppo lontano dal {other_number} della {line}: esclude {combination} ({worth}).",
    "same_number": "Un secondo {number} nella {line} esclude {combination} ({worth}).",
    "spoils_pair": "Nella {line} c’è già due volte il {other_number}, e con {needed} diventa {combination} ({worth}); "
    "dopo il {number} in {cell} il massimo è {other_combination} ({other_worth}).",
    "spoils_three": "Nella {line} c’è già tre volte il {other_number}, e con {needed} diventa {combination} ({worth}); "
    "dopo il {number} in {cell} il massimo è {other_combination} ({other_worth}).",
    "caps": "Dopo il {number} in {cell} il massimo per la {line} è {other_combination} ({other_worth}); finora poteva diventare {combination} ({worth}).",
    "ruins_chance": "Il {number} in {cell} rovina la {line}: esclude {combination} ({worth}).",
    "harms_chance": "Il {number} in {cell} nuoce alla {line}: lì cala la probabilità di {combination} ({worth}).",
    "starts_line": "La {line} è ancora vuota: da sola, se comincia con il {number}, rende in media "
    "{other_expected}, altrimenti {expected}.",
    "starts_diagonal": "La {line} è ancora vuota e vale doppio: da sola, se comincia con il {number}, rende in media "
    "{other_expected}, altrimenti {expected}.",
    "harms_diagonal": "{cell} sta sulla {line}, che vale doppio[: con il {number} porta da sola in media {other_expected} invece di {expected}].",
    "serves_lines": "In {cell} il {number} aiuta più linee insieme: {lines}[ guadagnano, ognuna per sé, in media {expected} in tutto].",
    "harms_several": "In {cell} il {number} nuoce a più linee insieme: {lines}[ perdono, ognuna per sé, in media {expected} in tutto].",
    "all_lines": "In {cell} il {number} rende alle sue linee insieme in media {balance}, in {other_cell} {other_balance} (ogni linea per sé).",
    "line_gains": "Il {number} in {cell} rafforza la {line} ({numbers}): nel resto della partita questa linea rende in media {mean} in più.",
    "strengthens": "Il {number} in {cell} rafforza la {line} ({numbers}): lì aumenta la probabilità di {combination} ({worth}), e nel resto della partita questa linea rende in media {mean} in più.",
    "line_loses": "Il {number} in {cell} indebolisce la {line} ({numbers}): nel resto della partita questa linea rende in media {mean} in meno.",
    "weakens": "Il {number} in {cell} indebolisce la {line} ({numbers}): lì cala la probabilità di {combination} ({worth}), e nel resto della partita questa linea rende in media {mean} in meno.",
    "good_start": "Il {number} in {cell} è un buon inizio per la {line}: lì aumenta la probabilità di {combination} ({worth}).",
    "bad_start": "Il {number} in {cell} è un cattivo inizio per la {line}: lì cala la probabilità di {combination} ({worth}).",
    "lines_compared": "Qui contano tutte le linee insieme: confronta soprattutto {lines}.",
    "lines_together": "Qui contano tutte le linee insieme: dopo la mossa migliore rendono in media {mean} in più nel resto della partita; confronta soprattutto {lines}.",
    "keeps_free": "Un cerchio lascia libera {cell}: la partita dura di più, e le altre linee valgono così in media {mean} in più.",
    "keeps_others": "Un cerchio lascia libera {cell}: la partita dura di più e le altre linee valgono in media {mean} in più; il numero renderebbe alle sue linee solo {other_mean} più del cerchio.",
    "costs_less": "In {cell} il {number} costa alle linee in media solo {expected}, in {other_cell} invece "
    "{other_expected} (ogni linea per sé).",
    "dead_line": "Nella {line} non è più possibile nessuna combinazione: lì il {number} in {cell} non fa danni.",
    "weak_line": "Per la {line} il massimo è comunque {combination} ({worth}): lì il {number} in {cell} fa poco danno.",
    "next_roll": "Dopo {cell}, {ways} lanci su 36 completano subito una linea con almeno {worth}, dopo {other_cell} "
    "{other_ways}.",
    "next_roll_none": "Dopo {cell}, {ways} lanci su 36 completano subito una linea con almeno {worth}, dopo {other_cell} nessuno.",
    "next_roll_any_none": "Dopo {cell} qualunque lancio completa subito una linea con almeno {worth}, dopo {other_cell} nessuno.",
    "next_roll_any": "Dopo {cell} qualunque lancio completa subito una linea con almeno {worth}, dopo {other_cell} solo {other_ways} su 36.",
    "place_for": "{cell} è meglio lasciarla libera: lì il {other_number} ({ways} lanci su 36) aiuterebbe "
    "insieme {lines}.",
    "centre_line": "{other_cell} sta sulla {line}, che passa per il centro, la casella con più linee; in {cell} il {number} lì non disturba.",
    "more_lines": "{cell} sta su {count} linee, {other_cell} solo su {other_count}: lì il {number} conta di più.",
    "spares_lines": "{other_cell} sta su {other_count} linee ed è sprecata per questo {number}; {cell} sta solo su "
    "{count}.",
}
