"""A match: which bots meet in which game, and how one of its deals is played."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from knobel import bots
from knobel.arena.times import Times
from knobel.core import Chance, Game, Move, Over, Roll
from knobel.dice import FACES
from knobel.games import GAMES

WARM_UP = -1
"""The number of a deal that does not count."""


@dataclass(frozen=True)
class Match:
    """Bots, by names that `bots.make` knows, at one table of a game whose options are given as pairs.

    A name may come more than once. One bot plays alone, or against copies of itself where the game needs more seats.
    """

    game: str
    options: tuple[tuple[str, Any], ...]
    bots: tuple[str, ...]
    seed: int

    @classmethod
    def of(cls, game: Game[Any], names: Sequence[str], seed: int) -> "Match":
        """A match of a game with its options chosen.

        :raises BadSetup: if there is no such bot, or the game is not for so many.
        """
        for name in names:
            bots.make(name)
        match = cls(game.name, tuple(game.options.items()), tuple(names), seed)
        game.check_seats(len(match.players))
        return match

    @cached_property
    def rules(self) -> Game[Any]:
        return GAMES[self.game](**dict(self.options))

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The bot of each player at the table, by its place in `bots`."""
        if len(self.bots) == 1:
            return (0,) * self.rules.min_seats
        return tuple(range(len(self.bots)))

    @property
    def seatings(self) -> int:
        """In how many seatings each deal is played."""
        return 1 if len(self.bots) == 1 or self.rules.seats_alike else len(self.bots)

    def seating(self, deal: int, turned: int) -> tuple[int, ...]:
        """The player on each seat.

        A deal has an order of its own, in which the players move on by one seat from seating to seating.
        """
        order = list(range(len(self.players)))
        if self.seatings > 1:
            Random(f"{self.seed} {deal} seats").shuffle(order)
        return (*order[turned:], *order[:turned])


class Deal(NamedTuple):
    """What a deal brought each bot of a match: the mean over all its seatings of its points and its share of wins."""

    points: tuple[float, ...]
    wins: tuple[float, ...]


class Deals(NamedTuple):
    """Consecutive deals, each bot's times and how long playing took in seconds."""

    played: list[Deal]
    times: tuple[Times, ...]
    seconds: float


class Dice:
    """The dice of one deal."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.rolled: Counter[str] = Counter()

    def roll(self, game: Game[Any], state: Any, chance: Chance) -> Roll:
        """The dice that fall next: the same, the first ones if fewer fall, for whoever sits there."""
        when = f"{game.info(state).get('round', 0)} {chance.die}"
        if not game.simultaneous:
            when += f" {chance.seat}"
        rng = Random(f"{self.seed} dice {when} {self.rolled[when]}")
        self.rolled[when] += 1
        return Roll(tuple(rng.choices(FACES, k=chance.dice)))


def play_game(match: Match, deal: int, turned: int, times: Sequence[Times]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Play a game of a match; returns the seating and the scores by seat.

    What leaves a choice is asked of the bot and counted in its `times`, processor time of the thread.
    """
    game, seating = match.rules, match.seating(deal, turned)
    dice = Dice(f"{match.seed} {deal}")
    number = deal * match.seatings + turned
    players = [
        (bots.make(match.bots[bot]), Random(f"{match.seed} {number} bot {i}"), times[bot])
        for i, bot in enumerate(match.players)
    ]
    state = game.start(len(seating))
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, dice.roll(game, state, turn))
            continue
        seat = turn.seats[0]
        view = game.view(state, seat)
        actions = game.legal(view, seat)
        action = actions[0]
        if len(actions) > 1:
            bot, rng, timer = players[seating[seat]]
            started = thread_time()
            action = bot.choose(game, view, seat, rng)
            timer.add(thread_time() - started)
        state = game.apply(state, Move(seat, action))
    return seating, turn.scores


def play_deal(match: Match, deal: int, times: Sequence[Times]) -> Deal:
    """Play a deal in all its seatings."""
    points, wins = [0.0] * len(match.bots), [0.0] * len(match.bots)
    games = match.seatings * len(match.players) // len(match.bots)
    for turned in range(match.seatings):
        seating, scores = play_game(match, deal, turned, times)
        best = max(scores)
        for player, score in zip(seating, scores, strict=True):
            bot = match.players[player]
            points[bot] += score / games
            if score == best:
                wins[bot] += 1 / scores.count(best) / games
    return Deal(tuple(points), tuple(wins))


def play_deals(match: Match, first: int, count: int) -> Deals:
    """Play so many deals from number `first`."""
    warm(match)
    started = perf_counter()
    times = tuple(Times() for _ in match.bots)
    played = [play_deal(match, deal, times) for deal in range(first, first + count)]
    return Deals(played, times, perf_counter() - started)


@lru_cache(maxsize=8)
def warm(match: Match) -> None:
    """Play a game before times are taken: data is loaded and compiled in a process's first one."""
    play_game(match, WARM_UP, 0, [Times() for _ in match.bots])
