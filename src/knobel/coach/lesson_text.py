"""The lesson of a seat in words, for the page, the web page of a review and the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from knobel.coach.action_words import entry_words
from knobel.coach.assess import Assessment
from knobel.coach.decision import Decision
from knobel.coach.grades import GRADE_MARKS, SHOWN_POINTS, THRESHOLDS, WIN_POINTS, Grade
from knobel.coach.lesson import lead
from knobel.coach.reasons import why
from knobel.coach.reasons.selection import MANY_SMALL
from knobel.coach.review import Review
from knobel.coach.sheet_changes import new_sheet_sentence
from knobel.coach.wording import (
    LANGUAGES,
    listed,
    mean_points,
    percent,
    sentences,
    whole_points,
    with_articles,
)
from knobel.coach.wording.texts import Texts
from knobel.core import replay
from knobel.notation import Record
from knobel.texts import Language

MIN_ADVANTAGE = 5.0
"""Minimum advantage of one seat over another at the start, in points, that is mentioned."""
DECISIVE = 0.5
"""Loss of winning probability after which a victory is mentioned."""
CLOSE = 5
"""Points by which a seat lost at most for this to be mentioned."""
MOST_WITH_LOSSES = 99
"""Highest stated accuracy in percent of a seat that lost points."""
MOST_POINTS = {"knaster": 115}
"""The highest score of games in which it is reached."""
ROUNDING = 1e-9


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
    events, shown = found.seats[seat].lesson.moments, 0
    for each in found.decisions:
        if each.seat != seat or each.event not in events:
            continue
        state = replay(game, len(record.seats), record.events[: each.event - 1])
        if each.better is None:
            verdict, sentence = words.PAGE["best"], praise(record, each, game.view(state, seat), language)
        else:
            sign = GRADE_MARKS.get(each.grade, "")
            costs = costs_of(each, words)
            verdict = with_articles(f"{words.PAGE[each.grade]} {sign}".strip() + f", {costs}", words)
            sentence = sentences(each.why, language, game, record.seats)
            if each.judged_by == "win" and each.error > DECISIVE and found.seats[seat].place == 1:
                sentence = f"{sentence} {words.say('lesson.won_anyway')}"
        told = new_sheet_sentence(record, seat, each.event, shown, words)
        shown, sentence = each.event, f"{told} {sentence}".strip()
        yield Moment(each, game.view(state, seat), verdict, sentence)


def praise(record: Record, made: Decision, view: Any, language: Language) -> str:
    """Return why a best move that was played counted: the second best one, and the reasons against it."""
    words, game = LANGUAGES[language], record.game
    first, second = (choice.action for choice in made.best[:2])
    found = Assessment(made.seat, made.best, lead(made), None)
    told = words.say(
        "lesson.won",
        action=entry_words(second, language, record, view, made.seat),
        points=mean_points(lead(made), words),
    )
    reasons = why(game, view, found, first, second)
    return f"{told} {sentences(reasons, language, game, record.seats) if reasons != (MANY_SMALL,) else ''}".strip()


def explained_mistakes(record: Record, found: Review, language: Language) -> dict[int, str]:
    """Return by event why another action was better, for inaccuracies, mistakes and blunders.

    A repeated explanation for the same seat only refers to the first one, except that of a blunder, and that there is
    no single reason.
    """
    words = LANGUAGES[language]
    told, steps = dict[int, str](), dict[tuple[int, str], Decision]()
    for each in found.decisions:
        if each.why and each.grade in GRADE_MARKS:
            text = sentences(each.why, language, record.game, record.seats)
            first = steps.setdefault((each.seat, text), each)
            whole = first is each or each.grade is Grade.BLUNDER or each.why == (MANY_SMALL,)
            told[each.event] = text if whole else words.say("lesson.again", place=place_words(first, words))
    return told


def place_words(made: Decision, words: Texts) -> str:
    """Return where the players are at a decision: round 10, roll 2."""
    if made.throw is None:
        return words.say("lesson.place_roll", round=made.round)
    if not made.throw:
        return words.say("lesson.place_round", round=made.round)
    return words.say("lesson.place_throw", round=made.round, throw=made.throw)


def costs_of(made: Decision, words: Texts) -> str:
    """Return the cost of a decision in points, with the lost chance of winning if this is what weighs."""
    told = mean_points(made.cost, words)
    if made.judged_by == "win" and made.cost - ROUNDING <= WIN_POINTS * made.error:
        return words.say("lesson.costs_win", cost=told, chance=percent(made.error, words, 1))
    return words.say("lesson.costs", cost=told)


def advice(found: Review, seat: int, language: Language, names: Sequence[str]) -> list[str]:
    """Return the rule of thumb of a seat, and how well it played, as sentences."""
    return [
        *rule_sentences(found, seat, language),
        *measure_sentence(found, seat, LANGUAGES[language]),
        *strength_sentences(found, seat, language, names),
    ]


def rule_sentences(found: Review, seat: int, language: Language) -> Iterator[str]:
    """Yield the rule of thumb of a seat, and the cost of the decisions against it; nothing if there is none."""
    words, rule = LANGUAGES[language], found.seats[seat].lesson.rule
    if rule is None:
        return
    yield f"{words.LESSON['rule']}: {words.RULES[rule.theme]}"
    about = [each for each in found.decisions if each.event in rule.events]
    rounds = list(dict.fromkeys(each.round for each in about))
    key = "lesson.rolls" if about[0].throw is None else "lesson.rounds"
    figures = {"count": len(about), "places": words.say(key, count=len(rounds), rounds=listed(rounds, words))}
    yield with_articles(words.say("lesson.saved", cost=mean_points(rule.points, words), **figures), words)


def measure_sentence(found: Review, seat: int, words: Texts) -> Iterator[str]:
    """Yield once the meaning of a cost in points, and the costs from which a decision has each grade."""
    limits = {limit.grade: f"{limit.points:g}".replace(".", words.DECIMAL) for limit in THRESHOLDS}
    told = [each for each in found.decisions if each.seat == seat and each.grade in GRADE_MARKS]
    if told:
        yield words.say("lesson.measure", **limits)
    if any(each.judged_by == "win" for each in told):
        yield words.say("lesson.measure_win", share=percent(1 / WIN_POINTS, words, 1))


def strength_sentences(found: Review, seat: int, language: Language, names: Sequence[str]) -> Iterator[str]:
    """Yield the mean loss and the accuracy of a seat, those of equal bots, and the advantage of the last seat."""
    words, review = LANGUAGES[language], found.seats[seat]
    if not review.decisions:
        return

    def play(points: float, accuracy: float) -> dict[str, str]:
        faultless = points < SHOWN_POINTS
        shown = accuracy if faultless else min(accuracy, MOST_WITH_LOSSES)
        return {"lost": mean_points(points, words), "accuracy": percent(shown / 100, words)}

    yield with_articles(words.say("lesson.average", **play(review.lesson.lost, review.accuracy)), words)
    peers = review.lesson.peers
    if peers is not None:
        told = words.say("lesson.peers", level=words.LEVELS[peers.level], **play(peers.points, peers.accuracy))
        yield with_articles(told, words)
    finals = [each.ledger.final for each in found.seats]
    if 0 < (behind := max(finals) - finals[seat]) <= CLOSE:
        yield words.say("lesson.close", points=whole_points(behind, words))
    if MOST_POINTS.get(found.game) == finals[seat]:
        yield words.say("lesson.most", points=whole_points(finals[seat], words))
    starts = [each.ledger.start for each in found.seats]
    least, most = min(starts), max(starts)
    behind_place = starts.index(least) == seat and finals[seat] < max(finals) <= finals[seat] + most - least
    if most - least >= MIN_ADVANTAGE and behind_place:
        figures = {"first": names[starts.index(least)], "last": names[starts.index(most)]}
        yield words.say("lesson.last_seat", **figures, points=mean_points(most - least, words))
