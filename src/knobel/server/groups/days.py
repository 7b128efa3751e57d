"""The deals of a day among the members of a group."""

from collections.abc import Collection

from knobel.games import GAMES
from knobel.presentation.deal_days import GRACE_MS, deal_id
from knobel.presentation.deals import Deal
from knobel.server.deals.standings import by_points
from knobel.server.deals.store import DealStore, Finish
from knobel.server.groups.messages import GroupDay, GroupDeal, GroupDealRow
from knobel.server.shared_rows.disclosure import shows_results


async def group_day(deals: DealStore, day: str, members: Collection[str], viewer: str, now: int) -> GroupDay:
    """Return the results of the members at the deals of a day, as a member may see them.

    Results of people under suspicion are shown to themselves only, as on the page of the day.
    """
    found = await deals.find(deal_id(day, game) for game in GAMES)
    finishes = await deals.finishes(found, among=members)
    shown = []
    for deal in found.values():
        own = await deals.first_try(viewer, deal.id)
        through = own is not None and own.ended is not None
        visible = shows_results(deal.closes + GRACE_MS, now, through=through)
        shown.append(_deal(deal, [each for each in finishes if each.deal == deal.id], viewer, visible=visible))
    return GroupDay(day=day, deals=shown)


def _deal(deal: Deal, finishes: Collection[Finish], viewer: str, *, visible: bool) -> GroupDeal:
    listed = [finish for finish in finishes if not finish.hidden or finish.person == viewer] if visible else []
    rows = [
        GroupDealRow(
            place=placed.place,
            name=placed.finish.name,
            points=placed.finish.points,
            you=placed.finish.person == viewer,
        )
        for placed in by_points(listed)
    ]
    return GroupDeal(game=deal.game, shown=visible, players=len(finishes), rows=rows)
