"""A match: its game and bots, and the play of its deals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from knobel import bots
from knobel.arena.durations import DurationHistogram
from knobel.bots import BotSpec, Fault, RandomBot
from knobel.core import Chance, Event, Game, Move, Over, Roll
from knobel.dice import FACES
from knobel.games import GAMES
from knobel.notation import Record, dumps

WARM_UP_DEAL = -1
"""The number of a deal that does not count."""
MAX_FORFEITS = 20
"""Maximum number of forfeits kept for a match, and in each report of a process: the first ones."""


@dataclass(frozen=True)
class Match:
    """Bots known to `bots.make`, by name or as objects, at one table of a game whose options are pairs.

    The same bot may occur more than once. A single bot plays alone, or against copies of itself where the game needs
    more seats.
    """

    game: str
    options: tuple[tuple[str, Any], ...]
    bots: tuple[BotSpec, ...]
    seed: int

    @classmethod
    def of(cls, game: Game[Any], chosen: Sequence[BotSpec], seed: int) -> "Match":
        """Return a match of a game with chosen options.

        :raises BadSetup: if a bot does not exist, or the game does not allow this number of seats.
        """
        for bot in chosen:
            bots.make(bot)
        match = cls(game.name, tuple(game.options.items()), tuple(chosen), seed)
        game.check_seats(len(match.players))
        return match

    @cached_property
    def rules(self) -> Game[Any]:
        return GAMES[self.game](**dict(self.options))

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The index in `bots` of each player at the table."""
        if len(self.bots) == 1:
            return (0,) * self.rules.min_seats
        return tuple(range(len(self.bots)))

    def names(self, seating: Sequence[int]) -> tuple[str, ...]:
        """Return the name of the bot on each seat."""
        return tuple(bots.name_of(self.bots[self.players[player]]) for player in seating)

    @property
    def seatings(self) -> int:
        """The number of seatings in which each deal is played."""
        return 1 if len(self.bots) == 1 or self.rules.seats_alike else len(self.bots)

    def seating(self, deal: int, rotation: int) -> tuple[int, ...]:
        """Return the player on each seat.

        Each deal has its own order, in which the players move by one seat from each seating to the next.
        """
        order = list(range(len(self.players)))
        if self.seatings > 1:
            Random(f"{self.seed} {deal} seats").shuffle(order)
        return (*order[rotation:], *order[:rotation])


class Deal(NamedTuple):
    """The results of a deal for each bot.

    They are the means over all seatings of its points and its share of wins, and the number of games that it forfeited.
    """

    points: tuple[float, ...]
    wins: tuple[float, ...]
    forfeits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game that a bot lost because it failed or chose an action that is not legal.

    `deal`, `seating` and `seat` count from 0. `event` is the number of the failed event, from 1, `why` describes the
    failure, and `record` is the game record up to it.
    """

    bot: str
    deal: int
    seating: int
    seat: int
    event: int
    why: str
    record: str

    def __str__(self) -> str:
        return f"{self.bot}, deal {self.deal}, seating {self.seating}, seat {self.seat}, event {self.event}: {self.why}"


class Outcome(NamedTuple):
    """The result of one game: its deal and seating, the bots, scores and shares of the win by seat, and the forfeits.

    `bots` are indices in the match; `forfeits` are the seats that forfeited the game.
    """

    deal: int
    seating: int
    bots: tuple[int, ...]
    scores: tuple[int, ...]
    wins: tuple[float, ...]
    forfeits: tuple[int, ...]


class DealBatch(NamedTuple):
    """Consecutive deals with their games, each bot's times, the first forfeits, and the duration in seconds."""

    played: list[Deal]
    games: list[Outcome]
    times: tuple[DurationHistogram, ...]
    forfeits: list[Forfeit]
    seconds: float


class DealDice:
    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.rolled: Counter[str] = Counter()

    def roll(self, game: Game[Any], state: Any, chance: Chance) -> Roll:
        """Return the next dice, which are the same for every bot in that seat. Fewer dice are the first of them."""
        occasion = f"{game.info(state).get('round', 0)} {chance.die}"
        if not game.simultaneous:
            occasion += f" {chance.seat}"
        rng = Random(f"{self.seed} dice {occasion} {self.rolled[occasion]}")
        self.rolled[occasion] += 1
        return Roll(tuple(rng.choices(FACES, k=chance.dice)))


class GameResult(NamedTuple):
    """A game: the player on each seat, the scores by seat, and the seats that forfeited it."""

    seating: tuple[int, ...]
    scores: tuple[int, ...]
    forfeits: dict[int, Forfeit]


