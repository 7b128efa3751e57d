"""The arena, in which bots play many games on the same dice, and the statistics of the results.

>>> import knobel
>>> from knobel.arena import compare
>>> result = compare(knobel.make("knister"), ["lookahead", "random"], games=4, seed=1)
>>> result.bots[0].mean > result.bots[1].mean
True

- A *deal* is the dice of a game. Where all seats move on the same roll, these are the dice of each round. Otherwise
  they are the dice of the n-th roll in a seat's turn of a round, so that every bot in that seat has the same luck.
- A deal is played in several *seatings* on the same dice, so that every bot has every seat equally often.
- Dice and the bots' randomness depend only on the seed and the number of the game. Only times depend on the machine and
  the number of workers.
"""

from knobel.arena.compare import compare
from knobel.arena.match import Forfeit, Match, Outcome
from knobel.arena.results import Comparison, Standing

__all__ = ["Comparison", "Forfeit", "Match", "Outcome", "Standing", "compare"]
