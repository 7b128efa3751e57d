"""The table of a season of a group against a plain calculation: forty people, three games, one season after another."""

import random
from collections.abc import Sequence
from statistics import fmean

import pytest

from knobel.rating import estimates
from knobel.server.groups.history import History, history
from knobel.server.groups.messages import SeasonRanking
from knobel.server.groups.standings import Kind, games_of, season
from knobel.server.groups.store import GroupResult, Member

KINDS: Sequence[Kind] = [("knister", "{}"), ("knaster", "{}"), ("knoeffel", '{"columns":2}')]
PEOPLE = [f"p{number:02}" for number in range(40)]


def result(
    person: str, score: int, *, game: int = 0, kind: Kind = KINDS[0], luck: float | None = None, time: int = 0
) -> GroupResult:
    return GroupResult(f"T{game:05}", 3, *kind, person, score, luck, time or game)


def a_season(seed: int = 1) -> list[GroupResult]:
    """Return the results of 120 games of two to forty people, some without known luck, some of erased people."""
    rng, found = random.Random(seed), []
    for game in range(1, 121):
        kind = rng.choice(KINDS)
        for person in rng.sample(PEOPLE, rng.choice([1, 2, 3, 4, 6, 40])):
            luck = round(rng.gauss(0, 10), 2) if rng.random() < 0.8 else None
            player = "" if rng.random() < 0.02 else person
            found.append(result(player, rng.randrange(20, 80), game=game, kind=kind, luck=luck))
    return found


def members(people: Sequence[str]) -> list[Member]:
    return [Member(person, f"Name of {person}", number, 0, False, 0) for number, person in enumerate(people, 1)]


def plain(results: list[GroupResult], people: Sequence[str], ranking: str, kind: Kind | None) -> dict[str, float]:
    """Return the totals of a season, by comparing everybody with everybody in each game."""
    totals: dict[str, list[float]] = {}
    for table in dict.fromkeys(each.table for each in results):
        game = [each for each in results if each.table == table]
        if len(game) < 2 or (kind is not None and (game[0].game, game[0].options) != kind):
            continue
        for own in game:
            if own.person not in people or (ranking == "luck" and own.luck is None):
                continue
            others = [each.score for each in game if each is not own]
            beaten = sum(1.0 if other < own.score else 0.5 * (other == own.score) for other in others)
            value = {"points": own.score, "places": 100 * beaten / len(others), "luck": own.score - (own.luck or 0)}
            totals.setdefault(own.person, []).append(value[ranking])
    if ranking == "luck":
        return {person: list(estimates(own))[-1].mean for person, own in totals.items()}
    return {person: sum(own) for person, own in totals.items()}


@pytest.mark.parametrize("kind", [None, *KINDS])
@pytest.mark.parametrize("ranking", ["places", "points", "luck"])
def test_a_season_of_forty_equals_a_plain_calculation(ranking: SeasonRanking, kind: Kind | None) -> None:
    results, here = a_season(), PEOPLE[:-3]
    expected = plain(results, here, ranking, kind)
    rows = season(games_of(results), here, ranking, kind)
    assert {row.person: pytest.approx(row.total) for row in rows} == expected
    for row in rows:
        assert row.place == 1 + sum(other > expected[row.person] + 1e-6 for other in expected.values())
    assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_people_who_left_change_no_total_of_the_others() -> None:
    games = games_of(a_season())
    all_rows = {row.person: row.total for row in season(games, PEOPLE, "places", None)}
    rest = {row.person: row.total for row in season(games, PEOPLE[5:], "places", None)}
    assert rest == {person: total for person, total in all_rows.items() if person in PEOPLE[5:]}


def test_a_game_alone_does_not_count() -> None:
    games = games_of(
        [result("a", 30, game=1), result("a", 20, game=2), result("b", 20, game=2), result("c", 5, game=2)]
    )
    (a, b, c) = season(games, "abc", "points", None)
    assert [(row.person, row.place, row.total, row.games, row.wins) for row in (a, b, c)] == [
        ("a", 1, 20, 1, 1),
        ("b", 1, 20, 1, 1),
        ("c", 3, 5, 1, 0),
    ]


def seasons_of(results: list[GroupResult], people: Sequence[str]) -> History:
    return history(results, [(1, 0), (2, 61)], members(people))


def test_seasons_follow_each_other() -> None:
    results = a_season()
    known = seasons_of(results, PEOPLE)
    first, second = (known.view("p07", number, "places", None) for number in (1, 2))
    assert known.view("p07", None, "places", None) == known.view("p07", 9, "places", None) == second
    assert (first.season.began, first.season.ended, second.season.ended) == (0, 61, None)
    assert first.games + second.games == len(games_of(results))
    for number, each in ((1, first), (2, second)):
        in_season = [one for one in results if (one.time < 61) == (number == 1)]
        expected = plain(in_season, PEOPLE, "places", None)
        assert {row.name: pytest.approx(row.total) for row in each.rows} == {
            f"Name of {person}": total for person, total in expected.items()
        }
        assert [row.name for row in each.rows if row.you] == ["Name of p07"]
        assert sum(kind.games for kind in each.kinds) == each.games
    # The records are those of all seasons.
    assert first.records == second.records
    best = max(each.score for game in games_of(results) for each in game if each.game == "knaster")
    assert next(record.points for record in first.records if record.game == "knaster") == best


def test_points_are_compared_within_one_game() -> None:
    known = seasons_of(a_season(), PEOPLE)
    view = known.view("p00", 1, "points", None)
    assert view.kind == view.kinds[0], "the game that was played most"
    assert known.view("p00", 1, "places", ("knister", '{"unknown":1}')).kind is None
    chosen = known.view("p00", 1, "points", KINDS[2])
    assert chosen.kind is not None
    assert (chosen.kind.game, chosen.kind.options) == ("knoeffel", {"columns": 2})
    assert fmean(row.mean for row in chosen.rows) < 80


def test_an_erased_person_holds_the_record() -> None:
    games = [result("a", 70, game=1), result("b", 60, game=1), result("b", 70, game=2), result("", 80, game=3)]
    known = history([*games, result("b", 1, game=3)], [(1, 0)], members("b"))
    (record,) = known.view("b", None, "places", None).records
    assert (record.points, record.name, record.games) == (80, None, 2), "a game of one person does not count"
    assert known.view("b", None, "places", None).others == 2
