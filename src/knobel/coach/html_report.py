"""A review as one self-contained web page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from knobel import display_text
from knobel.coach import html_sheets
from knobel.coach.action_words import entry_words
from knobel.coach.decision import Decision
from knobel.coach.grades import GRADE_MARKS, Grade
from knobel.coach.lesson_text import Moment, advice, explained_mistakes, moments, place_words
from knobel.coach.marked_places import marks_of
from knobel.coach.review import Review, SeatReview
from knobel.coach.sheet_changes import shown_seats, table_sentences
from knobel.coach.wording import LANGUAGES, OTHERS, decimal, explanations, percent, start_ranges
from knobel.core import Game
from knobel.notation import Record
from knobel.texts import Language

WIDTH, HEIGHT = 800, 320
DASH_PATTERNS = "none", "7 4", "2 4", "12 4 2 4"
"""Dash patterns, which distinguish the seats' lines in addition to colours."""
STYLE = """
:root{color-scheme:light dark;--paper:#fffdf6;--ink:#2b211a;--soft:#6b5c4e;--line:#d8cbb4;--bad:#a92b20;--warn:#8a5200;
--s0:#1c6149;--s1:#7a2f94;--s2:#9a5b00;--s3:#1b4fc4}
@media(prefers-color-scheme:dark){:root{--paper:#1f1a16;--ink:#f4eadb;--soft:#c3b3a0;--line:#554839;--bad:#ff9d8f;
--warn:#f0bd6a;--s0:#7ccaa6;--s1:#d59cf0;--s2:#f0bd6a;--s3:#9fc0ff}}
body{max-width:60rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink);
font:1rem/1.45 system-ui,sans-serif}
h1,h2{font-family:Georgia,serif;line-height:1.2}figure{margin:0;overflow-x:auto}
svg{width:100%;min-width:600px;height:auto}
svg text{fill:var(--soft);font-size:13px}svg .grid{stroke:var(--line)}svg polyline{fill:none;stroke-width:2.5}
svg .mark{fill:var(--bad);font-weight:700;text-anchor:middle}
.scroll{overflow-x:auto}table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .5rem;border-top:1px solid var(--line);text-align:start;vertical-align:top}
thead th{border:0;color:var(--soft);font-size:.9rem}.n{text-align:end;white-space:nowrap}
.why{color:var(--soft)}.mistake,.blunder{color:var(--bad);font-weight:600}.inaccuracy{color:var(--warn);font-weight:600}
footer{margin:2rem 0;color:var(--soft);font-size:.9rem}
.moment{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0;padding:.5rem 0;border-top:1px solid var(--line)}
.moment>div:last-child{flex:1 1 16rem}.moment p{margin:.3rem 0}summary{cursor:pointer}summary h2{display:inline}
.part{margin:1rem 0;padding-top:.5rem;border-top:1px solid var(--line)}
@media(max-width:40rem){.moment>div:first-child{order:1}.cards,.cards tbody{display:block}.cards thead{display:none}
.cards tr{display:flex;flex-wrap:wrap;gap:0 .7rem;padding:.3rem 0}.cards tr.first{border-top:1px solid var(--line)}
.cards th,.cards td{border:0;padding:0}.cards th,.cards .why{flex:1 0 100%}.cards .n{text-align:start}
.cards [data-label]::before{content:attr(data-label) " ";color:var(--soft);font-weight:400}}
"""


