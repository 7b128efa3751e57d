"""Write the golden records again: `python -m tests.golden.regenerate`, from the root of the repository.

Do this only after a deliberate change of the rules, and read the difference before you commit it. An existing record
keeps its events where the rules still allow them, so that the difference shows the effect of the change on an existing
game. A game without a record gets a random one, in which every kind of action occurs.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import knobel
from knobel import notation
from knobel.core import Event, Move
from tests.dice_records import ANN, NOT_PROVEN, RECORD, DiceOf
from tests.games.cases import kind, walk

RECORDS = Path(__file__).parent / "records"
DICE = Path(__file__).parent / "dice"
"""Records for all programs that check dice, also those in TypeScript: `options` has one for each value of each option,
`verdicts` one for each verdict."""
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
TWO = DiceOf(names=("Ann", "Ben"), contributions=(ANN, None), moves=1)
OTHER_TEXTS = {
    "layout": ("kbgyrbgyrkgyrkbyrkbgrkbgy",),
    "colours": ("rygbk",),
}
"""Values of options that accept any text of some form."""


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


def dice_records() -> dict[str, str]:
    """Return the records whose dice can be checked, by path."""
    records = {f"verdicts/{verdict}": make() for verdict, make in NOT_PROVEN.items()}
    records["verdicts/deal"] = DiceOf("kniffeliger", deal=True, names=("Ann", "Bot"), moves=2).record()
    records["verdicts/proven"] = RECORD
    for name, rules in knobel.GAMES.items():
        chosen: dict[str, dict[str, Any]] = {"": {}}
        for option in rules.option_list:
            values = option.choices[1:] or OTHER_TEXTS[option.name]
            chosen |= {f"-{option.name}-{value}": {option.name: value} for value in values}
        if not rules.simultaneous:
            records[f"options/{name}-shared"] = replace(TWO, game=name, shared=True).record()
        for suffix, options in chosen.items():
            records[f"options/{name}{suffix}"] = replace(TWO, game=name, options=options).record()
    return records


def main() -> None:
    for stem, text in dice_records().items():
        (DICE / stem).parent.mkdir(exist_ok=True)
        (DICE / f"{stem}.jsonl").write_text(text, encoding="utf-8")
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
