"""The lesson of a seat in words, for the page, the web page of a review and the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from knobel.coach.decision import Decision
from knobel.coach.grades import GRADE_MARKS, SHOWN_POINTS
from knobel.coach.lesson import lead
from knobel.coach.review import Review
from knobel.coach.sheet_changes import new_sheet_sentence
from knobel.coach.templates import LANGUAGES, listed, mean_points, percent, sentences, whole_points, with_articles
from knobel.coach.templates.texts import Texts
from knobel.core import replay
from knobel.notation import Record
from knobel.texts import Language

MIN_ADVANTAGE = 5.0
"""Minimum advantage of one seat over another at the start, in points, that is mentioned."""
MIN_STAKE = 0.1
"""Minimum points that any move costs on average to tell them."""
DECISIVE = 0.5
"""Loss of winning probability after which a victory is mentioned."""
CLOSE = 5
"""Points by which a seat lost at most for this to be mentioned."""
MOST_WITH_LOSSES = 99
"""Highest stated accuracy in percent of a seat that lost points."""
MOST_POINTS = {"knaster": 115}
"""The highest score of games in which it is reached."""
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
    events, shown = found.seats[seat].lesson.moments, 0
    for each in found.decisions:
        if each.seat != seat or each.event not in events:
            continue
        state = replay(game, len(record.seats), record.events[: each.event - 1])
        if each.better is None:
            verdict, sentence = words.PAGE["best"], words.say("lesson.won", points=mean_points(lead(each), words))
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


def explained_mistakes(record: Record, found: Review, language: Language) -> dict[int, str]:
    """Return by event why another action was better, for inaccuracies, mistakes and blunders.

    A repeated explanation for the same seat only refers to the step of the first one.
    """
    words = LANGUAGES[language]
    told, steps = dict[int, str](), dict[tuple[int, str], Decision]()
    for each in found.decisions:
        if each.why and each.grade in GRADE_MARKS:
            text = sentences(each.why, language, record.game, record.seats)
            first = steps.setdefault((each.seat, text), each)
            told[each.event] = text if first is each else words.say("lesson.again", place=place_words(first, words))
    return told


def place_words(made: Decision, words: Texts) -> str:
    """Return where the players are at a decision: round 10, roll 2."""
    if made.throw is None:
        return words.say("lesson.place_roll", round=made.round)
    if not made.throw:
        return words.say("lesson.place_round", round=made.round)
    return words.say("lesson.place_throw", round=made.round, throw=made.throw)


def costs_of(made: Decision, words: Texts) -> str:
    """Return the cost of a decision; in points also what any move costs there, by which the grade is measured."""
    told = cost(*errors(made), words)
    if made.judged_by == "win" or made.stake < MIN_STAKE:
        return words.say("lesson.costs", cost=told)
    return words.say("lesson.stake", cost=told, stake=mean_points(made.stake, words))


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
    about = [each for each in found.decisions if each.event in rule.events]
    for measure in ("points", "win"):
        if lost := [each for each in about if each.judged_by == measure]:
            yield with_articles(saved_sentence(lost, words), words)


def saved_sentence(lost: Sequence[Decision], words: Texts) -> str:
    """Return what decisions against a rule cost, all in points or all in chances of winning.

    Chances of winning do not add up, so only the largest loss of them is stated.
    """
    rounds = list(dict.fromkeys(each.round for each in lost))
    key = "lesson.rolls" if lost[0].throw is None else "lesson.rounds"
    figures = {"count": len(lost), "places": words.say(key, count=len(rounds), rounds=listed(rounds, words))}
    if lost[0].judged_by == "points":
        return words.say("lesson.saved", cost=mean_points(fsum(each.error for each in lost), words), **figures)
    most = max(each.error for each in lost)
    return words.say("lesson.saved_win", cost=cost(0.0, most, words), chance=percent(most, words, 1), **figures)


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
    if most - least >= MIN_ADVANTAGE:
        figures = {"first": names[starts.index(least)], "last": names[starts.index(most)]}
        yield words.say("lesson.last_seat", **figures, points=mean_points(most - least, words))
