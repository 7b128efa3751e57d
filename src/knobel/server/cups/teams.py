"""Teams in cups: their settings, and their table."""

from collections.abc import Collection, Mapping
from math import fsum

import msgspec

from knobel.core import BadSetup, places
from knobel.server.cups.messages import CupTeam, Teams
from knobel.server.cups.standings import DIGITS, Standing
from knobel.server.people.titles import clean_title

MIN_TEAMS, MAX_TEAMS = 2, 30


def encoded(teams: Teams | None) -> str:
    """Return the settings of the teams as they are stored, empty without teams.

    :raises BadSetup: if they are not possible.
    :raises Refused: `too_large`, if a name is too long.
    """
    if teams is None:
        return ""
    names = [clean_title(name) for name in teams.names]
    if not MIN_TEAMS <= len(names) <= MAX_TEAMS:
        raise BadSetup(f"there are {MIN_TEAMS} to {MAX_TEAMS} teams")
    if not all(names) or len({name.casefold() for name in names}) < len(names):
        raise BadSetup("each team has a name of its own")
    if teams.ranking == "best" and teams.best < 1:
        raise BadSetup("at least the best one of each team counts")
    return msgspec.json.encode(msgspec.structs.replace(teams, names=names)).decode()


def decoded(stored: str) -> Teams | None:
    """Return the settings of the teams, None without teams."""
    return msgspec.json.decode(stored, type=Teams) if stored else None


def team_standings(teams: Teams, table: Collection[Standing], team_of: Mapping[str, int | None]) -> list[CupTeam]:
    """Return the table of the teams, the best first; those without a result are last.

    Only people count who have finished a game. The total of a team is the sum or the mean of their totals, or the sum
    of the best of them.

    :param table: the table of the people.
    :param team_of: the number of the team of each person, from 0.
    """
    totals: list[list[float]] = [[] for _ in teams.names]
    people = [0 for _ in teams.names]
    for row in table:
        team = team_of.get(row.person)
        if team is not None and team < len(totals):
            people[team] += 1
            # Every person with a finished game has a share, even if it is 0.
            if row.shares:
                totals[team].append(row.total)
    rows = []
    for number, own in enumerate(totals):
        counted = sorted(own, reverse=True)[: teams.best if teams.ranking == "best" else None]
        total = None
        if counted:
            total = fsum(counted) / (len(counted) if teams.ranking == "mean" else 1)
        rows.append(CupTeam(place=0, number=number, total=total, people=people[number], counted=len(counted)))
    taken = places([float("-inf") if row.total is None else round(row.total, DIGITS) for row in rows])
    for team_row, place in zip(rows, taken, strict=True):
        team_row.place = place
    return sorted(rows, key=lambda row: row.place)
