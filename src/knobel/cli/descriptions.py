"""Describes rolls, events, positions and results of games in words."""

from collections.abc import Sequence
from typing import Any

from knobel.core import Chance, Decide, Die, Event, Game, Move, Over, Roll, Undo, places
from knobel.display_text import shown
from knobel.games.kniffeliger import ACTION_DICE
from knobel.notation import Noted
from knobel.phrases import phrase
from knobel.texts import Language

ACTION_FACES = dict(enumerate((*ACTION_DICE, "all five"), 1))
"""Names of the action die's faces."""


def printable_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names as they are printed. Those in a record are untrusted: they must not steer the terminal."""
    return tuple(map(shown, names))


def roll_words(chance: Chance, roll: Roll, names: Sequence[str], language: Language = "en") -> str:
    who = names[chance.seat]
    if chance.die is Die.ACTION:
        face = phrase(language, ACTION_FACES[roll.dice[0]])
        return phrase(language, "{who} earns an action die: {face}", who=who, face=face)
    return phrase(language, "{who} rolls {faces}", who=who, faces=" ".join(map(str, roll.dice)))


def event_words(game: Game[Any], state: Any, event: Event, names: Sequence[str], language: Language = "en") -> str:
    """Return a legal event in words; `state` is the position before it."""
    match event:
        case Roll():
            return roll_words(game.check_roll(state, event), event, names, language)
        case Undo(seat):
            return phrase(language, "{who} takes back", who=names[seat])
        case Move(seat, action):
            return f"{names[seat]} {action}{effect_words(game, state, seat, action, language)}"


def effect_words(game: Game[Any], state: Any, seat: int, action: str, language: Language = "en") -> str:
    """Return the entry and the points of a legal action, in words that follow the words of the action."""
    preview = game.preview(state, seat, action)
    writes = phrase(language, " writes {n}", n=preview.writes) if preview.writes is not None else ""
    return f"{writes} ({preview.gain:+})" if preview.gain else writes


def noted_words(noted: Noted | None, language: Language = "en") -> str:
    """Return the known parts of a partly recorded event in words."""
    match noted:
        case Noted.SUM:
            return phrase(language, "  (only the sum was recorded)")
        case Noted.RESULT:
            return phrase(language, "  (only the result was recorded)")
        case Noted.NOTHING:
            return phrase(language, "  (not recorded: a placeholder)")
    return ""


def next_dice(chance: Chance, language: Language = "en") -> str:
    """Return the next roll in words."""
    if chance.die is Die.ACTION:
        return phrase(language, "the action die")
    return phrase(language, "{n} dice", n=chance.dice)


def status_words(game: Game[Any], state: Any, names: Sequence[str], language: Language = "en") -> str:
    """Return the game's progress in one line."""
    info = game.info(state)
    match game.turn(state):
        case Over():
            return phrase(language, "The game is over")
        case Chance(seat=seat) as chance:
            next_up = phrase(language, "{name} throws {what}", name=names[seat], what=next_dice(chance, language))
        case Decide(seats):
            next_up = phrase(language, "{names} to move", names=", ".join(names[seat] for seat in seats))
    parts = []
    if info.get("round"):
        whole = "Round {n} of {all}" if "rounds" in info else "Round {n}"
        parts.append(phrase(language, whole, n=info["round"], all=info.get("rounds")))
    if info.get("final"):
        parts.append(phrase(language, "last roll"))
    parts.append(next_up)
    if "rolls_left" in info:
        parts.append(phrase(language, "rolls left: {n}", n=info["rolls_left"]))
    return " · ".join(parts)


def result_words(game: Game[Any], scores: Sequence[int], names: Sequence[str], language: Language = "en") -> list[str]:
    """Return the final places, the best first, with the rules' word for a solo score."""
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    ranks = places(scores)
    lines = [f"{ranks[seat]}. {names[seat]}: {scores[seat]}" for seat in order]
    rating = next((word for bound, word in reversed(game.bands) if scores[0] > bound), None)
    if len(scores) == 1 and rating:
        lines[0] += f", {phrase(language, rating)}"
    return lines
