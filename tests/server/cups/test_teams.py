"""Teams in cups: their table against a plain calculation, their settings, and who puts people into them."""

import random
from statistics import fmean
from typing import Any, Literal

import pytest

from knobel.core import BadSetup
from knobel.server.cups.messages import Teams
from knobel.server.cups.standings import Standing
from knobel.server.cups.teams import decoded, encoded, team_standings
from knobel.tables.refusals import Refused
from tests.server.client import Person, Server
from tests.server.cups.test_routes import begin, opened, play, refusal, seen, sent

NAMES = ["Red", "Blue", "Green", "Nobody"]


def standing(person: str, total: float | None) -> Standing:
    return Standing(1, person, person, total or 0.0, None, {}, {} if total is None else {1: 50.0})


@pytest.mark.parametrize("ranking", ["sum", "mean", "best"])
def test_the_table_of_teams_equals_a_plain_calculation(ranking: Literal["sum", "mean", "best"]) -> None:
    rng = random.Random(3)
    table = [standing(f"p{number}", rng.choice([None, *range(20, 60)])) for number in range(40)]
    team_of = {row.person: rng.choice([None, 0, 1, 2]) for row in table}
    teams = Teams(names=NAMES, ranking=ranking, best=3 if ranking == "best" else 0)
    totals: dict[int, float] = {}
    for number in range(3):
        played = sorted((row.total for row in table if team_of[row.person] == number and row.shares), reverse=True)
        totals[number] = {"sum": sum(played), "mean": fmean(played), "best": sum(played[:3])}[ranking]
    rows = team_standings(teams, table, team_of)
    assert {row.number: row.total for row in rows[:3]} == {
        number: pytest.approx(total) for number, total in totals.items()
    }
    assert [row.place for row in rows[:3]] == [
        1 + sum(other > totals[row.number] for other in totals.values()) for row in rows[:3]
    ]
    assert [row.people for row in rows[:3]] == [
        sum(team == row.number for team in team_of.values()) for row in rows[:3]
    ]
    assert (rows[3].number, rows[3].total, rows[3].people) == (3, None, 0), "a team without a result is last"


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": ["Alone"]},
        {"names": [str(number) for number in range(31)]},
        {"names": ["Red", "red"]},
        {"names": ["Red", " "]},
        {"names": ["Red", "Blue"], "ranking": "best"},
    ],
)
def test_settings_of_teams_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        encoded(Teams(**wrong))
    with pytest.raises(Refused):
        encoded(Teams(names=["Red", "B" * 61]))
    kept = Teams(names=[" Red ", "Blue"], chosen=False, ranking="best", best=2)
    assert decoded(encoded(kept)) == Teams(names=["Red", "Blue"], chosen=False, ranking="best", best=2)
    assert decoded(encoded(None)) is None


async def test_people_choose_and_the_host_decides(server: Server) -> None:
    host, ann, ben = [await Person(server.url).arrive(name) for name in ("Host", "Ann", "Ben")]

    async def choose(person: Person, number: int, team: int | None) -> Any:
        return await person.http.put(f"/api/cups/{link}/entries/{number}/team", json={"team": team})

    link = await opened(host, teams={"names": ["Red", "Blue"], "ranking": "sum"})
    for person in (ann, ben):
        await sent(await person.http.post(f"/api/cups/{link}/entry"))
    assert refusal(await choose(ann, 1, 2)) == "not_found"
    assert refusal(await choose(ann, 2, 0)) == "not_host", "only the own team"
    await sent(await choose(ann, 1, 1))
    await sent(await choose(ben, 2, 0))
    assert (await sent(await choose(ben, 2, None)))["rows"][1]["team"] is None
    await play(ann, link, 1)
    assert refusal(await choose(ann, 1, 0)) == "cup_closed", "not after the first game began"
    await (await begin(ben, link, 1)).play()
    found = await sent(await choose(host, 2, 0))
    points = {row["name"]: row["total"] for row in found["rows"]}
    assert {row["number"]: row["total"] for row in found["team_rows"]} == {0: points["Ben"], 1: points["Ann"]}
    head, *lines = (await host.http.get(f"/api/cups/{link}/table.csv")).content.decode("utf-8-sig").splitlines()
    assert head.split(",")[5] == "team"
    assert {line.split(",")[5] for line in lines} == {"Red", "Blue"}
    # In a cup whose host makes the teams, nobody else does; without teams, there are none.
    link = await opened(host, teams={"names": ["Red", "Blue"], "chosen": False})
    await sent(await ann.http.post(f"/api/cups/{link}/entry"))
    assert refusal(await choose(ann, 1, 0)) == "not_host"
    await sent(await choose(host, 1, 0))
    link = await opened(host)
    assert (await seen(host, link))["teams"] is None
    await sent(await ann.http.post(f"/api/cups/{link}/entry"))
    assert refusal(await choose(host, 1, 0)) == "not_found"