def play_game(match: Match, deal: int, rotation: int, times: Sequence[DurationHistogram]) -> GameResult:
    """Play a game of a match.

    The bot decides if there are several legal actions. Its processor time in this thread is counted in its `times`. A
    random bot continues for a bot that forfeits, so that the other bots complete their game.
    """
    game, seating = match.rules, match.seating(deal, rotation)
    dice = DealDice(f"{match.seed} {deal}")
    game_number = deal * match.seatings + rotation
    players = [
        (bots.make(match.bots[bot]), Random(f"{match.seed} {game_number} bot {i}"), times[bot])
        for i, bot in enumerate(match.players)
    ]
    state, events = game.start(len(seating)), list[Event]()
    forfeits: dict[int, Forfeit] = {}
    while not isinstance(turn := game.turn(state), Over):
        event: Event
        if isinstance(turn, Chance):
            event = dice.roll(game, state, turn)
        else:
            seat = turn.seats[0]
            view = game.view(state, seat)
            actions = game.legal(view, seat)
            action = actions[0]
            if len(actions) > 1:
                bot, rng, timer = players[seating[seat]]
                start_time = thread_time()
                try:
                    action = bots.ask(bot, game, view, seat, rng, actions)
                except Fault as fault:
                    name = bots.name_of(match.bots[match.players[seating[seat]]])
                    record = dumps(Record(game, match.names(seating), events))
                    forfeits[seat] = Forfeit(name, deal, rotation, seat, len(events) + 1, str(fault), record)
                    players[seating[seat]] = RandomBot(), rng, DurationHistogram()
                    action = rng.choice(actions)
                timer.add(thread_time() - start_time)
            event = Move(seat, action)
        state = game.apply(state, event)
        events.append(event)
    return GameResult(seating, turn.scores, forfeits)


def make_outcome(match: Match, deal: int, rotation: int, played: GameResult) -> Outcome:
    """Return the outcome of a game. A bot that forfeits gets no points and cannot win."""
    valid = [score for seat, score in enumerate(played.scores) if seat not in played.forfeits]
    seats = [(seat in played.forfeits, score) for seat, score in enumerate(played.scores)]
    return Outcome(
        deal,
        rotation,
        tuple(match.players[player] for player in played.seating),
        tuple(0 if forfeited else score for forfeited, score in seats),
        tuple(0.0 if forfeited or score < max(valid) else 1 / valid.count(score) for forfeited, score in seats),
        tuple(sorted(played.forfeits)),
    )


def play_deal(match: Match, deal: int, times: Sequence[DurationHistogram]) -> tuple[Deal, list[Outcome], list[Forfeit]]:
    """Play a deal in all its seatings."""
    points, wins, forfeits = ([0.0] * len(match.bots) for _ in range(3))
    games, new_forfeits = list[Outcome](), list[Forfeit]()
    games_per_bot = match.seatings * len(match.players) // len(match.bots)
    for rotation in range(match.seatings):
        played = play_game(match, deal, rotation, times)
        games.append(make_outcome(match, deal, rotation, played))
        new_forfeits += played.forfeits.values()
        for seat, bot in enumerate(games[-1].bots):
            points[bot] += games[-1].scores[seat] / games_per_bot
            wins[bot] += games[-1].wins[seat] / games_per_bot
            forfeits[bot] += seat in played.forfeits
    return Deal(tuple(points), tuple(wins), tuple(map(int, forfeits))), games, new_forfeits


def play_deals(match: Match, first: int, count: int) -> DealBatch:
    """Play this number of deals, starting with number `first`."""
    warm_up(match)
    start_time = perf_counter()
    times = tuple(DurationHistogram() for _ in match.bots)
    played, games, forfeits = list[Deal](), list[Outcome](), list[Forfeit]()
    for game_number in range(first, first + count):
        deal, outcomes, new_forfeits = play_deal(match, game_number, times)
        played.append(deal)
        games += outcomes
        forfeits += new_forfeits[: MAX_FORFEITS - len(forfeits)]
    return DealBatch(played, games, times, forfeits, perf_counter() - start_time)


_warmed_up: set[Any] = set()


def warm_up(match: Match) -> None:
    """Play a game before times are measured, because the first game of a process loads data and compiles code."""
    key = match.game, match.options, match.names(match.seating(0, 0))
    if key not in _warmed_up:
        play_game(match, WARM_UP_DEAL, 0, [DurationHistogram() for _ in match.bots])
        _warmed_up.add(key)
