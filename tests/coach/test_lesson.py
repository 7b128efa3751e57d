"""What a seat can learn from a game: moments, a rule of thumb, and equal bots, in three languages and renderings."""

from dataclasses import replace

import pytest

from knobel.coach import Decision, Grade, Reason, page, review
from knobel.coach.assess import Choice
from knobel.coach.grades import GRADE_MARKS
from knobel.coach.lesson import find_moments, find_rule
from knobel.coach.lesson_text import advice, explained_mistakes, moments
from knobel.coach.marked_places import marks_of
from knobel.coach.sheet_changes import table_sentences
from knobel.coach.strength import level_errors, peers
from knobel.coach.themes import GAME_THEMES, main_theme
from knobel.coach.wording import LANGUAGES
from knobel.core import replay
from knobel.engines import games_with
from tests.coach.conftest import Played

THEME = {"earns": "last_cells", "too_far": "straights", "same_number": "straights", "pairs_up": "equal_numbers"}
"""The theme that the whole loss belongs to, by the kind of reason that these tests combine with it."""


def decision(event: int, error: float, kind: str | None = None, lead: float = 0.0, **figures: object) -> Decision:
    """Return a decision that lost `error` points; without an error the best choice was played, with a lead."""
    parts = {THEME[kind]: error} if kind in THEME else {}
    good, other = Choice("c3", 60.0, 0.0, None, None), Choice("a1", 60.0 - (error or lead), 0.0, None, None)
    grade = Grade.BEST if not error else Grade.MISTAKE if error > 1.5 else Grade.INACCURACY
    why = (Reason(kind, figures),) if kind else ()
    better = good if error else None
    return Decision(
        event, 0, other if error else good, (good, other), error, None, "points", error, better, False, grade, why,
        (50, 60, 70), parts=parts, cost=error,
    )  # fmt: skip


def test_the_costliest_decisions_are_moments_in_order_of_play() -> None:
    made = [decision(2, 1.0), decision(4, 3.0), decision(6, 0.5), decision(8, 2.0)]
    assert find_moments(made) == (2, 4, 8)


def test_without_mistakes_the_hardest_best_moves_are_moments() -> None:
    made = [decision(2, 0.0, lead=0.5), decision(4, 0.0, lead=3.0), decision(6, 2.0), decision(8, 0.0, lead=1.5)]
    assert find_moments(made) == (4, 6, 8)


def test_of_mistakes_with_the_same_reason_the_gravest_is_a_moment() -> None:
    made = [decision(event, 9.0 - event, "earns") for event in (2, 4)]
    made += [decision(6, 2.5, "too_far"), decision(8, 2.0, "dead_line")]
    assert find_moments(made) == (2, 6, 8)
    assert find_moments(made[:3]) == (2, 4, 6)


def test_a_mistake_that_only_loses_chances_teaches_nothing() -> None:
    made = [decision(2, 5.0, "win"), decision(4, 2.0, "earns"), decision(6, 2.0, "too_far"), decision(8, 2.0, "caps")]
    assert find_moments(made) == (4, 6, 8)


def test_the_rule_of_thumb_counts_only_moves_that_are_marked() -> None:
    good = replace(decision(2, 0.3, "too_far"), grade=Grade.GOOD)
    rule = find_rule("knister", [good, decision(4, 3.0, "too_far")])
    assert rule is not None
    assert rule.events == (4,)


def test_a_chance_that_is_missed_again_is_lost_once() -> None:
    rule = find_rule("knister", [decision(4, 2.0, "too_far"), decision(6, 3.0, "too_far")])
    assert rule is not None
    assert (rule.decisions, rule.events, rule.points) == (1, (6,), 3.0)


def test_a_repeated_sentence_refers_to_its_first_step(played: Played) -> None:
    record = played("kniffeliger", "beginner,casual")
    found = review(record, "quick")
    first, second, third = [each for each in found.decisions if each.grade in GRADE_MARKS and each.seat == 0][:3]
    same = replace(second, why=first.why, grade=Grade.MISTAKE)
    told = explained_mistakes(
        record, replace(found, decisions=(first, same, replace(third, seat=1, why=first.why))), "en"
    )
    assert told[same.event] == f"As in round {first.round}, roll {first.throw}."
    assert told[third.event] == told[first.event]


