"""Kinds of reasons in reviews: how often each occurs, and sentences with their positions to check.

    python -m benchmarks.coach_reasons play knister --games 6 --out knister.jsonl
    python -m benchmarks.coach_reasons table *.jsonl
    python -m benchmarks.coach_reasons explained *.jsonl
    python -m benchmarks.coach_reasons read knister.jsonl --language en --count 50

`play` lets bots play games at each table, reviews them and stores every inaccuracy, mistake and blunder. `table` prints
for each game the kinds of reasons with the share of the explained mistakes in which each occurs, and the median and
maximum of the milliseconds that the reasons of a mistake take. `explained` prints for each game the share of the lost
points that the first reason explains, and all given reasons, for the reasons stored by the version that played the
games, if they differ, and for those of now; both are weighed by the present code. `read` prints random explanations
with the position, the two actions and their values. Reasons are computed again from the stored mistakes, so that two
versions of them can be compared on the same mistakes.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import knobel
from benchmarks.coach_ledger import play as play_game
from benchmarks.shared import script
from knobel import notation
from knobel.coach import Grade, Reason, assess, review, sentences, why
from knobel.coach.assess import Assessment, Choice
from knobel.coach.reasons.explaining import candidates
from knobel.coach.reasons.selection import CARRYING_SHARE, credible
from knobel.coach.wording import LANGUAGES
from knobel.core import Game, replay
from knobel.texts import Language

TABLES = {"kniffeliger": ("casual,beginner", "beginner,casual,casual")}
"""Tables at which games are played. Games for one seat are played by one seat, too."""
OTHER_TABLES = "casual", "beginner", "casual,beginner,casual"


@dataclass(frozen=True)
class Mistake:
    """A decision for which another action was better, with its position as the seat saw it."""

    game: Game[Any]
    view: Any
    names: tuple[str, ...]
    better: Choice
    worse: Choice
    seat: int
    grade: str
    judged_by: str
    stored: tuple[Reason, ...]

    @property
    def loss(self) -> float:
        """The points that were lost."""
        return self.better.points - self.worse.points

    @cached_property
    def found(self) -> Assessment:
        """The assessment of the position, with the stored values of the two actions."""
        known = {choice.action: choice for choice in (self.better, self.worse)}
        found = assess(self.game, self.view, self.seat, "strong", "points")
        choices = tuple(known.get(choice.action, choice) for choice in found.choices)
        return Assessment(self.seat, choices, 0.0, None)

    def why(self) -> tuple[Reason, ...]:
        """Return the reasons for the better action."""
        return why(self.game, self.view, self.found, self.better.action, self.worse.action)

    def explained(self, reasons: Sequence[Reason]) -> list[float]:
        """Return the points that each of some reasons explains, by their order; 0 for those without points.

        Reviews compute the figures of a reason with the aim and the effort of the review, so that means and
        probabilities differ a little from those of `found`. A reason is known by what it is about.
        """
        found = list(candidates(self.game, self.view, self.found, self.better.action, self.worse.action))
        weights = {subject(reason): weight for weight, reason in [*found, *credible(found, self.loss)]}
        return [weights.get(subject(reason), 0.0) for reason in reasons]


def plain(reason: Reason) -> str:
    """Return a reason as JSON."""
    return json.dumps([reason.kind, dict(reason.figures)], sort_keys=True)


def subject(reason: Reason) -> str:
    """Return what a reason is about, as JSON: its kind, and its figures without means and probabilities."""

    def exact(figure: Any) -> Any:
        if isinstance(figure, Mapping):
            return {name: exact(value) for name, value in figure.items() if not isinstance(value, float)}
        return [exact(each) for each in figure] if isinstance(figure, list | tuple) else figure

    return json.dumps([reason.kind, exact(reason.figures)], sort_keys=True)


def play(name: str, games: int, first: int, out: Path) -> None:
    """Store the mistakes of games at each table, a game a line."""
    with out.open("w") as file:
        for table in TABLES.get(name, OTHER_TABLES):
            for seed in range(first, first + games):
                record, _ = play_game(knobel.make(name), table.split(","), f"{name} {table} {seed}")
                mistakes = [
                    {
                        "event": each.event,
                        "seat": each.seat,
                        "grade": each.grade,
                        "better": [each.better.action, each.better.points, each.better.win],
                        "worse": [each.played.action, each.played.points, each.played.win],
                        "judged_by": each.judged_by,
                        "why": [[reason.kind, dict(reason.figures)] for reason in each.why],
                    }
                    for each in review(record).decisions
                    if each.better is not None and each.grade is not Grade.GOOD
                ]
                file.write(json.dumps({"record": notation.dumps(record).splitlines(), "mistakes": mistakes}) + "\n")
                file.flush()


def load(path: Path) -> Iterator[Mistake]:
    """Yield the stored mistakes of a file."""
    for line in path.read_text().splitlines():
        stored = json.loads(line)
        record, _ = notation.load(stored["record"])
        for each in stored["mistakes"]:
            state = replay(record.game, len(record.seats), record.events[: each["event"] - 1])
            better, worse = (
                Choice(action, points, 0.0, win, None if win is None else 0.0)
                for action, points, win in (each["better"], each["worse"])
            )
            view = record.game.view(state, each["seat"])
            yield Mistake(
                record.game, view, tuple(record.seats), better, worse, each["seat"], each["grade"],
                each["judged_by"], tuple(Reason(*reason) for reason in each["why"]),
            )  # fmt: skip


def table(path: Path) -> None:
    """Print the share of the explained mistakes in which each kind of reason occurs."""
    kinds, explained, silent, times = Counter[str](), 0, 0, list[float]()
    mistakes = list(load(path))
    for each in mistakes:
        assert each.found, "the assessment is not timed"
        started = process_time()
        reasons = each.why()
        times.append(1000 * (process_time() - started))
        explained += bool(reasons)
        silent += all(reason.kind.startswith("win") for reason in reasons)
        kinds.update({reason.kind for reason in reasons})
    script.report(
        {
            "game": mistakes[0].game.name,
            "mistakes": len(mistakes),
            "explained": explained,
            "only_winning_or_none": silent,
            "kinds": len(kinds),
            "shares": {kind: f"{count / explained:.1%}" for kind, count in kinds.most_common()},
            "ms": {"median": round(median(times), 2), "max": round(max(times[1:], default=0.0), 2)},
        }
    )


def explained(path: Path) -> None:
    """Print the shares of the lost points that reasons explain, of mistakes that are judged by points."""
    mistakes = [each for each in load(path) if each.judged_by == "points" and each.loss > 0]
    lost = sum(each.loss for each in mistakes)
    changed = any([*map(plain, each.stored)] != [*map(plain, each.why())] for each in mistakes)
    for version in ("stored", "now") if changed else ("now",):
        first = told = carried = 0.0
        kinds = Counter[str]()
        for each in mistakes:
            reasons = each.stored if version == "stored" else each.why()
            weights = each.explained(reasons)
            first += min(next(iter(weights), 0.0), each.loss)
            told += min(sum(weights), each.loss)
            carried += sum(weights) >= CARRYING_SHARE * each.loss
            kinds.update({reason.kind for reason in reasons})
        script.report(
            {
                "game": mistakes[0].game.titles["en"],
                "reasons": version,
                "mistakes": len(mistakes),
                "first reason, %": round(100 * first / lost, 1),
                "all reasons, %": round(100 * told / lost, 1),
                "carried, % of mistakes": round(100 * carried / len(mistakes), 1),
                "sum of many small things, %": round(100 * kinds["many_small"] / len(mistakes), 1),
                "most frequent kind": f"`{kinds.most_common(1)[0][0]}`",
                "its share, %": round(100 * kinds.most_common(1)[0][1] / len(mistakes), 1),
            }
        )


def read(path: Path, language: Language, count: int, seed: int, kind: str | None) -> None:
    """Print random explanations with their positions."""
    mistakes = [each for each in load(path) if kind is None or kind in {reason.kind for reason in each.why()}]
    for number, each in enumerate(Random(seed).sample(mistakes, min(count, len(mistakes))), 1):
        print(f"--- {number}. {each.grade}: {each.better.action} instead of {each.worse.action}", end="; ")
        print(f"points {each.better.points:.2f}, {each.worse.points:.2f}", end="")
        print(
            ""
            if None in (each.better.win, each.worse.win)
            else f"; winning {each.better.win:.3f}, {each.worse.win:.3f}"
        )
        print(describe(each))
        for reason in each.why():
            print(f"  [{reason.kind}] {sentences([reason], language, each.game, each.names)}")


def describe(mistake: Mistake) -> str:
    """Return the position in words."""
    view, sheet = mistake.view, mistake.game.sheet(mistake.view, mistake.seat)
    lines = [f"  seat {mistake.seat} of {len(mistake.names)}, dice {' '.join(map(str, view.dice))}"]
    if "grid" in sheet:
        circled = set(sheet.get("circled", ()))
        for row, numbers in enumerate(sheet["grid"], 1):
            cells = zip("abcde", numbers, strict=True)
            lines.append("  " + " ".join(f"{n or '.':>3}{'o' if f'{c}{row}' in circled else ' '}" for c, n in cells))
        rest = {key: sheet[key] for key in ("colour", "pending") if sheet.get(key)}
        return "\n".join([*lines, f"  {rest}"] if rest else lines)
    if mistake.game.name == "kniffeliger":
        lines.append(f"  round {view.round}, saved {view.saved}, rolls {view.rolls}, hands {view.hands}")
        return "\n".join(lines + [f"  {mistake.game.sheet(view, s)['rows']}" for s in range(len(mistake.names))])
    return "\n".join([*lines, f"  rolls {view.rolls}, {sheet}"])


def main() -> None:
    parser = script.parser(__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("game", choices=knobel.GAMES)
    playing.add_argument("--games", type=int, default=6)
    playing.add_argument("--seed", type=int, default=0, help="seed of the first game")
    playing.add_argument("--out", type=Path, required=True)
    tables = commands.add_parser("table")
    tables.add_argument("files", type=Path, nargs="+")
    shares = commands.add_parser("explained")
    shares.add_argument("files", type=Path, nargs="+")
    reading = commands.add_parser("read")
    reading.add_argument("file", type=Path)
    reading.add_argument("--language", choices=LANGUAGES, default="en")
    reading.add_argument("--count", type=int, default=50)
    reading.add_argument("--seed", type=int, default=1)
    reading.add_argument("--kind")
    run(parser.parse_args())


def run(options: argparse.Namespace) -> None:
    """Run a command."""
    match options.command:
        case "play":
            play(options.game, options.games, options.seed, options.out)
        case "table":
            for file in options.files:
                table(file)
        case "explained":
            for file in options.files:
                explained(file)
        case "read":
            read(options.file, options.language, options.count, options.seed, options.kind)


if __name__ == "__main__":
    main()
