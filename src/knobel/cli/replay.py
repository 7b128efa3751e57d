"""`knobel replay`: check a record and show its events and final position."""

import json
from typing import Annotated, Any

import typer

from knobel.cli.files import read_record
from knobel.core import Decide, Game, Over
from knobel.notation import Record


def final_position(game: Game[Any], state: Any) -> dict[str, Any]:
    """Return a position as plain data. `to_move` lists the seats that may move; it is empty before a roll."""
    turn = game.turn(state)
    return {
        "game": game.name,
        "over": isinstance(turn, Over),
        "scores": list(game.scores(state)),
        "sheets": [game.sheet(state, seat) for seat in range(game.seats(state))],
        "to_move": list(turn.seats) if isinstance(turn, Decide) else [],
    }


def show(record: Record, state: Any) -> None:
    """Print the events and the final position."""
    from knobel.cli.descriptions import event_words, noted_words, printable_names, result_words, status_words
    from knobel.cli.terminal_screen import NUMBER_WIDTH, Screen
    from knobel.sheets import Drawing, draw

    names = printable_names(record.seats)
    game = record.game
    screen = Screen()
    before = game.start(len(names))
    for number, event in enumerate(record.events, 1):
        noted = noted_words(record.noted.get(number))
        words = event_words(game, before, event, names)
        screen.print_line(f"{number:{NUMBER_WIDTH - 1}} {words}{noted}", indent=NUMBER_WIDTH)
        before = game.apply(before, event)
    screen.show(draw(Drawing(game, state, names, range(len(names)), screen.box, width=screen.console.width)))
    screen.print_line(status_words(game, state, names))
    turn = game.turn(state)
    if isinstance(turn, Over):
        for line in result_words(game, turn.scores, names):
            screen.print_line(line)


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game record; - for standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the final position as one JSON object.")] = False,
) -> None:
    """Check a game record and show its events and final position.

    Example: knobel replay game.jsonl --json
    """
    record, state = read_record(file)
    if as_json:
        typer.echo(json.dumps(final_position(record.game, state), ensure_ascii=False))
    else:
        show(record, state)
