"""Italian templates: what surrounds the sentences of a review."""

from typing import Any

EXPLAIN = {
    "start": "Ciò che è atteso all’inizio è il risultato medio dell’allenatore con un foglio vuoto.",
    "luck": "La fortuna ai dadi è ciò che i lanci hanno portato in più o in meno della media.",
    "own": "Le mosse proprie sono i punti persi rispetto alle mosse migliori.",
    "others": "Gli altri: ciò che le loro mosse hanno portato o tolto rispetto al previsto, e ciò che si è rischiato per batterli.",
    "correction": "La stima: molti valori l’allenatore può solo stimarli, e di tanto si è sbagliato. Non è né fortuna né bravura.",
    "total": "Tutto insieme dà il risultato.",
    "grades": "Classe e precisione dipendono dalla probabilità di vincere persa o, dove non dice quale mossa vince più spesso, dai punti persi.",
    "win": "La probabilità di vincere vale se poi tutti giocano bene come l’allenatore.",
    "grades_alone": "Classe e precisione dipendono dai punti persi.",
}
"""Explanations of the figures of a ledger (`explanations`)."""

PAGE = {
    "title": "{game}: quanto valeva ogni mossa",
    "curve": "Che cosa ci si poteva aspettare, in punti, passo per passo; ? un errore, ?? un errore grave",
    "ledger": "Bravura o fortuna?",
    "decisions": "Mossa per mossa",
    "player": "Giocatore", "start": "attesi all’inizio", "luck": "fortuna ai dadi", "own": "mosse proprie",
    "unknown": "non annotato", "others": "gli altri", "correction": "stima", "final": "risultato", "without": "senza fortuna",
    "accuracy": "precisione", "step": "Passo", "played": "giocata", "best": "migliore", "lost": "persi", "class": "Classe",
    "good": "buona", "inaccuracy": "imprecisa", "mistake": "errore", "blunder": "errore grave",
    "range": "8 partite su 10 finiscono con",
    "spread": "Con un foglio vuoto, 8 partite su 10 dell’allenatore finiscono con {low}–{high} punti.",
    "spread_of": "{name}: con un foglio vuoto, 8 partite su 10 dell’allenatore finiscono con {low}–{high} punti.",
}  # fmt: skip

TERMINAL = {
    "worth": "meglio: {action} ({points} in più)",
    "likelier": "meglio: {action} ({chance} di probabilità di vincere in più)",
    "luck": "fortuna", "others": "gli altri",
    "rollouts": "{count} partite giocate fino in fondo:",
    "rollout": "{points} punti (8 partite su 10 da {low} a {high})",
    "difference": "differenza {points} punti",
    "to_win": "{chance} di probabilità di vincere",
}  # fmt: skip
"""Words of the terminal's review and of its comparison by rollouts."""

LESSON: dict[str, Any] = {
    "moments": "Momenti chiave",
    "sheet": "Foglio",
    "dice": "Dadi",
    "legend": "✎ giocata, ★ migliore",
    "again": "Come al passo {step}.",
    "rule": "La regola di questa partita",
    "costs": "costa {cost}",
    "win": "il {chance} di probabilità di vincere",
    "won": "La mossa migliore, e la più difficile da sostituire: la successiva porta {points} in meno.",
    "saved": (
        "Una mossa contro questa regola (passo {steps}) è costata {cost}.",
        "{count} mosse contro questa regola (passi {steps}) sono costate in tutto {cost}.",
    ),
    "average": "Ogni decisione è costata in media {lost}; la precisione è del {accuracy}.",
    "peers": "I bot del livello «{level}» giocano più o meno così: perdono in media {lost} a decisione, con una precisione del {accuracy}.",
    "last_seat": "Il posto al tavolo conta: {last} chiude l’ultimo giro e allora può ancora rispondere a tutti gli spostamenti e scambi, perciò all’inizio per {last} erano attesi {points} in più che per {first}.",
}
"""Words of a lesson; a pair is for one decision and for several."""
LEVELS = {
    "beginner": "principiante",
    "casual": "dilettante",
    "intermediate": "intermedio",
    "advanced": "avanzato",
    "expert": "esperto",
    "master": "maestro",
}
"""The levels of bots."""

LEDGER_TITLES = ("inizio", "fortuna", "mosse", "ignoto", "altri", "stima", "esito", "senza fortuna", "precisione")
"""Short titles of the columns of a ledger in the terminal."""
