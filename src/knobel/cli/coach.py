"""`knobel coach`: review a finished game, or compare the best moves of one of its decisions."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.bounds import MAX_COUNT
from knobel.cli.compilation_notice import announce_compiling
from knobel.cli.files import read_record
from knobel.core import BadSetup, Move, Roll, replay
from knobel.engines import Effort
from knobel.notation import Record
from knobel.texts import Language

if TYPE_CHECKING:
    from knobel.cli.terminal_screen import Screen
    from knobel.coach import Change, Comparison, Decision, Estimate, Review

MAX_RECORD_LINES = 5000
"""Maximum number of lines of a reviewed record: more than any game has at a table of eight."""

TITLE_WIDTH = 9
"""Width of the columns of a ledger in characters, unless a word of the title is longer."""


def coach(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The record of a finished game; - for standard input.")],
    seat: Annotated[
        int | None, typer.Option(min=0, max=MAX_COUNT, help="Review only this seat, counted from 0.")
    ] = None,
    effort: Annotated[Effort, typer.Option(help="Effort for each decision.")] = "master",
    language: Annotated[Language, typer.Option(help="Language of the review and of the page.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print a self-contained web page.")] = False,
    closer: Annotated[
        int | None,
        typer.Option(
            metavar="EVENT",
            min=1,
            max=MAX_COUNT,
            help="Instead, compare the move of this event with the best other one by rollouts.",
        ),
    ] = None,
    samples: Annotated[int, typer.Option(min=12, max=MAX_COUNT, help="Largest number of rollouts of --closer.")] = 500,
) -> None:
    """Review the decisions and the luck of a finished game.

    Prints the value of each decision, the luck of the dice, and a ledger for each seat.

    Example: knobel coach game.jsonl --language de --html > game.html
    """
    if as_html and (as_json or closer is not None):
        raise BadSetup("choose one of --json, --html and --closer" if closer else "choose one of --json and --html")
    record, _ = read_record(file, finished=True, max_lines=MAX_RECORD_LINES)
    if seat is not None and seat >= len(record.seats):
        raise BadSetup(f"there is no seat {seat}: the record has {len(record.seats)}, counted from 0")
    if closer is not None:
        compare(record, closer, effort, samples, language, as_json=as_json)
        return
    seats = range(len(record.seats)) if seat is None else range(seat, seat + 1)
    from knobel.coach import review

    announce_compiling()
    result = review(record, effort)
    if as_json:
        typer.echo(json.dumps(review_data(record, result, seats, language), ensure_ascii=False))
    elif as_html:
        from knobel.coach import page

        typer.echo(page(record, result, language, seats), nl=False)
    else:
        show(record, result, seats, language)


def compare(record: Record, number: int, effort: Effort, samples: int, language: Language, *, as_json: bool) -> None:
    """Print comparisons of the move of an event with the best other move, each time the number of rollouts doubles.

    :raises BadSetup: if the event is not a decision between several moves.
    """
    from dataclasses import asdict

    from knobel.cli.terminal_screen import Screen
    from knobel.coach import assess, compare_by_rollouts

    event = record.events[number - 1] if number <= len(record.events) else None
    game, state = record.game, replay(record.game, len(record.seats), record.events[: number - 1])
    if not isinstance(event, Move) or len(game.legal(state, event.seat)) < 2:
        raise BadSetup(f"event {number} is not a decision between several moves")
    announce_compiling()
    found = assess(game, state, event.seat, effort)
    other = next(choice.action for choice in found.choices if choice.action != event.action)
    screen, shown = Screen(), 1
    for comparison in compare_by_rollouts(game, state, event.seat, (other, event.action), max_samples=samples):
        last = comparison.precise or comparison.samples == samples
        if as_json and last:
            typer.echo(json.dumps(asdict(comparison), ensure_ascii=False))
        elif not as_json and (last or comparison.samples >= 2 * shown):
            shown = comparison.samples
            for line in comparison_lines(comparison, language):
                screen.print_line(line)


def comparison_lines(comparison: "Comparison", language: Language) -> Iterator[str]:
    from knobel.coach.wording import LANGUAGES, decimal

    templates = LANGUAGES[language]

    def interval(estimate: "Estimate", scale: float = 1) -> str:
        """Return a mean with half the width of its interval of 95 %."""
        figures = estimate.mean, 1.96 * estimate.uncertainty
        return " ± ".join(decimal(scale * each, templates) for each in figures)

    def wins(estimate: "Estimate | None") -> str:
        chance = templates.say("percent", number=interval(estimate, 100)) if estimate else ""
        return f", {templates.say('terminal.to_win', chance=chance)}" if estimate else ""

    yield templates.say("terminal.rollouts", count=comparison.samples)
    for each in comparison.actions:
        low, _, high = each.quantiles
        points = templates.say("terminal.rollout", points=interval(each.points), low=low, high=high)
        yield f"  {each.action:8} {points}{wins(each.win)}"
    yield f"  {templates.say('terminal.difference', points=interval(comparison.points))}{wins(comparison.win)}"


def review_data(record: Record, result: "Review", seats: range, language: Language) -> dict[str, Any]:
    """Return the review of these seats as plain data, with the sentences of each reason beside its figures."""
    from dataclasses import asdict

    from knobel.coach import sentences

    data = asdict(result)
    for each, decision in zip(data["decisions"], result.decisions, strict=True):
        each["sentences"] = sentences(decision.why, language, record.game, record.seats)
    for part in ("seats", "decisions", "changes"):
        data[part] = [each for each in data[part] if each["seat"] in seats]
    return data


def show(record: Record, result: "Review", seats: range, language: Language) -> None:
    """Print the game with the value of each decision, and the sources of each seat's points."""
    from knobel.cli.descriptions import effect_words, event_words, noted_words, printable_names
    from knobel.cli.terminal_screen import NUMBER_WIDTH, Screen
    from knobel.coach.action_words import action_words
    from knobel.coach.html_report import ledger_columns
    from knobel.coach.lesson_text import explained_mistakes
    from knobel.coach.wording import explanations, start_ranges

    screen, game = Screen(), record.game
    names = printable_names(record.seats)
    shown = replace(record, seats=names)
    decisions = {each.event: each for each in result.decisions}
    told = explained_mistakes(shown, result, language)
    changes: dict[int, list[Change]] = {}
    for change in result.changes:
        changes.setdefault(change.event, []).append(change)
    state = game.start(len(names))
    for number, event in enumerate(record.events, 1):
        if isinstance(event, Move):
            effect = effect_words(game, state, event.seat, event.action, language)
            move = action_words(event.action, language, game, names)
            words = f"{names[event.seat]}: {move}{',' if effect and effect[1] != '(' else ''}{effect}"
        else:
            words = event_words(game, state, event, names, language)
        decision = decisions.get(number)
        quality = decision_words(decision, shown, game.view(state, decision.seat), language) if decision else ""
        state = game.apply(state, event)
        if isinstance(event, Roll) or event.seat in seats:
            screen.print_line(
                f"{number:{NUMBER_WIDTH - 1}} {words}{noted_words(record.noted.get(number), language)}{quality}",
                style(decision),
                NUMBER_WIDTH,
            )
            if number in told:
                screen.print_line(f"{'':{NUMBER_WIDTH}}{told[number]}", "dim", NUMBER_WIDTH)
        if not isinstance(event, Move) or game.seats(state) > 1:
            show_changes(screen, [each for each in changes.get(number, []) if each.seat in seats], names, language)
    show_ledgers(screen, result, seats, names, language)
    ranges = start_ranges([(names[seat], result.seats[seat].start_quantiles) for seat in seats], language)
    columns = ledger_columns(result, seats)
    for explanation in (*ranges, *explanations(language, game.name, len(names), columns)):
        screen.print_line(explanation, "dim")
    for seat in seats:
        show_lesson(screen, shown, result, seat, language)


