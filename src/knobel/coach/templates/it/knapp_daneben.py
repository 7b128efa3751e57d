"""Italian templates: reasons of Knapp Daneben!."""

from typing import Any

KNAPP_DANEBEN: dict[str, Any] = {
    "rare_number": "Il {number} dà ovunque punti[ ({points})], il {other_number} nessuno.",
    "only_rare": "Delle somme di questo giro ({numbers}) solo il {number} porta punti da solo[: {points}].",
    "rarer_number": "Il {number} rende ovunque più del {other_number}[: {points} invece di {other_points}].",
    "ticks_only": "Il {number} in {cell} spunta subito un riquadro[ ({points})], il {other_number} in {other_cell} nessuno.",
    "ticks_later": "Il {number} in {cell} spunta il {ticks}º riquadro della {line}[, che rende {points}]; il {other_number} in {other_cell} non ne spunta.",
    "ticks_several": "Il {number} in {cell} spunta {count} riquadri in un colpo[ ({points})], il {other_number} in {other_cell} nessuno.",
    "ticks_more": "Il {number} in {cell} spunta subito {count} riquadri[ ({points})], il {other_number} in {other_cell} solo {other_count}[ ({other_points})].",
    "ticks_richer": "Il {number} in {cell} spunta il {ticks}º riquadro della {line}, e gli ultimi riquadri di una linea rendono di più[: {points} invece di {other_points}].",
    "fills_line": "Con il {number} in {cell} tutti e quattro i riquadri della {line} sono spuntati[: i riquadri rendono {points}, con l’altra scelta {other_points}].",
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
        "Dopo il {number} in {cell} la {line} può avere al massimo {count} riquadro[ ({points})]; finora ne sono possibili {other_count}[ ({other_points})].",
        "Dopo il {number} in {cell} la {line} può avere al massimo {count} riquadri[ ({points})]; finora ne sono possibili {other_count}[ ({other_points})].",
    ),
    "dead_in_line": (
        "Nella {line} il {number} non va accanto a {numbers}: al massimo {count} riquadro[ ({points})] invece di {other_count}[ ({other_points})].",
        "Nella {line} il {number} non va accanto a {numbers}: al massimo {count} riquadri[ ({points})] invece di {other_count}[ ({other_points})].",
    ),
    "next_round": "Con il {number} in {cell} il prossimo lancio permette di spuntare un riquadro con "
    "probabilità del {chance}, con il {other_number} in {other_cell} del {other_chance}.",
    "next_two": "Con il {number} in {cell} il prossimo lancio permette di spuntare due riquadri in un colpo "
    "con probabilità del {chance}, con il {other_number} in {other_cell} del {other_chance}.",
    "two_at_once": "Accanto al {number} in {other_cell}, la somma {other_number} in {cell} spunta poi due riquadri in un colpo ({ways} coppie di dadi su 36).",
    "no_longer_both": "In {cell} nessun numero va bene sia accanto a {number} sia accanto a {other_number}: solo uno dei "
    "due riquadri si può ancora spuntare.",
    "easier": "Accanto a {number} vanno bene {ways} coppie di dadi su 36, accanto a {other_number} solo {other_ways}.",
    "fits_beside": "Il {number} in {cell} è un buon inizio per {lines}: accanto va bene un {outs} ({ways} coppie di dadi su 36, il massimo).",
    "rare_beside": "Il {number} in {cell} è un cattivo inizio per {lines}: accanto va bene solo un {outs} ({ways} coppie di dadi su 36).",
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
}
