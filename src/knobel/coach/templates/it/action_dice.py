"""Italian templates: reasons from the action dice of Kniffeliger."""

from typing import Any

ACTION_DICE: dict[str, Any] = {
    "steal": "{seat} perde {points} in {field} e li scrivi tu[; un turno dedicato rende in media {mean}].",
    "steal_poor": "{seat} ha solo {points} in {field}: un turno dedicato rende in media di più[ ({mean})].",
    "cross": "{seat} perde {field}: un turno dedicato rende in media {mean}.",
    "cross_points": "{seat} perde {points} in {field}.",
    "cross_little": "{field} non vale molto per {seat}: un turno dedicato rende in media {mean}.",
    "freeze": "{seat} non può riempire {field} nel prossimo turno; la probabilità di {field} è del {chance} a turno.",
    "freeze_little": "{field} non pesa molto per {seat}: ha una probabilità del {chance} a turno ed è bloccato solo per uno.",
    "sheet": "Hai così un foglio migliore[: {points} invece di {other_points}].",
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
    "swapped_back": "Poi {seat} scambia di nuovo, e alla fine hai {points} invece di {other_points}.",
    "answered_swap": "Poi {seat} scambia il foglio con te, e alla fine hai {points} invece di {other_points}.",
    "answered_shift": "Poi {seat} sposta i fogli, e alla fine hai {points} invece di {other_points}.",
    "taken_again": "L’altro foglio ha più punti[ ({other_points} invece di {points})], ma {seat} gioca dopo di te e può usare {die}.",
    "steal_loses": (
        "Questo furto rende meno di un tuo turno dedicato[ (di {mean})]; con {count} giro ancora da giocare un furto rende in media di più[ (circa {other_mean})]: aspetta una riga migliore.",
        "Questo furto rende meno di un tuo turno dedicato[ (di {mean})]; con {count} giri ancora da giocare un furto rende in media di più[ (circa {other_mean})]: aspetta una riga migliore.",
    ),
    "steal_waits": (
        "Questo furto rende poco più di un tuo turno dedicato[ ({mean})]; con {count} giro ancora da giocare un furto rende in media di più[ (circa {other_mean})]: aspetta una riga migliore.",
        "Questo furto rende poco più di un tuo turno dedicato[ ({mean})]; con {count} giri ancora da giocare un furto rende in media di più[ (circa {other_mean})]: aspetta una riga migliore.",
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
