"""Italian templates: reasons of the games with five dice."""

from typing import Any

FIVE_DICE: dict[str, Any] = {
    "keep_likelier": "Con {dice} la probabilità di {field} è del {chance}, con {other_dice} è del {other_chance}.",
    "keep_certain": "Con {dice} hai già in mano {field}, con {other_dice} la probabilità è del {other_chance}.",
    "holds_face": (
        "Con {dice} c’è già un dado per {field}, con {other_dice} nessuno[: in media {mean} invece di {other_mean}].",
        "Con {dice} ci sono già {count} dadi per {field}, con {other_dice} nessuno[: in media {mean} invece di {other_mean}].",
    ),
    "holds_more": "Con {dice} ci sono già {count} dadi per {field}, con {other_dice} solo {other_count}[: in media {mean} invece di {other_mean}].",
    "throws_more": (
        "Con {dice} si lancia {count} dado per {field}, con {other_dice} solo {other_count}[: in media {mean} invece di {other_mean}].",
        "Con {dice} si lanciano {count} dadi per {field}, con {other_dice} solo {other_count}[: in media {mean} invece di {other_mean}].",
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
    "more_fields": "Con {dice}, {count} dei {total} campi liberi stanno in media meglio che con {other_dice}, solo {other_count} peggio; guadagna di più {field}[: {mean} invece di {other_mean}].",
    "more_fields_only": "Con {dice}, {count} dei {total} campi liberi stanno in media meglio che con {other_dice}, nessuno peggio; guadagna di più {field}[: {mean} invece di {other_mean}].",
    "all_fields": "Con {dice}, tutti i {total} campi liberi stanno in media meglio che con {other_dice}; guadagna di più {field}[: {mean} invece di {other_mean}].",
    "extra_helps_less": "Tenere anche {dice} porta in media {mean} in più in {field}, ma toglie {other_mean} a {other_field}.",
    "keep_more": "Con {dice}, {field} rende in media più che con {other_dice}[: {mean} invece di {other_mean}].",
    "keep_both": "Con {dice}, {field} rende in media {mean} e {other_field} {other_mean}: restano aperti tutti e due.",
    "strike": "Segnare zero in {place} costa in media meno che in {other_place}[: {mean} invece di {other_mean}].",
    "struck": "{place} resta così a zero: altrimenti ha una probabilità del {chance} a turno[ e rende in media {mean}].",
    "struck_gradual": "{place} resterebbe a zero[: un turno dedicato rende in media {mean}].",
    "cheapest_strike": "Tra i campi liberi uno zero costa meno in {place}[: un turno dedicato rende in media solo {mean}].",
    "cheap_strike": "Segnare zero in {place} costa poco[: in media {mean}].",
    "worth_later": "Con {other_place} ancora da riempire invece di {place}, il resto della partita rende in media[ {mean} in] più.",
    "made_now": "I dadi danno già {place}[: {points}; {other_place} vale solo {other_points}].",
    "made_now_alone": "I dadi danno già {place}[: {points}], e {other_place} non vale niente.",
    "points_now": "{place} vale ora più di {other_place}[: {points} invece di {other_points}].",
    "points_now_alone": "{place} dà ora dei punti[ ({points})], {other_place} niente.",
    "poor": "Solo {points} in {place}: un turno dedicato rende in media di più[ ({mean})].",
    "rich": "{place} rende bene con {points}: un turno dedicato rende in media di meno[ ({mean})].",
    "less_below": "{place} ({points}) è più vicino alla media di un turno dedicato rispetto a {other_place} ({other_points}).",
    "roll_on": "Con {dice} la probabilità di {field} è ancora del {chance}; {now}.",
    "roll_on_certain": "Con {dice} hai già in mano {field}; {now}.",
    "roll_on_better": "Con {dice}, {field} rende in media {mean}, un nuovo turno dedicato solo {other_mean}; {now}.",
    "roll_on_more": "Con {dice}, {field} rende in media {mean}; {now}.",
    "risks_nothing": "Rilanciando con {dice} non perdi {place}, e la probabilità di {field} è del {chance}.",
    "risks_nothing_mean": "Rilanciando con {dice} non perdi {place}, e {field} rende in media {mean}.",
    "improves": "Rilanciando con {dice}, {place} rende in media di più[: {mean} invece di {points}].",
    "struck_early": (
        "{place} resterebbe a zero, anche se puoi lanciare ancora una volta[: un turno dedicato rende in media {mean}].",
        "{place} resterebbe a zero, anche se puoi lanciare ancora {count} volte[: un turno dedicato rende in media {mean}].",
    ),
    "poor_early": (
        "Solo {points} in {place}, anche se puoi lanciare ancora una volta: un turno dedicato rende in media di più[ ({mean})].",
        "Solo {points} in {place}, anche se puoi lanciare ancora {count} volte: un turno dedicato rende in media di più[ ({mean})].",
    ),
    "entry_stays": "Rilanciando con {dice} non perdi nulla: {place} rende comunque {points}, in media {mean}.",
    "keep_ends": "Con {dice} il turno finisce in {field} nel {chance} dei casi, con {other_dice} solo nel {other_chance}.",
    "turn_goes_on": (
        "Resta un lancio: con {dice} il turno finisce in media meglio, più spesso in {field} ({chance} dei casi) o {other_field} ({other_chance}).",
        "Restano {count} lanci: con {dice} il turno finisce in media meglio, più spesso in {field} ({chance} dei casi) o {other_field} ({other_chance}).",
    ),
    "enough_risk": "I dadi danno già {place} ({points}); chi rilancia con {dice} ci arriva solo con probabilità del {chance}.",
    "enough": "{place} vale di sicuro {points}; chi rilancia con {dice} ha lì in media meno[: {mean}].",
    "free_roll_costs": "Il tiro libero costa {points}.",
    "joker": "Il jolly porta altri {points}.",
    "free_roll_kept": (
        "Il tiro libero[ costa {points} e] si può usare anche in un turno successivo: ne resta {count}.",
        "Il tiro libero[ costa {points} e] si può usare anche in un turno successivo: ne restano {count}.",
    ),
    "free_roll_gain": "Il tiro libero costa {points} e aggiunge in media al massimo {mean}, in {field}.",
    "bonus": "Così il bonus della colonna {column} è sicuro: {points}.",
    "bonus_lost": "Con {place} il bonus della colonna {column} ({points}) non è più raggiungibile: a 63 mancherebbero "
    "{missing}.",
    "bonus_pace": "Per il bonus della colonna {column} ({points}) sei così a {ahead} rispetto a tre per numero, "
    "altrimenti a {other_ahead}.",
    "keep_bonus": (
        "Con un dado per {field} il bonus della colonna {column} ({points}) è sicuro: con {dice} la probabilità è del {chance}, con {other_dice} del {other_chance}.",
        "Con {count} dadi per {field} il bonus della colonna {column} ({points}) è sicuro: con {dice} la probabilità è del {chance}, con {other_dice} del {other_chance}.",
    ),
}
