"""Monte Carlo tree search with chance nodes, as a bot for every game.

    knobel arena knister --bots examples/mcts.py:MCTS,random --games 2

Selection by UCB1 (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006). Below an action whose result is up
to the dice there is a node for each roll, reached as often as it falls; the actions of the others are chosen at random.
"""

from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any

from knobel import Chance, Event, Game, Move, Over
from knobel.bots import determinize


@dataclass(slots=True)
class Node:
    """A position, identified by the events since the root: its number of visits and the sum of the final scores."""

    visits: int = 0
    total: float = 0.0
    children: dict[Event, "Node"] = field(default_factory=dict)


class MCTS:
    """Plays for points: so many simulations a decision, and how many points of difference are worth exploring."""

    def __init__(self, simulations: int = 100, exploration: float = 20.0) -> None:
        self.simulations, self.exploration = simulations, exploration

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        root = Node()
        for _ in range(self.simulations):
            self.simulate(game, root, determinize(game, view, seat, rng), seat, rng)
        return max(game.legal(view, seat), key=lambda action: self.visits(root, seat, action))

    def visits(self, node: Node, seat: int, action: str) -> int:
        child = node.children.get(Move(seat, action))
        return child.visits if child else 0

    def simulate(self, game: Game[Any], root: Node, state: Any, seat: int, rng: Random) -> None:
        """Walk down the tree, add one node, play on at random, and tell all nodes on the way what came of it."""
        path, growing = [root], True
        while not isinstance(turn := game.turn(state), Over):
            event: Event
            own = not isinstance(turn, Chance) and seat in turn.seats
            if isinstance(turn, Chance):
                event = game.sample(state, rng)
            elif own and growing:
                event = self.select(path[-1], seat, game.legal(state, seat), rng)
            else:
                mover = seat if own else turn.seats[0]
                event = Move(mover, rng.choice(game.legal(state, mover)))
            state = game.apply(state, event)
            if growing:
                known = event in path[-1].children
                path.append(path[-1].children.setdefault(event, Node()))
                growing = known or not own
        score = game.score(state, seat)
        for node in path:
            node.visits += 1
            node.total += score

    def select(self, node: Node, seat: int, actions: tuple[str, ...], rng: Random) -> Move:
        """An action that was never tried, or else the one with the highest upper confidence bound."""
        moves = [Move(seat, action) for action in actions]
        untried = [move for move in moves if move not in node.children]
        if untried:
            return rng.choice(untried)

        def bound(move: Move) -> float:
            child = node.children[move]
            return child.total / child.visits + self.exploration * sqrt(log(node.visits) / child.visits)

        return max(moves, key=bound)
