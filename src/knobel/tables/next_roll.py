"""The next roll of a game at a table: its label in the seed, and its faces."""

from knobel import seeded_dice
from knobel.tables.game_dice import ServerDice
from knobel.tables.state import Play, next_key


def next_label(play: Play) -> str:
    """Return the label of the next roll of a game that is played on a seed."""
    assert play.dice is not None
    dice = play.dice
    return dice.history.label(next_key(play), play.game, version=dice.version, shared=dice.shared)


def throw_next(play: Play, count: int, dice: ServerDice) -> tuple[int, ...]:
    """Return the faces of the next `count` dice.

    :raises SeedMissing: if the game is played on a seed, and it is not available.
    """
    if play.dice is None:
        return dice.throw(count)
    return seeded_dice.roll(dice.seed_of(play.dice), next_label(play), count, play.dice.given)
