"""Random play: games of all kinds by the rules alone, with their mean scores.

python examples/random_play.py
"""

from random import Random
from statistics import fmean
from typing import Any

import knobel


def play(game: knobel.Game[Any], rng: Random) -> tuple[int, ...]:
    """The scores of a game in which every legal action is equally likely."""
    state = game.start(max(game.min_seats, 2))
    while not isinstance(turn := game.turn(state), knobel.Over):
        if isinstance(turn, knobel.Chance):
            state = game.apply(state, game.sample(state, rng))
        else:
            seat = turn.seats[0]
            state = game.apply(state, knobel.Move(seat, rng.choice(game.legal(state, seat))))
    return turn.scores


def main(games: int = 20) -> None:
    rng = Random(1)
    for name in knobel.GAMES:
        game = knobel.make(name)
        mean = fmean(score for _ in range(games) for score in play(game, rng))
        print(f"{game.titles['en']:16} {mean:6.1f}")


if __name__ == "__main__":
    main()
