"""The arena: bots play many games on the same dice, and what that says about them.

>>> import knobel
>>> from knobel.arena import compare
>>> result = compare(knobel.make("knister"), ["lookahead", "random"], games=4, seed=1)
>>> result.bots[0].mean > result.bots[1].mean
True

- A *deal* is the dice of a game: those of a round where everybody moves on the same roll; otherwise those of the n-th
  roll in a seat's turn of a round, so that whoever sits there has the same luck.
- A deal is played in several *seatings*, so that every bot sits on every seat equally often, on the same dice.
- Dice and the bots' chance come from the seed and the number of the game alone. Only times depend on where it is played
  and by how many workers.
"""

from knobel.arena.compare import compare
from knobel.arena.match import Forfeit, Match, Outcome
from knobel.arena.results import Comparison, Standing

__all__ = ["Comparison", "Forfeit", "Match", "Outcome", "Standing", "compare"]
