"""Exercises for practice: positions of masters' games, graded by the levels of the bots that miss them.

    python -m benchmarks.coach_exercises play knister --games 80 --out knister.jsonl
    python -m benchmarks.coach_exercises write *.jsonl

`play` appends a line for each game of masters, and continues an existing file: the events, and for each decision the
theme of the most common error, how often each level of the bots finds a right action, the margin of the best action and
the points that the error loses. `write` chooses exercises of all themes and difficulties, and writes them beside the
trained data, where `knobel.coach.exercises` reads them.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any

import knobel
from benchmarks import script
from benchmarks.coach_ledger import play_on
from benchmarks.coach_themes import lines_of
from knobel import bots
from knobel.coach import assess, why
from knobel.coach.assess import Assessment
from knobel.coach.exercises import NAME, Exercise, save_exercises
from knobel.coach.grades import GRADES, Grade, grade
from knobel.coach.measured_files import shipped_path
from knobel.coach.themes import BROADER, GAME_THEMES, theme_of
from knobel.core import Move
from knobel.notation import event_data, event_from

TRIES = 6
"""Number of times that a bot of each level chooses in a position."""
ASKED = ("beginner", "casual", "intermediate", "advanced", "expert")
COUNT = 360
"""Number of exercises of a game."""
MIN_LOSS = 0.5
"""Minimum number of points that the most common error loses."""
BINS = 5
"""Number of classes of difficulty, from which as many exercises are chosen as there are."""


def is_right(found: Assessment, action: str) -> bool:
    """True if an action counts as a right answer."""
    aim, reference = found.judged_by(action), found.reference(action)
    of_points = max(reference.points - found.of(action).points, 0.0)
    error = of_points if aim == "points" else found.win_loss(action) or 0.0
    return GRADES.index(grade(found, action, error)) <= GRADES.index(Grade.GOOD)


def line(name: str, number: int) -> dict[str, Any]:
    """Return the line of a game."""
    game, rng = knobel.make(name), Random(f"{number} exercises")
    players = [bots.make("master") for _ in range(game.min_seats)]
    start = game.start(len(players))
    events, _ = play_on(game, start, players, rng)
    state, decisions = start, []
    for index, event in enumerate(events):
        before, state = state, game.apply(state, event)
        if not isinstance(event, Move) or event.seat != 0 or len(game.legal(before, 0)) == 1:
            continue
        found, view = assess(game, before, 0), game.view(before, 0)
        missed, right = Counter[str](), {}
        for level in ASKED:
            bot = bots.make(level)
            chosen = [bot.choose(game, view, 0, rng) for _ in range(TRIES)]
            wrong = [action for action in chosen if not is_right(found, action)]
            missed.update(wrong)
            right[level] = TRIES - len(wrong)
        if not missed:
            continue
        common = missed.most_common(1)[0][0]
        better = found.reference(common).action
        theme = theme_of(name, why(game, view, found, better, common))
        loss = found.reference(common).points - found.of(common).points
        decisions.append([index, theme, list(right.values()), round(found.margin, 2), round(loss, 2)])
    return {"game": name, "number": number, "events": [event_data(each) for each in events], "decisions": decisions}


def candidates(lines: Iterable[Mapping[str, Any]]) -> list[Exercise]:
    """Return the decisions with a theme of the game and an error that costs enough, each position once."""
    found: dict[tuple[object, ...], Exercise] = {}
    for each in lines:
        events = tuple(map(event_from, each["events"]))
        for index, theme, right, margin, loss in each["decisions"]:
            counted = BROADER.get(theme, theme)
            if counted in GAME_THEMES[each["game"]] and loss >= MIN_LOSS:
                difficulty = 1 - sum(right) / (TRIES * len(ASKED))
                exercise = Exercise(events[:index], 0, counted, round(difficulty, 2), margin)
                found.setdefault(exercise.events, exercise)
    return list(found.values())


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
        chosen = choose(candidates(lines))
        path = shipped_path(name, NAME)
        save_exercises(path, name, chosen)
        title = knobel.make(name).titles["en"]
        for theme in GAME_THEMES[name]:
            same = [each.difficulty for each in chosen if each.theme == theme]
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


def main() -> None:
    script.play_and_write(__doc__, 80, line, write)


if __name__ == "__main__":
    main()
