"""German templates: reasons of all games."""

from typing import Any

WINNING: dict[str, Any] = {
    "many_small": "Das ist die Summe vieler Kleinigkeiten: sieh hier genauer hin.",
    "win": "Mit dem besseren Zug ist die Siegchance {chance} statt {other_chance}.",
    "win_less": "Zum Sieg führt die andere Wahl sogar eher: {other_chance} statt {chance}.",
    "win_over_points": "Der bessere Zug kostet im Mittel {mean}, gewinnt aber zu {chance} statt zu {other_chance}.",
    "win_favourite": "Mit dem besseren Zug stehen die Chancen für dich ({chance}), mit dem anderen gegen dich "
    "({other_chance}).",
    "win_last_hope": "Der andere Zug lässt nur noch {other_chance} Siegchance, der bessere {chance}.",
    "win_secured": "Mit dem besseren Zug ist der Sieg so gut wie sicher ({chance}), mit dem anderen gelingt er nur zu "
    "{other_chance}.",
    "win_decided": "Dieser Zug entscheidet die Partie: mit dem besseren ist die Siegchance {chance}, mit dem anderen {other_chance}.",
}