def show_lesson(screen: "Screen", record: Record, result: "Review", seat: int, language: Language) -> None:
    """Print the lesson of a seat: its moments, each with its dice and sheet, and advice."""
    from knobel.coach.action_words import entry_words
    from knobel.coach.lesson_text import advice, moments, place_words
    from knobel.coach.marked_places import marks_of
    from knobel.coach.sheet_changes import shown_seats, table_sentences
    from knobel.coach.wording import LANGUAGES
    from knobel.sheets import Drawing, draw

    words, game, names = LANGUAGES[language], record.game, record.seats
    told = list(moments(record, result, seat, language))
    screen.print_line("")
    if told:
        screen.print_line(f"{names[seat]}: {words.LESSON['moments']} ({words.LESSON['legend']})", "bold")
    for each in told:
        made, better = each.decision, each.decision.better
        screen.print_line("")
        place = words.say("lesson.at", place=place_words(made, words), step=made.event)
        screen.print_line(f"{place[0].upper()}{place[1:]}: {each.verdict}", style(made) or "green")
        info = game.info(each.view)
        faces = list(map(str, info.get("dice", ())))
        if "layout" in info:
            # Each die has its own colour.
            faces = [f"{colour} {face}" for colour, face in zip(words.COLOURS.values(), faces, strict=True)]
        dice = (", " if "layout" in info else " ").join(faces)
        moves = [f"{words.LESSON['dice']} {dice}"] if dice else []
        for label, choice in (("played", made.played), ("best", better)):
            if choice is not None:
                moves.append(f"{words.PAGE[label]}: {entry_words(choice.action, language, record, each.view, seat)}")
        screen.print_line(" · ".join(moves))
        actions = tuple(choice.action for choice in (made.played, better) if choice is not None)
        seats = shown_seats(game, seat, actions)
        marks = marks_of(made.played.action, better.action if better else None)
        width = screen.console.width
        screen.show(
            draw(Drawing(game, each.view, names, seats, screen.box, seat, {}, width, language, marks)),
        )
        screen.print_line(each.sentence)
    for sentence in (*advice(result, seat, language, names), *table_sentences(record, seat, language)):
        screen.print_line(sentence)


