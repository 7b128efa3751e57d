"""Italian templates: reasons of all games."""

from typing import Any

WINNING: dict[str, Any] = {
    "many_small": "È la somma di tante piccole cose: qui conviene guardare meglio.",
    "win": "Con la mossa migliore la probabilità di vincere è del {chance} invece del {other_chance}.",
    "win_less": "Per vincere l’altra scelta è persino migliore: il {other_chance} invece del {chance}.",
    "win_over_points": "La mossa migliore costa in media {mean}, ma fa vincere nel {chance} dei casi invece che nel "
    "{other_chance}.",
    "win_favourite": "Con la mossa migliore le probabilità sono a tuo favore ({chance}), con l’altra no ({other_chance}).",
    "win_last_hope": "L’altra mossa lascia solo il {other_chance} di probabilità di vincere, la migliore il {chance}.",
    "win_secured": "Con la mossa migliore la vittoria è quasi certa ({chance}), con l’altra solo nel {other_chance} dei "
    "casi.",
    "win_decided": "Questa mossa decide la partita: con la migliore la probabilità di vincere è del {chance}, con l’altra del {other_chance}.",
}