def page(record: Record, found: Review, language: Language = "en", seats: Sequence[int] | None = None) -> str:
    """Return the review of these seats (None: all) as an HTML document in a language."""
    shown = range(len(record.seats)) if seats is None else seats
    record = replace(record, seats=tuple(map(display_text.shown, record.seats)))
    words: dict[str, str] = LANGUAGES[language].PAGE
    caption = escape(words["curve"])
    title = escape(LANGUAGES[language].say("page.title", game=record.game.title(language)))
    ranges = start_ranges([(record.seats[seat], found.seats[seat].start_quantiles) for seat in shown], language)
    columns, titles = ledger_columns(found, shown), ledger_titles(found.game, language)
    meanings = explanations(language, found.game, len(record.seats), columns)
    body = "".join(
        (
            f"<h1>{title}</h1>",
            *(lesson(record, found, seat, language) for seat in shown),
            part(
                words["ledger"],
                f"<figure><figcaption>{caption}</figcaption>{score_chart(record, found, shown, title)}</figure>",
                table(titles, ("player", *columns), ledger_rows(record, found, language, shown)),
                *(f"<p>{escape(sentence)}</p>" for sentence in (*ranges, *meanings)),
            ),
            part(
                words["decisions"],
                legend(found.game, language),
                table(words, DECISIONS, decision_rows(record, found, language, shown)),
            ),
            f"<footer>Knobel · {escape(found.engine[:12])}</footer>",
        )
    )
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}{html_sheets.STYLE}</style></head><body>{body}</body></html>\n"
    )


LEDGER = "start", "luck", "own", "unknown", "others", "correction", "final", "without", "accuracy"
"""The entries of a ledger with its score, in order."""
SHOWN_POINTS = 0.05
"""Points from which an entry is not shown as 0."""
DECISIONS = "step", "player", "played", "best", "lost", "class", "range"


def part(title: str, *content: str) -> str:
    """Return a part of the page that is closed at first."""
    return f'<details class="part"><summary><h2>{escape(title)}</h2></summary>{"".join(content)}</details>'


def table(words: dict[str, str], columns: Sequence[str], rows: Iterator[str]) -> str:
    """Return a table with headings for its columns; narrow screens show each row as a paragraph."""
    head = "".join(f'<th scope="col">{escape(words[column])}</th>' for column in columns)
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="scroll"><table class="cards">{body}</table></div>'


def format_points(value: float, language: Language, *, sign: str = "+") -> str:
    """Return points in the format of the language."""
    return decimal(value, LANGUAGES[language], sign=sign)


def ledger_columns(found: Review, shown: Sequence[int]) -> tuple[str, ...]:
    """Return the entries of `LEDGER` to show, without entries that are 0 in every game of this kind.

    `unknown` is shown only if the record is incomplete, `others` only if other seats had any effect, and `correction`
    only if the coach had to estimate.
    """
    complete = not any(found.seats[seat].ledger.unknown for seat in shown)
    alone = all(abs(found.seats[seat].ledger.others) < SHOWN_POINTS for seat in shown)
    known = not any(found.seats[seat].ledger.rounded().correction for seat in shown)
    hidden = {name for name, absent in (("unknown", complete), ("others", alone), ("correction", known)) if absent}
    return tuple(each for each in LEDGER if each not in hidden)


def ledger_titles(game: str, language: Language) -> dict[str, str]:
    """Return the headings of the page, with the name that the effect of other seats has in a game."""
    return {**(words := LANGUAGES[language].PAGE), "others": words[OTHERS.get(game, "luck")]}


def ledger_cells(seat: SeatReview, language: Language) -> dict[str, str]:
    """Return the sources of a seat's points and its accuracy, by the names of `LEDGER`."""
    ledger = seat.ledger.rounded()
    parts = (ledger.luck, ledger.decisions, ledger.unknown, ledger.others, ledger.correction)
    cells = (
        format_points(ledger.start, language, sign=""),
        *(format_points(part, language) for part in parts),
        str(ledger.final),
        format_points(seat.ledger.without_luck, language, sign=""),
        percent(seat.accuracy / 100, LANGUAGES[language]),
    )
    return dict(zip(LEDGER, cells, strict=True))


def ledger_rows(record: Record, found: Review, language: Language, shown: Sequence[int]) -> Iterator[str]:
    """Yield a row for each seat with the sources of its points."""
    columns, words = ledger_columns(found, shown), ledger_titles(found.game, language)
    for number in shown:
        cells = ledger_cells(found.seats[number], language)
        cells["final"] = f"<strong>{cells['final']}</strong>"
        row = "".join(f'<td class="n"{label(words, column)}>{cells[column]}</td>' for column in columns)
        yield f'<tr class="first"><th scope="row">{escape(record.seats[number])}</th>{row}</tr>'


