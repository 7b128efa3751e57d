"""Conditions and statements about the members of groups and their results, shared by the stores of all domains."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Select, and_, delete, exists, select

from knobel.server.database import schema
from knobel.server.database.store import Statement

MIN_PEOPLE = 2
"""A game at a table of a group counts if at least this number of people finished it."""

_groups, _members, _results = schema.groups.c, schema.members.c, schema.results.c

IS_OF_GROUP = _results.table.in_(select(schema.group_tables.c.table))
"""Condition that a result counts for a group."""
IS_NAMELESS = and_(_results.person == "", _results.name == "")
"""Condition that a result belongs to an erased person, and is kept only for a group."""


def groups_of(person: str) -> Select[tuple[str]]:
    """Select the codes of the groups in which a person is a member."""
    return select(_members.group).where(_members.person == person, _members.removed.is_(False))


def share_a_group(person: str, other: str) -> ColumnElement[bool]:
    """Return the condition that two people are members of the same group."""
    others = schema.members.alias().c
    return exists().where(
        _members.person == person,
        _members.removed.is_(False),
        others.group == _members.group,
        others.person == other,
        others.removed.is_(False),
    )


def groups_deleted(codes: Collection[str] | Select[tuple[str]], *conditions: ColumnElement[bool]) -> list[Statement]:
    """Return the statements that delete groups that meet the conditions, with the nameless results kept for them."""
    gone = select(_groups.code).where(_groups.code.in_(codes), *conditions)
    tables = select(schema.group_tables.c.table).where(schema.group_tables.c.group.in_(gone))
    return [
        delete(schema.results).where(_results.table.in_(tables), IS_NAMELESS),
        delete(schema.groups).where(_groups.code.in_(gone)),
    ]


def empty_groups_deleted(codes: Collection[str]) -> list[Statement]:
    """Return the statements that delete those of these groups that have no members any more."""
    return groups_deleted(codes, ~_has_others(""))


def lonely_groups_deleted(person: str) -> list[Statement]:
    """Return the statements that delete the groups of which a person is the only member."""
    return groups_deleted(groups_of(person), ~_has_others(person))


def _has_others(person: str) -> ColumnElement[bool]:
    others = schema.members.alias().c
    return exists().where(others.group == _groups.code, others.person != person, others.removed.is_(False))
