"""The kinds of notices, of which people choose what they want on each device."""

from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["turn", "over", "reaction", "cup", "day"]
"""It is the person's turn, a game is over, somebody reacted, a cup has opened, the games of the day are there."""

KINDS: tuple[Kind, ...] = get_args(Kind)