def test_the_rule_of_thumb_is_that_of_the_theme_that_cost_most() -> None:
    made = [
        decision(2, 3.0, "earns"), decision(4, 2.0, "too_far"), decision(6, 2.5, "same_number"),
        decision(8, 9.0, "many_small"),
    ]  # fmt: skip
    rule = find_rule("knister", made)
    assert rule is not None
    assert (rule.theme, rule.events, rule.points) == ("straights", (4, 6), 4.5)
    assert find_rule("knister", [decision(2, 0.5, "earns")]) is None


def test_a_moment_is_about_the_rule_of_thumb() -> None:
    made = [
        decision(2, 4.0, "earns"), decision(4, 2.8, "too_far"), decision(6, 2.9, "same_number"),
        decision(8, 3.0, "dead_line"), decision(10, 3.9, "pairs_up"),
    ]  # fmt: skip
    assert find_moments(made, find_rule("knister", made)) == (2, 6, 10)


def test_mistakes_without_a_known_reason_are_moments_only_if_there_are_no_others() -> None:
    made = [decision(2, 9.0, "many_small"), decision(4, 2.0, "too_far"), decision(6, 1.0, "earns")]
    assert find_moments(made) == (2, 4, 6)
    assert find_moments([*made, decision(8, 1.5, "pairs_up")]) == (4, 6, 8)


def test_every_theme_has_a_text() -> None:
    names = {theme for themes in GAME_THEMES.values() for theme in themes}
    assert all(texts.THEMES.keys() == texts.RULES.keys() == names for texts in LANGUAGES.values())


def test_the_theme_of_a_mistake_is_the_part_that_is_larger_than_usual() -> None:
    parts = {"crossings": 1.0, "diagonals": 0.9, "straights": -0.9}
    assert main_theme(parts, 1.0, {}) == "crossings"
    assert main_theme(parts, 1.0, {"crossings": 0.3, "diagonals": 0.1}) == "diagonals"
    assert main_theme({"straights": -1.0}, 1.0, {}) is None


@pytest.mark.parametrize("game", games_with("engine"))
def test_equal_bots_are_those_with_the_nearest_accuracy(game: str) -> None:
    levels = level_errors(game)
    for level, errors in levels.items():
        found = peers(game, errors.accuracy)
        assert found is not None
        assert (found.level, found.points) == (level, errors.points)
    assert peers("unknown", 50) is None


def test_a_lesson_in_every_language(played: Played) -> None:
    record = replace(played("kniffeliger", "beginner,casual"), seats=("Ann <b>", "Ben"))
    found = review(record, "quick")
    for language, words in LANGUAGES.items():
        told = list(moments(record, found, 0, language))
        assert [each.decision.event for each in told] == list(found.seats[0].lesson.moments)
        assert len(told) == 3
        assert all(each.sentence for each in told)
        assert any(
            words.say("lesson.measure", inaccuracy="", mistake="", blunder="")[:9] in sentence
            for sentence in advice(found, 0, language, record.seats)
        )
        drawn = page(record, found, language)
        assert words.LESSON["moments"] in drawn
        assert drawn.count('<table class="sheet">') >= len(found.decisions) + 6


@pytest.mark.parametrize(
    ("played_action", "better", "marks"),
    [
        ("c3", "a1", {"c3": "✎", "a1": "★"}),
        ("c3", "c3o", {"c3": "✎★"}),
        ("row1:a1,b1", "c3", {"a1": "✎", "b1": "✎", "c3": "★"}),
        ("k335", "fh.2", {"fh.2": "★"}),
        ("steal.1.fh", None, {"fh": "✎"}),
        ("roll", "end", {}),
        ("swap.1", "shift", {}),
    ],
)
def test_places_of_actions_are_marked(played_action: str, better: str | None, marks: dict[str, str]) -> None:
    assert marks_of(played_action, better) == marks


def test_action_dice_that_could_not_be_played_any_more_are_no_unused_ones(played: Played) -> None:
    """Dice that were earned in the last round count from the next one on, which does not come."""
    earned_last = False
    for seed in range(1, 5):
        record = played("kniffeliger", "random,casual", seed)
        end = replay(record.game, 2, record.events)
        earned_last |= any(map(any, end.earned))
        for seat in range(2):
            told = [each for each in table_sentences(record, seat, "en") if "unused" in each]
            assert bool(told) == any(end.hands[seat])
    assert earned_last
