"""German templates: reasons of Knapp Daneben!."""

from typing import Any

KNAPP_DANEBEN: dict[str, Any] = {
    "rare_number": "Die {number} bringt überall Punkte[ ({points})], die {other_number} keine.",
    "only_rare": "Von den Summen dieser Runde ({numbers}) bringt nur die {number} schon allein etwas[: {points}].",
    "rarer_number": "Die {number} bringt überall mehr als die {other_number}[: {points} statt {other_points}].",
    "ticks_only": "Die {number} in {cell} hakt sofort ein Kästchen ab[ ({points})], die {other_number} in {other_cell} keines.",
    "ticks_later": "Die {number} in {cell} hakt in {line} das {ticks}. Kästchen ab[, und das bringt {points}]; die {other_number} in {other_cell} hakt keines ab.",
    "ticks_several": "Die {number} in {cell} hakt gleich {count} Kästchen auf einmal ab[ ({points})], die {other_number} in {other_cell} keines.",
    "ticks_more": "Die {number} in {cell} hakt sofort {count} Kästchen ab[ ({points})], die {other_number} in {other_cell} nur {other_count}[ ({other_points})].",
    "ticks_richer": "Die {number} in {cell} hakt in {line} das {ticks}. Kästchen ab, und spätere Kästchen einer Linie bringen mehr[: {points} statt {other_points}].",
    "fills_line": "Mit der {number} in {cell} sind in {line} alle vier Kästchen abgehakt[: an Kästchen bringt das {points}, der andere Eintrag {other_points}].",
    "dead": (
        "Die {number} in {cell} passt nicht neben {numbers}: ein Kästchen bleibt dort für immer leer.",
        "Die {number} in {cell} passt nicht neben {numbers}: {count} Kästchen bleiben dort für immer leer.",
    ),
    "dead_equal": "Zwei gleiche Zahlen nebeneinander haken nie ein Kästchen ab: die {number} in {cell} steht neben "
    "einer {number}.",
    "dead_more": "Die {number} in {cell} lässt {count} Kästchen für immer leer, der Eintrag in {other_cell} nur "
    "{other_count}.",
    "caps_line": (
        "Nach der {number} in {cell} ist in {line} höchstens noch {count} Kästchen möglich[ ({points})], bisher sind es {other_count}[ ({other_points})].",
        "Nach der {number} in {cell} sind in {line} höchstens noch {count} Kästchen möglich[ ({points})], bisher sind es {other_count}[ ({other_points})].",
    ),
    "dead_in_line": (
        "In {line} passt die {number} nicht neben {numbers}: höchstens {count} Kästchen ist dort noch möglich[ ({points})] statt {other_count}[ ({other_points})].",
        "In {line} passt die {number} nicht neben {numbers}: höchstens {count} Kästchen sind dort noch möglich[ ({points})] statt {other_count}[ ({other_points})].",
    ),
    "next_round": "Mit der {number} in {cell} lässt der nächste Wurf zu {chance} ein Kästchen abhaken, mit der "
    "{other_number} in {other_cell} zu {other_chance}.",
    "next_two": "Mit der {number} in {cell} lässt der nächste Wurf zu {chance} zwei Kästchen auf einmal abhaken, mit "
    "der {other_number} in {other_cell} zu {other_chance}.",
    "two_at_once": "Neben der {number} in {other_cell} hakt später eine {other_number} in {cell} gleich zwei Kästchen ab ({ways} von 36 Würfelpaaren).",
    "no_longer_both": "Zwischen einer {number} und einer {other_number} passt in {cell} keine Zahl zu beiden: nur eines "
    "der zwei Kästchen ist noch zu haben.",
    "easier": "Neben eine {number} passen {ways} von 36 Würfelpaaren, neben eine {other_number} nur {other_ways}.",
    "fits_beside": "Die {number} in {cell} ist ein guter Anfang für {lines}: daneben passt eine {outs} ({ways} von 36 Würfelpaaren, mehr hat keine Zahl).",
    "rare_beside": "Die {number} in {cell} ist ein schlechter Anfang für {lines}: daneben passt nur eine {outs} ({ways} von 36 Würfelpaaren).",
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
}