def lesson(record: Record, found: Review, seat: int, language: Language) -> str:
    """Return the lesson of a seat: its moments, each with its position, and advice."""
    words = LANGUAGES[language].LESSON
    name = f"{record.seats[seat]}: " if len(record.seats) > 1 else ""
    told = list(moments(record, found, seat, language))
    advised = *advice(found, seat, language, record.seats), *table_sentences(record, seat, language)
    return "".join(
        (
            f"<section><h2>{escape(name + words['moments'])}</h2>" if told else "<section>",
            legend(found.game, language) if told else "",
            *(moment(record, each, language) for each in told),
            *(f"<p>{escape(sentence)}</p>" for sentence in advised),
            "</section>",
        )
    )


def legend(game: str, language: Language) -> str:
    """Return the meaning of the signs on a sheet as a paragraph."""
    words = LANGUAGES[language]
    blocked = f", × {words.DICE['cross']}, ❄ {words.DICE['freeze']}" if game == "kniffeliger" else ""
    return f"<p>{escape(words.LESSON['legend'] + blocked)}</p>"


def moment(record: Record, each: Moment, language: Language) -> str:
    """Return a moment: its board and dice, the move played and the better one, and the reason."""
    words, game, made = LANGUAGES[language].PAGE, record.game, each.decision
    place = LANGUAGES[language].say("lesson.at", place=place_words(made, LANGUAGES[language]), step=made.event)
    moves = [(words["played"], made.played), *([(words["best"], made.better)] if made.better else [])]
    seat = made.seat
    return (
        f'<div class="moment"><div>{position(game, each.view, made, language, record.seats)}</div><div>'
        f'<p><strong class="{made.grade}">{escape(place[0].upper() + place[1:])}: {escape(each.verdict)}</strong></p>'
        + "".join(
            f"<p>{escape(label)}: {escape(entry_words(choice.action, language, record, each.view, seat))}</p>"
            for label, choice in moves
        )
        + f"<p>{escape(each.sentence)}</p></div></div>"
    )


def action_html(record: Record, action: str, language: Language, view: Any, seat: int) -> str:
    """Return an action in words, with the number that it writes."""
    return escape(entry_words(action, language, record, view, seat))


def position(game: Game[Any], view: Any, made: Decision, language: Language, names: Sequence[str]) -> str:
    """Return the dice and the sheet before a decision, with the places of the action played and the better one.

    The sheets of others follow from which an action takes something.
    """
    marks = marks_of(made.played.action, made.better.action if made.better else None)
    drawn = html_sheets.sheet_html(game, view, made.seat, marks, LANGUAGES[language].FIELDS)
    info, colours = game.info(view), LANGUAGES[language].COLOURS
    actions = (made.played.action, *((made.better.action,) if made.better else ()))
    for seat in shown_seats(game, made.seat, actions)[1:]:
        drawn += (
            f"<p>{escape(names[seat])}</p>{html_sheets.sheet_html(game, view, seat, {}, LANGUAGES[language].FIELDS)}"
        )
    return f"{html_sheets.dice_text(info.get('dice', ()), colours if 'layout' in info else None)}{drawn}"


def decision_rows(record: Record, found: Review, language: Language, shown: Sequence[int]) -> Iterator[str]:
    """Yield a row for each decision, and a row with its position and why another choice was better."""
    words: dict[str, str] = LANGUAGES[language].PAGE
    states, state = {}, record.game.start(len(record.seats))
    reviewed = {each.event for each in found.decisions}
    told = explained_mistakes(record, found, language)
    for number, event in enumerate(record.events, 1):
        if number in reviewed:
            states[number] = state
        state = record.game.apply(state, event)
    for each in found.decisions:
        if each.seat not in shown:
            continue
        where = f"{each.event} · {escape(place_words(each, LANGUAGES[language]))}"
        view = record.game.view(states[each.event], each.seat)
        played, best = (
            action_html(record, choice.action, language, view, each.seat)
            for choice in (each.played, each.better or each.played)
        )
        yield (
            f'<tr class="first"><td{label(words, "step")}>{where}</td>'
            f"<td>{escape(record.seats[each.seat])}</td>"
            f"<td{label(words, 'played')}>{played}</td>"
            f"<td{label(words, 'best')}>{best}</td>"
            f'<td class="n"{label(words, "lost")}>{format_points(each.cost, language, sign="")}</td>'
            f'<td class="{each.grade}">{grade_text(words, each.grade)}</td>'
            f'<td class="n"{label(words, "range")}>{format_range(each)}</td></tr>'
        )
        yield (
            f'<tr><td></td><td class="why" colspan="{len(DECISIONS) - 1}">{escape(told.get(each.event, ""))}'
            f"<details><summary>{escape(LANGUAGES[language].LESSON['sheet'])}</summary>"
            f"{position(record.game, view, each, language, record.seats)}</details></td></tr>"
        )


