"""Errors of people: what lies on the table is seen, what must be counted is misjudged.

An error is no random deviation of every value. A person considers only some actions (`considered`): not those that
throw away what is made, and no dice that have nothing in common. Of these the person misjudges the part that is still
open (`doubts`): the more dice are thrown or cells are free, the more; points on the table are seen exactly. On a grid
weak players rely on the first sight (`sights`): whether a number fits those of its lines, rows before columns
and diagonals. All write neatly (`neatness`): beside what is there, from the top left corner, the more so the less they
know. Points now attract more than points later (`greed`), and hasty people write what they have (`written`). Rarely,
and more often among many actions, attention slips.

Sources: limited consideration sets (Manzini and Mariotti, "Stochastic Choice and Consideration Sets", 2014), errors
that grow with the depth of counting (van Opheusden et al., "Expertise increases planning depth in human gameplay",
2023), and errors by level instead of one temperature (McIlroy-Young et al., "Aligning Superhuman AI with Human
Behavior", 2020).

A game has a module with the functions `considered` and `doubts`, on a grid `sights` and `neatness`, and, if rolling
is optional, `HASTE` and `written`; in other games all actions are considered and equally misjudged.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import log2
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from knobel.bots.human_errors.characters import CHARACTERS, Character, level_of
from knobel.core import Game
from knobel.engines import NOT_CONSIDERED, Evaluation
from knobel.games import GAMES


class Nature(NamedTuple):
    """What distinguishes the errors of a level, besides their size.

    `slips`: the probability of a slip of attention for each doubling of the number of actions considered. `greed`: the
    points for which a point on the table counts more than one later. `clever`: the best action is always considered,
    also where it breaks what is made. `sight`: the share of the first sight in the judgement, in games whose module has
    `sights`, where its `SIGHT` has no other for the level.
    """

    slips: float
    greed: float
    clever: bool = False
    sight: float = 0.0


NATURES: Mapping[str, Nature] = MappingProxyType(
    {
        "beginner": Nature(0.02, 0.15, sight=1.0),
        "casual": Nature(0.015, 0.1, sight=0.8),
        "intermediate": Nature(0.01, 0.05, sight=0.6),
        "advanced": Nature(0.005, 0.02, sight=0.46),
        "expert": Nature(0.002, 0.0, clever=True, sight=0.25),
    }
)
"""By level."""
SLIP = 2.5
"""Factor by which a slip enlarges errors."""


def choose(
    game: Game[Any],
    view: Any,
    seat: int,
    level: str,
    evaluations: Mapping[str, Evaluation],
    scale: float,
    rng: Random,
) -> str:
    """Return the action that a person of a level, or a character, chooses.

    :param scale: the standard deviation of the error, in points, where everything is still open.
    """
    character = CHARACTERS.get(level)
    level = level_of(level)
    merits = {action: found.merit for action, found in evaluations.items() if found.merit > NOT_CONSIDERED}
    best = max(merits, key=merits.__getitem__)
    module = _find_module(game.name)
    actions = [*merits] if module is None else [*module.considered(game, view, seat, [*merits])]
    nature = NATURES[level]
    if module is not None and hasattr(module, "written") and rng.random() < haste_of(module, level, character):
        actions = module.written(game, view, seat, actions) or actions
    elif nature.clever and best not in actions:
        actions.append(best)
    if len(actions) == 1:
        return actions[0]
    if module is None:
        doubts = {action: rng.gauss(0, 1) for action in actions}
    else:
        doubts = module.doubts(game, view, seat, actions, rng)
    slip = rng.random() < nature.slips * log2(len(actions))
    size = scale * (SLIP if slip else 1.0)
    sight, seen, neat = 0.0, dict[str, float](), dict[str, float]()
    if module is not None and hasattr(module, "sights"):
        sight = getattr(module, "SIGHT", {}).get(level, nature.sight)
        seen = module.sights(game, view, seat, actions, level)
        neat = module.neatness(game, view, seat, actions)
    felt = {
        action: (1 - sight) * merits[action]
        + sight * seen.get(action, 0.0)
        + max(1.0, scale) * neat.get(action, 0.0)
        + size * doubts[action]
        + (nature.greed * game.preview(view, seat, action).gain if nature.greed else 0.0)
        + (character.liking(game, view, seat, action) if character else 0.0)
        for action in actions
    }
    return max(felt, key=felt.__getitem__)


def haste_of(module: ModuleType, level: str, character: Character | None) -> float:
    """Return the probability to write with rolls left what the dice already bring."""
    if character is not None and character.haste is not None:
        return character.haste
    return float(module.HASTE[level])


@cache
def _find_module(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    return import_module(name) if game in GAMES and find_spec(name) is not None else None


def reduced(actions: Sequence[str], refused: set[str]) -> list[str]:
    """Return the actions without the refused ones, or all if none were left."""
    return [action for action in actions if action not in refused] or [*actions]
