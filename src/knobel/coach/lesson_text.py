"""The lesson of a seat in words, for the page, the web page of a review and the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.coach.decision import Decision
from knobel.coach.grades import GRADE_MARKS
from knobel.coach.lesson import lead
from knobel.coach.review import Review
from knobel.coach.templates import LANGUAGES, listed, mean_points, percent, sentences, with_articles
from knobel.coach.templates.texts import Texts
from knobel.core import replay
from knobel.notation import Record
from knobel.texts import Language

MIN_ADVANTAGE = 5.0
"""Minimum advantage of one seat over another at the start, in points, that is mentioned."""
MIN_WIN_LOSS = 0.001
"""Minimum loss of winning probability that is mentioned."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision to look at again: the position `view` in which it was made, its verdict, and the reason in words."""

    decision: Decision
    view: Any
    verdict: str
    sentence: str


def moments(record: Record, found: Review, seat: int, language: Language) -> Iterator[Moment]:
    """Yield the moments of a seat, in order of play."""
    words, game = LANGUAGES[language], record.game
    events = found.seats[seat].lesson.moments
    for each in found.decisions:
        if each.seat != seat or each.event not in events:
            continue
        state = replay(game, len(record.seats), record.events[: each.event - 1])
        if each.better is None:
            verdict, sentence = words.PAGE["best"], words.say("lesson.won", points=mean_points(lead(each), words))
        else:
            sign = GRADE_MARKS.get(each.grade, "")
            costs = words.say("lesson.costs", cost=cost(*errors(each), words))
            verdict = with_articles(f"{words.PAGE[each.grade]} {sign}".strip() + f", {costs}", words)
            sentence = sentences(each.why, language, game, record.seats)
        yield Moment(each, game.view(state, seat), verdict, sentence)


def explained_mistakes(record: Record, found: Review, language: Language) -> dict[int, str]:
    """Return by event why another action was better, for inaccuracies, mistakes and blunders.

    A repeated explanation for the same seat only refers to the step of the first one.
    """
    words = LANGUAGES[language]
    told, steps = dict[int, str](), dict[tuple[int, str], int]()
    for each in found.decisions:
        if each.why and each.grade in GRADE_MARKS:
            text = sentences(each.why, language, record.game, record.seats)
            step = steps.setdefault((each.seat, text), each.event)
            told[each.event] = text if step == each.event else words.say("lesson.again", step=step)
    return told


def errors(made: Decision) -> tuple[float, float]:
    """Return the error of a decision in points and in the probability of winning; one of them is 0."""
    return (made.error, 0.0) if made.judged_by == "points" else (0.0, made.error)


def cost(points: float, win: float, words: Texts) -> str:
    """Return lost points and a lost probability of winning in words."""
    parts = [mean_points(points, words)] if points or win < MIN_WIN_LOSS else []
    if win >= MIN_WIN_LOSS:
        parts.append(words.say("lesson.win", chance=percent(win, words, 1)))
    return listed(parts, words)


def advice(found: Review, seat: int, language: Language, names: Sequence[str]) -> list[str]:
    """Return the rule of thumb of a seat, and how well it played, as sentences."""
    return [*rule_sentences(found, seat, language), *strength_sentences(found, seat, language, names)]


def rule_sentences(found: Review, seat: int, language: Language) -> Iterator[str]:
    """Yield the rule of thumb of a seat, and the points that it would have saved; nothing if there is none."""
    words, rule = LANGUAGES[language], found.seats[seat].lesson.rule
    if rule is None:
        return
    yield f"{words.LESSON['rule']}: {words.RULES[rule.theme]}"
    figures = {"count": rule.decisions, "steps": listed(rule.events, words)}
    yield with_articles(words.say("lesson.saved", cost=cost(rule.points, rule.win, words), **figures), words)


def strength_sentences(found: Review, seat: int, language: Language, names: Sequence[str]) -> Iterator[str]:
    """Yield the mean loss and the accuracy of a seat, those of equal bots, and the advantage of the last seat."""
    words, review = LANGUAGES[language], found.seats[seat]
    if not review.decisions:
        return

    def play(points: float, accuracy: float) -> dict[str, str]:
        return {"lost": mean_points(points, words), "accuracy": percent(accuracy / 100, words)}

    yield with_articles(words.say("lesson.average", **play(review.lesson.lost, review.accuracy)), words)
    peers = review.lesson.peers
    if peers is not None:
        told = words.say("lesson.peers", level=words.LEVELS[peers.level], **play(peers.points, peers.accuracy))
        yield with_articles(told, words)
    starts = [each.ledger.start for each in found.seats]
    least, most = min(starts), max(starts)
    if most - least >= MIN_ADVANTAGE:
        figures = {"first": names[starts.index(least)], "last": names[starts.index(most)]}
        yield words.say("lesson.last_seat", **figures, points=mean_points(most - least, words))
