"""Steps between the levels of bots: the share of wins of each level against the next below, at two seats.

    python -m benchmarks.bot_levels measure knister --games 1000
    python -m benchmarks.bot_levels fit knister --games 400
    python -m benchmarks.bot_levels range kniffeliger --games 400
    python -m benchmarks.bot_levels characters knister --games 200

`measure` plays each level against the next below, and the weakest against `random`. It prints the share of wins of the
stronger one, where a tie counts half, and both mean scores, with standard errors. Both have the same dice; where the
order of the seats matters, they exchange seats. `--levels` restricts it to the steps of some levels; with `--against`
these levels play against that bot.

`fit` computes the noise scales of a game (`noise_scales` of its engine) from the top down: for each level the scale at
which the level above, with the scale just fitted, has the wanted share of wins. The games are played at several scales,
and a logistic regression on the logarithm of the scale gives each next scale and the result.

`characters` plays each character (`knobel.bots.human_errors.characters`) against `casual`, with the same dice.

`range` plays the strongest level against ever larger noise, which shows how large equal steps can be.
"""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from math import exp, log
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from benchmarks.shared import script
from knobel import bots
from knobel.arena import compare
from knobel.arena.results import Standing
from knobel.bots.human_errors.characters import CHARACTERS
from knobel.bots.levels import LEVELS, LevelBot
from knobel.core import Game
from knobel.engines import Engine, engine
from knobel.games import GAMES, make

STRONGEST_FIRST = tuple(reversed(LEVELS))
WANTED = 0.7
TRIALS = 5
"""Number of scales that are tried for a level."""
MAX_FACTOR = 3.0
"""Largest factor between a scale to try and the scales already tried."""
PRIOR_SLOPE = 2.0
"""Expected change of the log odds of winning for each unit of the logarithm of the scale."""
PRIOR_CERTAINTY = 4.0
"""Inverse of the variance of that change."""
NEWTON_STEPS = 30
CASUAL, RANDOM = "casual", "random"
RANGE_SCALES = (0.0, 1.0, 4.0, 16.0, 64.0)
"""The scales that `range` tries."""


class NoisyBot(LevelBot):
    """Plays like a level with errors, but with noise of a chosen scale."""

    def __init__(self, level: str, scale: float) -> None:
        super().__init__(level)
        self.scale = scale

    def noise_scale(self, thinking: Engine) -> float:
        return self.scale


class Step(NamedTuple):
    """The results of two bots against each other, the stronger first."""

    stronger: Standing
    weaker: Standing

    def figures(self) -> dict[str, object]:
        """Return the mean scores of both, and the share of wins of the stronger in percent."""
        points, others = (script.with_error(each.mean, each.standard_error or 0.0, 1) for each in self)
        share = script.with_error(100 * self.stronger.wins, 100 * (self.stronger.wins_standard_error or 0.0), 1)
        return {"points": points, "points of the other": others, "wins, %": share}

    def __str__(self) -> str:
        means = " and ".join(f"{each.mean:.1f} ± {each.standard_error or 0:.1f}" for each in self)
        return f"{self.stronger.wins:.3f} ± {self.stronger.wins_standard_error or 0:.3f}  (means {means})"


def play(game: Game[Any], stronger: bots.BotSpec, weaker: bots.BotSpec, games: int, seed: int) -> Step:
    return Step(*compare(game, [stronger, weaker], games, seed).bots)


class Trial(NamedTuple):
    """Some games between the stronger bot and a bot with noise of a scale, and the share of wins of the stronger."""

    scale: float
    share: float
    games: int


def log_odds(share: float) -> float:
    return log(share / (1 - share))


