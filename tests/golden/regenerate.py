"""Write the golden records again: `python -m tests.golden.regenerate`, from the root of the repository.

Do this only after a deliberate change of the rules, and read the difference before you commit it. An existing record
keeps its events where the rules still allow them, so that the difference shows the effect of the change on an existing
game. A game without a record gets a random one, in which every kind of action occurs.
"""

import json
from pathlib import Path
from typing import Any

import knobel
from knobel import notation
from knobel.core import Event, Move
from tests.games.cases import kind, walk

RECORDS = Path(__file__).parent / "records"
SEATS = {"knapp_daneben": ("Ann", "Ben", "Cleo"), "kniffeliger": ("Ann", "Ben", "Cleo")}
GAMES: dict[str, tuple[str, dict[str, Any]]] = {name: (name, {}) for name in knobel.GAMES} | {
    "kniffeliger-next-round": ("kniffeliger", {"freeze": "next_round", "action_dice": "next_round"}),
    "kniffeliger-until-full": ("kniffeliger", {"rounds": "until_full", "turn_end": "player", "cross_out": "any"}),
    "kniffeliger-rotating": ("kniffeliger", {"order": "rotating"}),
    "knoeffel-player-fields": ("knoeffel", {"free_rolls": "player_fields"}),
    "knoeffel-classic": (
        "knoeffel",
        {"columns": 1, "free_rolls": "none", "knoeffel_points": 50, "joker": "forced"},
    ),
}
"""The records: game and options by name."""
SEEDS = range(40)


def outcome(record: notation.Record, state: Any) -> dict[str, Any]:
    """Return the outcome of a game, as stored beside its record."""
    game = record.game
    sheets = [game.sheet(state, seat) for seat in range(len(record.seats))]
    return {"scores": list(game.scores(state)), "sheets": sheets}


def most_varied(name: str, options: dict[str, Any]) -> notation.Record:
    """Return the one of a few random games with the most kinds of action."""
    game = knobel.make(name, **options)
    names = SEATS.get(name, ("Ann", "Ben"))

    def kinds(events: list[Event]) -> int:
        return len({kind(event.action) for event in events if isinstance(event, Move)})

    games = ([event for _, event, _ in walk(game, len(names), seed)] for seed in SEEDS)
    return notation.Record(game, names, max(games, key=kinds))


def main() -> None:
    for stem, (name, options) in GAMES.items():
        path = RECORDS / f"{stem}.jsonl"
        try:
            record, _ = notation.load(path.read_text(encoding="utf-8").splitlines())
        except (FileNotFoundError, notation.BadRecord):
            record = most_varied(name, options)
        text = notation.dumps(record)
        path.write_text(text, encoding="utf-8")
        _, state = notation.load(text.splitlines())
        sidecar = json.dumps(outcome(record, state), indent=1, ensure_ascii=False) + "\n"
        path.with_suffix(".outcome.json").write_text(sidecar, encoding="utf-8")


if __name__ == "__main__":
    main()