def label(words: dict[str, str], column: str) -> str:
    """Return the attribute with the heading of a cell's column, for narrow screens."""
    return f' data-label="{escape(words[column])}"'


def format_range(each: Decision) -> str:
    """Return the final scores between which eight of ten games end after a decision."""
    low, _, high = each.quantiles
    return f"{low}–{high}" if low < high else str(high)


def grade_text(words: dict[str, str], grade: Grade) -> str:
    """Return the grade of a decision, with its mark."""
    return escape(f"{words[grade]} {GRADE_MARKS.get(grade, '')}".strip())


def score_chart(record: Record, found: Review, shown: Sequence[int], title: str) -> str:
    """Return the chart of each seat's expected score, with its mistakes."""
    end = max(len(record.events), 1)
    lines = {seat: list(score_steps(found, seat, end)) for seat in shown}
    values = [value for line in lines.values() for _, value in line]
    low, high = min(values) - 5, max(values) + 5

    def x(at: float) -> float:
        return 40 + (WIDTH - 50) * at / end

    def y(value: float) -> float:
        return 10 + (HEIGHT - 75) * (high - value) / (high - low)

    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if (high - low) / step <= 6 or step == 1000)
    drawn = [
        f'<line class="grid" x1="40" x2="{WIDTH - 10}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        f'<text x="2" y="{y(value) + 4:.1f}">{value}</text>'
        for value in range(step * round(low / step), round(high) + 1, step)
        if low <= value <= high
    ]
    for number, (seat, line) in enumerate(lines.items()):
        stroke = f'stroke="var(--s{number % 4})" stroke-dasharray="{DASH_PATTERNS[number % 4]}"'
        points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in line)
        drawn.append(f'<polyline points="{points}" {stroke}/>')
        legend, below = 45 + 185 * (number % 4), HEIGHT - 40 + 18 * (number // 4)
        drawn.append(f'<polyline points="{legend},{below} {legend + 30},{below}" {stroke}/>')
        drawn.append(
            f'<text x="{legend + 36}" y="{below + 4}">{escape(display_text.shorten(record.seats[seat], 18))}</text>'
        )
        drawn += mistake_marks(found.decisions, seat, line, x, y)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">{"".join(drawn)}</svg>'


def mistake_marks(
    made: Sequence[Decision], seat: int, line: Sequence[tuple[int, float]], x: Any, y: Any
) -> Iterator[str]:
    """Yield marks at the mistakes of a seat, below the line of its expected score."""
    for each in made:
        if each.seat == seat and each.grade in (Grade.MISTAKE, Grade.BLUNDER):
            value = next(value for event, value in reversed(line) if event <= each.event)
            place = f'x="{x(each.event):.1f}" y="{y(value) + 14:.1f}"'
            yield f'<text class="mark" {place}>{GRADE_MARKS[each.grade]}</text>'


def score_steps(found: Review, seat: int, end: int) -> Iterator[tuple[int, float]]:
    """Yield a seat's expected score after each event, and also before it if it changes."""
    value = found.seats[seat].ledger.start
    yield 0, value
    for change in found.changes:
        if change.seat == seat:
            yield change.event, value
            value = change.value
            yield change.event, value
    yield end, value
