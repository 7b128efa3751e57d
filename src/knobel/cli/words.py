"""What happens in a game, in words."""

from collections.abc import Sequence
from typing import Any

from knobel.core import Chance, Decide, Die, Event, Game, Move, Over, Roll, Undo, places
from knobel.games.kniffeliger import ACTION_DICE

ACTION_FACES = dict(enumerate((*ACTION_DICE, "all five"), 1))
"""What an action die shows, by face."""


def roll_words(chance: Chance, roll: Roll, names: Sequence[str]) -> str:
    """A roll in words."""
    who = names[chance.seat]
    if chance.die is Die.ACTION:
        return f"{who} earns an action die: {ACTION_FACES[roll.dice[0]]}"
    return f"{who} rolls {' '.join(map(str, roll.dice))}"


def event_words(game: Game[Any], state: Any, event: Event, names: Sequence[str]) -> str:
    """A legal event in words; `state` is the position before it."""
    match event:
        case Roll():
            return roll_words(game.check_roll(state, event), event, names)
        case Undo(seat):
            return f"{names[seat]} takes back"
        case Move(seat, action):
            preview = game.preview(state, seat, action)
            writes = f" writes {preview.writes}" if preview.writes is not None else ""
            gain = f" ({preview.gain:+})" if preview.gain else ""
            return f"{names[seat]} {action}{writes}{gain}"


def status_words(game: Game[Any], state: Any, names: Sequence[str]) -> str:
    """Where the game stands, in a line."""
    info = game.info(state)
    match game.turn(state):
        case Over():
            return "The game is over"
        case Chance(dice, seat, die):
            next_up = f"{names[seat]} throws {'an action die' if die is Die.ACTION else f'{dice} dice'}"
        case Decide(seats):
            next_up = f"{', '.join(names[seat] for seat in seats)} to move"
    parts = []
    if info.get("round"):
        parts.append(f"Round {info['round']}" + (f" of {info['rounds']}" if "rounds" in info else ""))
    if info.get("final"):
        parts.append("last roll")
    parts.append(next_up)
    if "rolls_left" in info:
        parts.append(f"{info['rolls_left']} rolls left")
    return " · ".join(parts)


def result_words(game: Game[Any], scores: Sequence[int], names: Sequence[str]) -> list[str]:
    """The final places, best first, with the rules' word for a solo score."""
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    ranks = places(scores)
    lines = [f"{ranks[seat]}. {names[seat]}: {scores[seat]}" for seat in order]
    rating = next((word for bound, word in reversed(game.bands) if scores[0] > bound), None)
    if len(scores) == 1 and rating:
        lines[0] += f", {rating}"
    return lines
