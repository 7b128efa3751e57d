"""German templates: reasons of the games on grids."""

from typing import Any

GRIDS: dict[str, Any] = {
    "completes": "{cell} macht {line} voll: {combination}[, {worth}].",
    "completes_several": "{cell} macht {lines} mit einem Eintrag voll[: zusammen {worth}].",
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
    "builds_chance": "Die {number} in {cell} bringt {line} voran: die Chance auf {combination} ({worth}) steigt dort.",
    "closes_empty": "Die {number} füllt das letzte Feld in {line}, ohne dass etwas entsteht; {outs} ({ways} von 36 "
    "Würfen) gäbe dort {combination} ({worth}).",
    "closes_low": "Die {number} füllt das letzte Feld in {line} und gibt nur {other_combination} ({other_worth}); "
    "{outs} ({ways} von 36 Würfen) gäbe dort {combination} ({worth}).",
    "breaks_straight": "Die {number} in {cell} verbaut die Straße in {line}: zu {numbers} passten am leichtesten {needed}, das wären {worth}.",
    "too_far": "Die {number} in {cell} ist von der {other_number} in {line} zu weit weg: für {combination} ({worth}) ist die Linie damit verbaut.",
    "same_number": "Mit einer zweiten {number} ist {line} für {combination} ({worth}) verbaut.",
    "spoils_pair": "In {line} steht schon zweimal die {other_number}, mit {needed} gibt das {combination} ({worth}); "
    "nach der {number} in {cell} gibt die Linie höchstens noch {other_worth} ({other_combination}).",
    "spoils_three": "In {line} steht schon dreimal die {other_number}, mit {needed} gibt das {combination} ({worth}); "
    "nach der {number} in {cell} gibt die Linie höchstens noch {other_worth} ({other_combination}).",
    "caps": "Nach der {number} in {cell} gibt {line} höchstens noch {other_worth} ({other_combination}); bis jetzt bestand dort eine Chance auf {combination} ({worth}).",
    "ruins_chance": "Mit der {number} in {cell} ist {line} für {combination} ({worth}) verbaut.",
    "harms_chance": "Die {number} in {cell} schadet {line}: die Chance auf {combination} ({worth}) sinkt dort.",
    "starts_line": "{line} ist noch leer: für sich bringt sie, wenn sie mit der {number} beginnt, im Mittel "
    "{other_expected}, sonst {expected}.",
    "starts_diagonal": "{line} ist noch leer und zählt doppelt: für sich bringt sie, wenn sie mit der {number} beginnt, im "
    "Mittel {other_expected}, sonst {expected}.",
    "harms_diagonal": "{cell} liegt auf {line}, und die zählt doppelt[: mit der {number} bringt sie für sich im Mittel {other_expected} statt {expected}].",
    "serves_lines": "In {cell} hilft die {number} mehreren Linien auf einmal: {lines}[ gewinnen, jede für sich, im Mittel zusammen {expected}].",
    "harms_several": "In {cell} schadet die {number} mehreren Linien auf einmal: {lines}[ verlieren, jede für sich, im Mittel zusammen {expected}].",
    "all_lines": "In {cell} bringt die {number} ihren Linien zusammen im Mittel {balance}, in {other_cell} {other_balance} (jede Linie für sich).",
    "line_gains": "Die {number} in {cell} stärkt {line} ({numbers}): bis zum Ende der Partie bringt diese Linie im Mittel {mean} mehr.",
    "strengthens": "Die {number} in {cell} stärkt {line} ({numbers}): die Chance auf {combination} ({worth}) steigt dort, und bis zum Ende der Partie bringt die Linie im Mittel {mean} mehr.",
    "line_loses": "Die {number} in {cell} schwächt {line} ({numbers}): bis zum Ende der Partie bringt diese Linie im Mittel {mean} weniger.",
    "weakens": "Die {number} in {cell} schwächt {line} ({numbers}): die Chance auf {combination} ({worth}) sinkt dort, und bis zum Ende der Partie bringt die Linie im Mittel {mean} weniger.",
    "good_start": "Die {number} in {cell} ist ein guter Anfang für {line}: die Chance auf {combination} ({worth}) steigt dort.",
    "bad_start": "Die {number} in {cell} ist ein schlechter Anfang für {line}: die Chance auf {combination} ({worth}) sinkt dort.",
    "lines_compared": "Hier zählen alle Linien zusammen: vergleiche vor allem {lines}.",
    "lines_together": "Hier zählen alle Linien zusammen: nach dem besseren Zug bringen sie bis zum Ende der Partie im Mittel {mean} mehr; vergleiche vor allem {lines}.",
    "keeps_free": "Ein Kreis lässt {cell} frei: die Partie dauert länger, und die anderen Linien sind dadurch im Mittel {mean} mehr wert.",
    "keeps_others": "Ein Kreis lässt {cell} frei: die Partie dauert länger, und die anderen Linien sind dadurch im Mittel {mean} mehr wert; der Eintrag brächte seinen Linien nur {other_mean} mehr als der Kreis.",
    "costs_less": "In {cell} kostet die {number} die Linien im Mittel nur {expected}, in {other_cell} dagegen "
    "{other_expected} (jede Linie für sich).",
    "dead_line": "In {line} kann nichts mehr entstehen: dort schadet die {number} in {cell} nicht.",
    "weak_line": "{line} gibt ohnehin höchstens noch {worth} ({combination}): dort schadet die {number} in {cell} "
    "wenig.",
    "next_roll": "Nach {cell} machen {ways} von 36 Würfen sofort eine Linie voll, die mindestens {worth} gibt, nach "
    "{other_cell} sind es {other_ways}.",
    "next_roll_none": "Nach {cell} machen {ways} von 36 Würfen sofort eine Linie voll, die mindestens {worth} gibt, nach {other_cell} keiner.",
    "next_roll_any_none": "Nach {cell} macht jeder Wurf sofort eine Linie voll, die mindestens {worth} gibt, nach {other_cell} keiner.",
    "next_roll_any": "Nach {cell} macht jeder Wurf sofort eine Linie voll, die mindestens {worth} gibt, nach {other_cell} machen das nur {other_ways} von 36 Würfen.",
    "place_for": "{cell} bleibt besser frei: eine {other_number} ({ways} von 36 Würfen) brächte dort {lines} auf "
    "einmal voran.",
    "centre_line": "{other_cell} liegt auf {line} durch die Mitte, das Feld mit den meisten Linien; in {cell} stört die {number} dort nicht.",
    "more_lines": "{cell} liegt auf {count} Linien, {other_cell} nur auf {other_count}: die {number} zählt dort öfter.",
    "spares_lines": "{other_cell} liegt auf {other_count} Linien und ist zu schade für diese {number}; {cell} liegt nur "
    "auf {count}.",
}
