"""Exercises for practice: positions of masters' games, graded by the levels of the bots that miss them.

    python -m benchmarks.coach_exercises play knister --games 80 --out knister.jsonl
    python -m benchmarks.coach_exercises write *.jsonl
    python -m benchmarks.coach_exercises write --keep knister.jsonl
    python -m benchmarks.coach_exercises renew kniffeliger --phase shifting --first-round 9 --count 24
    python -m benchmarks.coach_exercises renew kniffeliger --stages before,entered --count 40
    python -m benchmarks.coach_exercises ask-again kniffeliger --theme action_dice
    python -m benchmarks.coach_exercises ask-again knister

`play` appends a line for each game of masters, and continues an existing file: the events, and for each decision the
theme of the most common error, how often each level of the bots finds a right action, the margin of the best action and
the points that the error loses. `write` chooses exercises of all themes and difficulties, and writes them beside the
trained data, where `knobel.coach.exercises` reads them, and prints the rank correlation of difficulty and margin;
with `--keep` the present ones remain, and others are added.
`renew` chooses those of one phase or of some stages of a turn again, after a change of their values, from the games
that ship, and leaves the others. Each of them is confirmed: the values are exact, or the better answer is also better
by paired rollouts. `ask-again` asks the bots again in the exercises that ship, or in those of one theme, after a change
of the bots, the themes or the verdicts, and removes those without a wrong answer. An exercise keeps its theme if it is
that of any wrong answer. It prints the rank correlation of the difficulty and the margin before and after.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice, zip_longest
from random import Random
from statistics import correlation as pearson
from statistics import fmean
from typing import Any, TypeAlias

import knobel
from benchmarks.coach_ledger import play_on
from benchmarks.coach_themes import lines_of
from benchmarks.shared import script
from knobel import bots
from knobel.coach import Assessment, assess, compare_by_rollouts, review_move
from knobel.coach.confirmation import mean_of
from knobel.coach.exercises import NAME, Exercise, save_exercises, shipped_exercises
from knobel.coach.grades import CERTAIN_ERRORS, GRADES, Grade
from knobel.coach.measured_files import shipped_path
from knobel.coach.parts import divide
from knobel.coach.rollouts import Estimate
from knobel.coach.theme_losses import usual_shares
from knobel.coach.themes import GAME_THEMES, main_theme
from knobel.core import Event, Game, Move, replay
from knobel.engines import engine, find_module
from knobel.notation import Record, event_data, event_from

TRIES = 6
"""Number of times that a bot of each level chooses in a position."""
ASKED = ("beginner", "casual", "intermediate", "advanced", "expert")
COUNT = 360
"""Number of exercises of a game."""
MIN_LOSS = 0.5
"""Minimum number of points that the most common error loses."""
CONFIRMING = 400
"""Number of paired rollouts that confirm an error."""
BINS = 5
"""Number of classes of difficulty, from which as many exercises are chosen as there are."""


def is_right(record: Record, seat: int, action: str) -> bool:
    """True if an action at the end of a record counts as a right answer, as in practice."""
    found = review_move(record, Move(seat, action))
    return found is None or GRADES.index(found.grade) <= GRADES.index(Grade.GOOD)


def line(name: str, number: int) -> dict[str, Any]:
    """Return the line of a game."""
    game, rng = knobel.make(name), Random(f"{number} exercises")
    players = [bots.make("master") for _ in range(game.min_seats)]
    start = game.start(len(players))
    events, _ = play_on(game, start, players, rng)
    decisions = [each[:-1] for each in decisions_of(game, events, rng)]
    return {"game": name, "number": number, "events": [event_data(each) for each in events], "decisions": decisions}


Asked: TypeAlias = Callable[[Mapping[str, Any]], bool]
"""Says whether a position is asked, by `Game.info`."""


def decisions_of(
    game: Game[Any], events: Sequence[Event], rng: Random, asked: Asked = bool, seat: int = 0
) -> Iterator[tuple[int, str | None, list[int], float, float, str]]:
    """Yield the decisions of a seat that a bot misses.

    They are the number of events before it, the theme of the most common error, how often each level is right, the
    margin, the points that the error loses, and the error.

    """
    state = game.start(game.min_seats)
    for index, event in enumerate(events):
        before, state = state, game.apply(state, event)
        if not isinstance(event, Move) or event.seat != seat or len(game.legal(before, seat)) == 1:
            continue
        if not asked(game.info(before)):
            continue
        found = assess(game, before, seat)
        missed, right = answers(game, events[:index], seat, rng)
        if not missed:
            continue
        common = missed.most_common(1)[0][0]
        loss, theme = found.loss(common), theme_of(game, before, found, common)
        yield index, theme, right, round(found.margin, 2), round(loss, 2), common


def answers(game: Game[Any], events: Sequence[Event], seat: int, rng: Random) -> tuple[Counter[str], list[int]]:
    """Return the wrong answers of bots after some events, and how often each level is right."""
    record = Record(game, tuple(map(str, range(game.min_seats))), list(events))
    view = game.view(replay(game, game.min_seats, events), seat)
    known = cache(partial(is_right, record, seat))
    missed, right = Counter[str](), []
    for level in ASKED:
        bot = bots.make(level)
        chosen = [bot.choose(game, view, seat, rng) for _ in range(TRIES)]
        wrong = [action for action in chosen if not known(action)]
        missed.update(wrong)
        right.append(TRIES - len(wrong))
    return missed, right


def candidates(lines: Iterable[Mapping[str, Any]]) -> list[Exercise]:
    """Return the decisions with a theme of the game and an error that costs enough, each position once."""
    found: dict[tuple[object, ...], Exercise] = {}
    for each in lines:
        events = tuple(map(event_from, each["events"]))
        for index, theme, right, margin, loss in each["decisions"]:
            if theme in GAME_THEMES[each["game"]] and loss >= MIN_LOSS:
                exercise = Exercise(events[:index], 0, theme, round(difficulty(right), 2), margin)
                found.setdefault(exercise.events, exercise)
    return list(found.values())


def difficulty(right: Sequence[int]) -> float:
    """Return the share of wrong answers, given the number of right ones of each level."""
    return 1 - sum(right) / (TRIES * len(ASKED))


def choose(found: Sequence[Exercise], count: int = COUNT) -> list[Exercise]:
    """Return exercises, as many of each theme and of each difficulty as there are."""
    rng, themes = Random("exercises"), defaultdict[str, list[list[Exercise]]](lambda: [[] for _ in range(BINS)])
    for each in found:
        themes[each.theme][min(int(each.difficulty * BINS), BINS - 1)].append(each)
    for bins in themes.values():
        for same in bins:
            rng.shuffle(same)
    by_theme = [by_turns(themes[theme]) for theme in sorted(themes)]
    return by_turns(by_theme)[:count]


def by_turns(lists: Iterable[Sequence[Exercise]]) -> list[Exercise]:
    """Return the elements of lists, one of each list in turn."""
    return [each for turn in zip_longest(*lists) for each in turn if each is not None]


def write(options: argparse.Namespace) -> None:
    by_game = defaultdict[str, list[dict[str, Any]]](list)
    for each in lines_of(options.files):
        by_game[each["game"]].append(each)
    for name, lines in by_game.items():
        kept = shipped_exercises(name) if options.keep else []
        known = {each.events for each in kept}
        others = [each for each in candidates(lines) if each.events not in known]
        chosen = [*kept, *choose(others, COUNT - len(kept))]
        path = shipped_path(name, NAME)
        save_exercises(path, name, chosen)
        report(name, chosen)
        print_ranks(name, "written", chosen)


def report(name: str, exercises: Sequence[Exercise]) -> None:
    """Report the number of exercises by theme and difficulty."""
    title = knobel.make(name).titles["en"]
    for theme in GAME_THEMES[name]:
        same = [each.difficulty for each in exercises if each.theme == theme]
        if same:
            shares = {
                f"missed by {low} to {low + 20} %": count
                for low, count in zip(range(0, 100, 20), classes(same), strict=True)
            }
            script.report({"game": title, "theme": theme, "exercises": len(same), **shares})


def classes(difficulties: Iterable[float]) -> list[int]:
    """Return the number of exercises in each class of difficulty."""
    counts = Counter(min(int(each * BINS), BINS - 1) for each in difficulties)
    return [counts[number] for number in range(BINS)]


def renew(options: argparse.Namespace) -> None:
    game, shipped = knobel.make(options.game), shipped_exercises(options.game)
    asked = asked_by(options)
    kept = [each for each in shipped if not asked(game.info(replay(game, game.min_seats, each.events)))]
    games = list(dict.fromkeys(sorted((each.events for each in shipped), key=len, reverse=True)))
    whole = [each for i, each in enumerate(games) if not any(other[: len(each)] == each for other in games[:i])]
    found: list[tuple[Exercise, str]] = []
    for number, events in enumerate(whole):
        for seat in range(game.min_seats):
            rng = Random(f"{number} {seat} renewed")
            for index, theme, right, margin, loss, error in decisions_of(game, events, rng, asked, seat):
                early = game.info(replay(game, game.min_seats, events[:index])).get("round", 0) < options.first_round
                if theme in GAME_THEMES[game.name] and loss >= MIN_LOSS and not early:
                    exercise = Exercise(events[:index], seat, theme, round(difficulty(right), 2), margin)
                    found.append((exercise, error))
    errors = {each.key: error for each, error in found}
    renewed: list[Exercise] = []
    for each in choose([each for each, _ in found], len(found)):
        if len(renewed) < options.count and is_confirmed(game, each, errors[each.key]):
            renewed.append(each)
    save_exercises(shipped_path(game.name, NAME), game.name, [*kept, *renewed])
    report(game.name, [*kept, *renewed])
    print_ranks(game.name, "renewed", [*kept, *renewed])


def ask_again(options: argparse.Namespace) -> None:
    game, rng = knobel.make(options.game), Random("asked again")
    shipped, kept = shipped_exercises(options.game), list[Exercise]()
    for each in shipped:
        if options.theme not in (None, each.theme):
            kept.append(each)
            continue
        missed, right = answers(game, each.events, each.seat, rng)
        state = replay(game, game.min_seats, each.events)
        found = assess(game, state, each.seat)
        themes = [theme_of(game, state, found, error) for error, _ in missed.most_common()]
        theme = next((theme for theme in [each.theme, *themes] if theme in themes), None)
        if theme in GAME_THEMES[game.name]:
            margin = round(found.margin, 2)
            kept.append(replace(each, theme=theme, difficulty=round(difficulty(right), 2), margin=margin))
    save_exercises(shipped_path(game.name, NAME), game.name, kept)
    report(game.name, kept)
    print_ranks(game.name, "before", shipped)
    print_ranks(game.name, "asked again", kept)


def print_ranks(name: str, kind: str, exercises: Sequence[Exercise]) -> None:
    """Print the rank correlation of the difficulty and the margin of exercises."""
    ranks = correlation([each.difficulty for each in exercises], [each.margin for each in exercises])
    print(f"{name}, {kind}, {len(exercises)} exercises: difficulty and margin {ranks:.2f}")


def theme_of(game: Game[Any], state: Any, found: Assessment, error: str) -> str | None:
    """Return the theme of an error."""
    loss = found.loss(error)
    parts = divide(game, game.view(state, found.seat), found, error, loss)
    return main_theme(parts, loss, usual_shares(game.name))


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation of two lists of figures; equal ones have their mean rank."""
    ranks = [[fmean(i for i, y in enumerate(sorted(each)) if y == x) for x in each] for each in (one, other)]
    return pearson(*ranks)


