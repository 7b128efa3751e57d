"""German templates: reasons from the action dice of Kniffeliger."""

from typing import Any

ACTION_DICE: dict[str, Any] = {
    "steal": "{seat} verliert {points} in {field}, und du schreibst sie selbst[; im Mittel bringt ein Zug dafür {mean}].",
    "steal_poor": "In {field} von {seat} stehen nur {points}: ein Zug dafür bringt im Mittel mehr[ ({mean})].",
    "cross": "{seat} verliert {field}: ein Zug dafür bringt im Mittel {mean}.",
    "cross_points": "{seat} verliert {points} in {field}.",
    "cross_little": "{field} ist für {seat} nicht viel wert: ein Zug dafür bringt im Mittel {mean}.",
    "freeze": "{seat} kann {field} im nächsten Zug nicht eintragen; das gelingt in {chance} der Züge.",
    "freeze_little": "{field} bringt {seat} kaum in Not: es gelingt in {chance} der Züge und ist nur für einen gesperrt.",
    "sheet": "Du hast dann ein besseres Blatt[: {points} statt {other_points}].",
    "open_rows": (
        (
            "Auf deinem Blatt ist dann noch {count} Feld offen, im Mittel {mean} wert; auf dem anderen "
            "{other_count} ({other_mean})."
        ),
        (
            "Auf deinem Blatt sind dann noch {count} Felder offen, im Mittel zusammen {mean} wert; auf dem "
            "anderen {other_count} ({other_mean})."
        ),
    ),
    "swapped_back": "Dann tauscht {seat} zurück, und du hast am Ende {points} statt {other_points}.",
    "answered_swap": "Dann tauscht {seat} mit dir, und du hast am Ende {points} statt {other_points}.",
    "answered_shift": "Dann verschiebt {seat} die Blätter, und du hast am Ende {points} statt {other_points}.",
    "taken_again": "Auf dem anderen Blatt stehen zwar mehr Punkte[ ({other_points} statt {points})], aber {seat} ist nach dir dran und kann {die} spielen.",
    "steal_loses": (
        "Dieses Stehlen bringt weniger als ein eigener Zug dafür[ (um {mean})]; es bleibt noch {count} Runde, und im Mittel bringt Stehlen mehr[ (etwa {other_mean})]: warte auf ein besseres Feld.",
        "Dieses Stehlen bringt weniger als ein eigener Zug dafür[ (um {mean})]; in den {count} weiteren Runden bringt Stehlen im Mittel mehr[ (etwa {other_mean})]: warte auf ein besseres Feld.",
    ),
    "steal_waits": (
        "Dieses Stehlen bringt kaum mehr als ein eigener Zug dafür[ ({mean})]; es bleibt noch {count} Runde, und im Mittel bringt Stehlen mehr[ (etwa {other_mean})]: warte auf ein besseres Feld.",
        "Dieses Stehlen bringt kaum mehr als ein eigener Zug dafür[ ({mean})]; in den {count} weiteren Runden bringt Stehlen im Mittel mehr[ (etwa {other_mean})]: warte auf ein besseres Feld.",
    ),
    "swap_waits": (
        "{die} entscheidet erst in der letzten Runde: es folgt noch {count} Runde, in der jeder mit Verschieben oder Tauschen antworten kann.",
        "{die} entscheidet erst in der letzten Runde: es folgen noch {count} Runden, in denen jeder mit Verschieben oder Tauschen antworten kann.",
    ),
    "sum_earns": "Die Würfel ergeben {number}, durch drei teilbar: eintragen bringt sicher einen Aktionswürfel, weiterwürfeln nur bei einem Drittel der Würfe.",
    "sum_for_die": "Die Würfel ergeben {number}, nicht durch drei teilbar: eintragen bringt keinen Aktionswürfel, weiterwürfeln bei einem Drittel der Würfe.",
    "die_waits": (
        "{die} kann warten: es bleibt noch {count} Runde dafür.",
        "{die} kann warten: es bleiben noch {count} Runden dafür.",
    ),
}
