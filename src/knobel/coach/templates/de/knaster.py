"""German templates: reasons of Knaster."""

from typing import Any

KNASTER: dict[str, Any] = {
    "earns": (
        "Die {number} in {cell} bringt sofort einen Kreis, die andere Wahl keinen.",
        "Die {number} in {cell} bringt sofort {count} Kreise, die andere Wahl keinen.",
    ),
    "earns_more": "Die {number} in {cell} bringt sofort {count} Kreise, die andere Wahl nur {other_count}.",
    "fits_nowhere": "Für die {number} ist nirgends ein guter Platz: selbst in {cell} kostet sie die Linien im Mittel "
    "{expected} (jede Linie für sich).",
    "richer_lines": "Die Linien durch {cell} sind zusammen mehr wert als die durch {other_cell}[: {points} statt {other_points}].",
    "spares_lines_of": "{other_cell} liegt auf wertvolleren Linien ({other_points}) als {cell} ({points}) und bleibt so für "
    "eine bessere Zahl frei.",
    "circle_later": "Die {number} in {cell} kann noch später eingekreist werden: sie fällt bei {count} von 36 Würfen.",
    "circle_now": (
        "Ein Kreis um {cells} ist sofort ein Punkt.",
        "Kreise um {cells} sind sofort {count} Punkte.",
    ),
    "circle_now_rare": "Ein Kreis um {cells} ist sofort ein Punkt, und die {number} fällt nur bei {count} von 36 Würfen "
    "wieder.",
    "line_done": "Mit {cells} ist {line} ganz eingekreist[: {points}].",
    "line_lacks_one": "Mit {cells} fehlt in {line} ({points}) nur noch {cell}; die {number} dort fällt bei {ways} von 36 "
    "Würfen.",
    "line_lacks": (
        "Mit {cells} fehlt in {line} ({points}) nur noch {missing_cells}.",
        "Mit {cells} fehlen in {line} ({points}) nur noch {missing_cells}.",
    ),
    "line_progress": (
        "Mit {cells} hat {line} ({points}) 1 von 5 Kreisen.",
        "Mit {cells} hat {line} ({points}) {count} von 5 Kreisen.",
    ),
    "rarer": "Die {number} ({cell}) fällt nur bei {count} von 36 Würfen, die {other_number} ({other_cell}) bei "
    "{other_ways}: die holst du eher noch mit einem Wurf.",
    "circles_richer": "Die Linien durch {cells} sind zusammen mehr wert als die durch {other_cells}[: {points} statt {other_points}].",
    "room": "Es sind noch {count} Felder frei: jetzt zählt, was dort entstehen kann.",
    "fills_up": (
        ("{cell} ist das letzte freie Feld: danach kommt nur noch ein Wurf, und {count} Zahl ist nicht eingekreist."),
        (
            "{cell} ist das letzte freie Feld: danach kommt nur noch ein Wurf, und {count} Zahlen sind nicht "
            "eingekreist."
        ),
    ),
}