def solve_scale(trials: Sequence[Trial], wanted: float) -> float:
    """Return the scale at which the stronger bot is expected to have the wanted share of wins.

    This is a logistic regression of the shares on the logarithm of the scale, by Newton's method, with a normal prior
    for the slope.
    """
    centre = fmean(log(trial.scale) for trial in trials)
    x = np.array([[1.0, log(trial.scale) - centre] for trial in trials])
    share = np.array([trial.share for trial in trials])
    games = np.array([trial.games for trial in trials])
    certainty = np.diag([PRIOR_CERTAINTY / 100, PRIOR_CERTAINTY])
    prior = np.array([0.0, PRIOR_SLOPE])
    coefficients = prior.copy()
    for _ in range(NEWTON_STEPS):
        expected = 1 / (1 + np.exp(-x @ coefficients))
        gradient = x.T @ (games * (share - expected)) - certainty @ (coefficients - prior)
        information = (x.T * (games * expected * (1 - expected))) @ x + certainty
        coefficients += np.clip(np.linalg.solve(information, gradient), -1, 1)
    level, slope = coefficients
    distance = (log_odds(wanted) - level) / max(slope, PRIOR_SLOPE / 4)
    least, most = (f(log(trial.scale) for trial in trials) for f in (min, max))
    reach = log(MAX_FACTOR)
    return float(f"{exp(min(max(centre + distance, least - reach), most + reach)):.3g}")


def fit_scale(game: Game[Any], stronger: bots.BotSpec, level: str, start: float, options: argparse.Namespace) -> float:
    """Return the noise scale at which the stronger bot has the wanted share of wins."""
    trials: list[Trial] = []
    scale = start
    for number in range(TRIALS):
        games = options.games // TRIALS
        step = play(game, stronger, NoisyBot(level, scale), games, options.seed + number)
        trials.append(Trial(scale, step.stronger.wins, games))
        print(f"    {scale:8.4g} {step}", flush=True)
        scale = solve_scale(trials, options.share)
    return scale


def measure(game: Game[Any], options: argparse.Namespace) -> None:
    steps = [step for step in pairwise((*STRONGEST_FIRST, RANDOM)) if {*step} & {*options.levels}]
    for stronger, weaker in [(level, options.against) for level in options.levels] if options.against else steps:
        step = play(game, stronger, weaker, options.games, options.seed)
        script.report(
            {"game": game.titles["en"], "bot": stronger, "against": weaker, "games": options.games} | step.figures()
        )


def fit(game: Game[Any], options: argparse.Namespace) -> None:
    noise_scales = dict(engine(game).noise_scales)
    stronger: bots.BotSpec = STRONGEST_FIRST[0]
    start = options.start
    found: dict[str, float] = {}
    for name in STRONGEST_FIRST[1:]:
        if options.above and name not in found and name != options.above and options.above not in found:
            found[name] = noise_scales[name]
            stronger = name
            continue
        print(f"  {name}", flush=True)
        found[name] = scale = fit_scale(game, stronger, name, start, options)
        print(f"    {scale:8.4g}", flush=True)
        stronger, start = NoisyBot(name, scale), 1.3 * scale
    print("  noise_scales:", {name: found[name] for name in LEVELS if name in found})


def measure_range(game: Game[Any], options: argparse.Namespace) -> None:
    weakest = STRONGEST_FIRST[-1]
    for scale in RANGE_SCALES:
        step = play(game, STRONGEST_FIRST[0], NoisyBot(weakest, scale), options.games, options.seed)
        print(f"  {scale:8.4g} {step}", flush=True)
    print(f"    random {play(game, STRONGEST_FIRST[0], RANDOM, options.games, options.seed)}", flush=True)


def measure_characters(game: Game[Any], options: argparse.Namespace) -> None:
    for name in CHARACTERS:
        step = play(game, name, CASUAL, options.games, options.seed)
        script.report({"game": game.titles["en"], "character": name, "games": options.games} | step.figures())


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("what", choices=["measure", "fit", "range", "characters"])
    parser.add_argument("game", nargs="*", default=list(GAMES))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=WANTED, help="`fit`: the wanted share of wins")
    parser.add_argument("--start", type=float, default=0.5, help="`fit`: the first scale to try")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="`measure`: the levels")
    parser.add_argument("--against", help="`measure`: a bot against which the levels play")
    parser.add_argument("--above", help="`fit`: keep the scales of the levels above this one")
    options = parser.parse_args()
    for name in options.game:
        print(name, flush=True)
        verbs = {"measure": measure, "fit": fit, "range": measure_range, "characters": measure_characters}
        verbs[options.what](make(name), options)


if __name__ == "__main__":
    main()