def decision_words(decision: "Decision", record: Record, view: Any, language: Language) -> str:
    """Return a decision's quality in words.

    :param view: what its seat saw.
    """
    from knobel.coach.action_words import entry_words
    from knobel.coach.wording import LANGUAGES, mean_points

    templates = LANGUAGES[language]
    words = f"  [{templates.PAGE[decision.grade]}]"
    if decision.better is None:
        return words
    action = entry_words(decision.better.action, language, record, view, decision.seat)
    return f"{words} {templates.say('terminal.worth', action=action, points=mean_points(decision.cost, templates))}"


def style(decision: "Decision | None") -> str:
    """Return the style of a decision. Colours carry no information that the words lack."""
    return {"inaccuracy": "yellow", "mistake": "red", "blunder": "bold red"}.get(decision.grade if decision else "", "")


def show_changes(screen: "Screen", changes: "list[Change]", names: tuple[str, ...], language: Language) -> None:
    """Print the luck of an event and its effect on other seats, where it is a point or more."""
    from knobel.cli.terminal_screen import NUMBER_WIDTH
    from knobel.coach import Kind
    from knobel.coach.html_report import format_points
    from knobel.coach.wording import LANGUAGES

    words = LANGUAGES[language].TERMINAL
    parts = [
        f"{names[each.seat]} {words[each.kind]} {format_points(each.points, language)}"
        for each in changes
        if each.kind in (Kind.LUCK, Kind.OTHERS) and abs(each.points) >= 1
    ]
    if parts:
        screen.print_line(f"{'':{NUMBER_WIDTH}}{', '.join(parts)}", "dim", NUMBER_WIDTH)


def show_ledgers(screen: "Screen", result: "Review", seats: range, names: tuple[str, ...], language: Language) -> None:
    """Print the sources of each seat's points and its accuracy."""
    from textwrap import wrap

    from rich.table import Table

    from knobel.coach.html_report import ledger_cells, ledger_columns, ledger_titles

    table = Table(box=screen.box, header_style="bold")
    table.add_column("")
    titles = ledger_titles(result.game, language)
    columns = ledger_columns(result, seats)
    for column in columns:
        table.add_column("\n".join(wrap(titles[column], TITLE_WIDTH, break_long_words=False)), justify="right")
    for seat in seats:
        cells = ledger_cells(result.seats[seat], language)
        table.add_row(names[seat], *(cells[column] for column in columns))
    screen.show(table)
