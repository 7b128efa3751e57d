"""The domains of a server. Another folder needs a line here and nothing else outside of it."""

from knobel.server.cluster import domain as cluster
from knobel.server.compute import domain as compute
from knobel.server.cups import domain as cups
from knobel.server.deals import domain as deals
from knobel.server.groups import domain as groups
from knobel.server.notices import domain as notices
from knobel.server.operator import domain as operator
from knobel.server.pages import domain as pages
from knobel.server.people import domain as people
from knobel.server.phones import domain as phones
from knobel.server.practice import domain as practice
from knobel.server.ratings import domain as ratings
from knobel.server.tables import domain as tables

DOMAINS = tuple(
    module.DOMAIN
    for module in (
        cluster,
        compute,
        people,
        notices,
        tables,
        practice,
        ratings,
        deals,
        groups,
        cups,
        operator,
        phones,
        pages,
    )
)
