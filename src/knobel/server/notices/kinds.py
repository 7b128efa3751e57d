"""The kinds of notices. People choose the kinds for each device."""

from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["turn", "over", "reaction", "cup", "day"]
"""The person's turn, the end of a game, a reaction of another person, an open cup, the games of a new day."""

KINDS: tuple[Kind, ...] = get_args(Kind)
