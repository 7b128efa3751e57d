"""The table of a cup against a plain calculation, ties, and the table of a series."""

import random
from dataclasses import replace

import pytest

from knobel.presentation.deal_days import DAY_MS
from knobel.server.cups.messages import NewCup
from knobel.server.cups.opening import new_cup, next_cup
from knobel.server.cups.standings import Standing, season, standings
from knobel.server.cups.store import Cup, CupGame, Entry

CUP = new_cup(NewCup(title="", game="knister", deals=2, closes=DAY_MS), "host", 0)


def entry(person: str, *, removed: bool = False) -> Entry:
    return Entry(person, person, ord(person), 0, removed)


def game(person: str, deal: int, points: int | None, lost: float | None = None) -> CupGame:
    return CupGame(deal, person, f"{person}{deal}", 0, 3, points, 5, lost)


def table(games: list[CupGame], cup: Cup = CUP, people: str = "ABC") -> list[Standing]:
    entries = [replace(entry(person), number=number) for number, person in enumerate(people)]
    return standings(cup, entries, games)


def test_points_are_added() -> None:
    found = table([game("A", 1, 10), game("B", 1, 30), game("A", 2, 25), game("C", 1, None)])
    assert [(row.person, row.place, row.total) for row in found] == [("A", 1, 35), ("B", 2, 30), ("C", 3, 0)]


def test_places_are_compared_deal_by_deal() -> None:
    cup = replace(CUP, ranking="places")
    games = [game("A", 1, 10), game("B", 1, 30), game("C", 1, 10), game("A", 2, 200), game("B", 2, 100)]
    found = {row.person: row for row in table(games, cup)}
    assert found["A"].shares == {1: 25, 2: 100}
    assert found["B"].shares == {1: 100, 2: 0}
    assert found["C"].shares == {1: 25}
    assert {person: row.total for person, row in found.items()} == {"A": 125, "B": 100, "C": 25}


def test_a_place_alone_is_in_the_middle() -> None:
    (row, *_) = table([game("A", 1, 10)], replace(CUP, ranking="places"))
    assert (row.person, row.total) == ("A", 50)


@pytest.mark.parametrize(
    ("losses", "places"),
    [
        ((3.0, 1.0, 2.0), {"B": 1, "C": 2, "A": 3}),
        ((3.0, None, 2.0), {"A": 1, "B": 1, "C": 1}),
        ((1.0, 1.001, 2.0), {"A": 1, "B": 1, "C": 3}),
    ],
)
def test_ties_are_broken_by_points_given_away(losses: tuple[float | None, ...], places: dict[str, int]) -> None:
    games = [game(person, 1, 20, lost) for person, lost in zip("ABC", losses, strict=True)]
    found = table(games)
    assert {row.person: row.place for row in found} == places


def test_removed_people_are_not_compared() -> None:
    people = [entry("A"), entry("B", removed=True), entry("C")]
    found = standings(replace(CUP, ranking="places"), people, [game("A", 1, 5), game("B", 1, 9), game("C", 1, 7)])
    assert [(row.person, row.total) for row in found] == [("C", 100), ("A", 0)]


@pytest.mark.parametrize("ranking", ["points", "places"])
def test_the_order_of_games_does_not_matter(ranking: str) -> None:
    rng = random.Random(7)
    people = [Entry(f"p{number:02}", "", number, 0, False) for number in range(40)]
    cup = replace(CUP, deals=5, ranking="places" if ranking == "places" else "points")
    games = [
        CupGame(deal, each.person, "", 0, 1, rng.randrange(20, 40), 5, rng.randrange(50) / 7)
        for each in people
        for deal in range(1, 6)
        if rng.random() < 0.8
    ]
    first = standings(cup, people, games)
    rng.shuffle(games)
    again = standings(cup, people, games)
    assert [(row.person, row.place) for row in again] == [(row.person, row.place) for row in first]
    assert [row.place for row in first] == sorted(row.place for row in first)


def test_a_season_adds_the_cups() -> None:
    rounds = [table([game("A", 1, 10), game("B", 1, 30)]), table([game("A", 1, 25)], people="AC")]
    found = season(rounds)
    assert [(row.person, row.place, row.total, row.totals) for row in found] == [
        ("A", 1, 35, [10, 25]),
        ("B", 2, 30, [30, None]),
        ("C", 3, 0, [0, 0]),
    ]


def test_equal_people_share_a_place_and_stand_in_one_order_in_all_tables() -> None:
    games = [game(person, 1, points) for person, points in zip("DABC", (20, 20, 20, 30), strict=True)]
    first, second = table(games, people="DBAC"), table(games, people="CABD")
    assert [(row.person, row.place) for row in first] == [("C", 1), ("A", 2), ("B", 2), ("D", 2)]
    for other in (second, season([first, second]), season([second, first])):
        assert [(row.person, row.place) for row in other] == [(row.person, row.place) for row in first]
    earlier = table([game("D", 1, 5), game("A", 1, 5), game("B", 1, 0), game("B", 2, 5)], people="BDA")
    assert [row.person for row in season([earlier])] == ["A", "B", "D"]


def test_a_series_skips_the_cups_that_would_have_closed() -> None:
    cup = replace(CUP, every="week", opens=0, closes=DAY_MS)
    following = next_cup(cup, "week", 30 * DAY_MS)
    assert (following.opens, following.closes, following.round) == (35 * DAY_MS, 36 * DAY_MS, 2)
    assert (following.series, following.every, following.key) == (cup.series, "", cup.key)
