"""Italian templates: reasons of Knaster."""

from typing import Any

KNASTER: dict[str, Any] = {
    "earns": (
        "Il {number} in {cell} dà subito un cerchio, l’altra scelta nessuno.",
        "Il {number} in {cell} dà subito {count} cerchi, l’altra scelta nessuno.",
    ),
    "earns_more": "Il {number} in {cell} dà subito {count} cerchi, l’altra scelta solo {other_count}.",
    "fits_nowhere": "Il {number} non sta bene da nessuna parte: persino in {cell} costa alle linee in media "
    "{expected} (ogni linea per sé).",
    "richer_lines": "Le linee che passano per {cell} valgono insieme più di quelle per {other_cell}[: {points} invece di {other_points}].",
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
    "line_done": "Con {cells} la {line} è tutta cerchiata[: {points}].",
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
    "circles_richer": "Le linee che passano per {cells} valgono insieme più di quelle per {other_cells}[: {points} invece di {other_points}].",
    "room": "Ci sono ancora {count} caselle libere: ora conta di più ciò che può nascere lì.",
    "fills_up": (
        "{cell} è l’ultima casella libera: dopo c’è un solo lancio, e {count} numero non è cerchiato.",
        "{cell} è l’ultima casella libera: dopo c’è un solo lancio, e {count} numeri non sono cerchiati.",
    ),
}