def asked_by(options: argparse.Namespace) -> Asked:
    """Return which positions the options of `renew` name."""
    if options.stages:
        return lambda info: info.get("stage") in options.stages.split(",")
    return lambda info: info.get("phase") == options.phase


def is_confirmed(game: Game[Any], exercise: Exercise, error: str) -> bool:
    """True if an error is one: by exact values, or by paired rollouts beyond two standard errors."""
    state, seat = replay(game, game.min_seats, exercise.events), exercise.seat
    found = assess(game, state, seat)
    better = found.reference(error)
    if not better.uncertainty and not found.of(error).uncertainty:
        return True
    points = difference(game, state, seat, (better.action, error))
    confirmed = points.mean > CERTAIN_ERRORS * points.uncertainty
    script.report(
        {
            "round": game.info(state).get("round"),
            "error": error,
            "loses, by the coach": f"{exercise.margin:.1f}",
            "by rollouts": f"{points.mean:.1f} ± {points.uncertainty:.1f}",
            "confirmed": confirmed,
        }
    )
    return confirmed


def difference(game: Game[Any], state: Any, seat: int, actions: tuple[str, str]) -> Estimate:
    """Return the difference of two actions in points by paired playouts."""
    playouts = find_module(game.name, "table_playouts")
    if playouts is None:
        *_, last = compare_by_rollouts(game, state, seat, actions, max_samples=CONFIRMING)
        return last.points
    ends = [game.apply(state, Move(seat, action)) for action in actions]
    outcomes = islice(playouts.outcomes(engine(game), ends, seat, seed=1), CONFIRMING)
    return mean_of([one.points - other.points for one, other in outcomes])


def main() -> None:
    script.play_and_write(__doc__, 80, line, write, renew, ask_again)


if __name__ == "__main__":
    main()
