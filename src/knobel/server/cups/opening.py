"""New cups: their settings are checked, and their deals get secret seeds."""

from dataclasses import replace

from knobel.core import BadSetup
from knobel.presentation.deal_days import DAY_MS
from knobel.presentation.deals import Deal
from knobel.server.cups.messages import Every, NewCup
from knobel.server.cups.store import Cup
from knobel.server.cups.teams import encoded
from knobel.server.deals.store import new_deal
from knobel.server.limits import codes
from knobel.server.people.titles import clean_title
from knobel.server.shared_rows.disclosure import CUP_CODE_LENGTH
from knobel.server.tables.log.ranked_results import options_key
from knobel.tables.commands import new_key
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import Settings, checked

CODE_LENGTH = CUP_CODE_LENGTH
"""Length of a cup's code: one letter shorter than a table's, so that a code says which of the two it is."""
MAX_DEALS = 20
PERIODS = {"day": DAY_MS, "week": 7 * DAY_MS}
"""Periods of series, in ms."""
MAX_DURATION_MS = 400 * DAY_MS
"""Maximum time from now until a cup closes."""


def is_code(text: str) -> bool:
    """True if the text has the form of a cup's code."""
    return codes.is_code(text, CODE_LENGTH)


def new_cup(new: NewCup, host: str, now: int) -> Cup:
    """Return a new cup.

    :param now: the time in ms.
    :raises Refused: `bad_setup`, `too_large`.
    """
    try:
        settings = checked(Settings(game=new.game, options=new.options))
        opens = max(now, new.opens or now)
        if not 1 <= new.deals <= MAX_DEALS:
            raise BadSetup(f"a cup has 1 to {MAX_DEALS} deals")
        if not opens < new.closes <= now + MAX_DURATION_MS:
            raise BadSetup(f"a cup closes after it opens, and in at most {MAX_DURATION_MS // DAY_MS} days")
        if new.every and new.closes - opens > PERIODS[new.every]:
            raise BadSetup(f"a cup that is repeated every {new.every} is not open for longer than that")
        teams = encoded(new.teams)
    except BadSetup as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    code = codes.new_code(CODE_LENGTH)
    return Cup(
        code=code,
        key=new_key(),
        host=host,
        title=clean_title(new.title),
        game=settings.game,
        options=options_key(settings.options),
        deals=new.deals,
        opens=opens,
        closes=new.closes,
        by_code=new.by_code,
        named=new.named,
        ranking=new.ranking,
        paced=new.paced,
        every=new.every,
        series=code,
        round=1,
        group=new.group,
        teams=teams,
    )


def next_cup(cup: Cup, every: Every, now: int) -> Cup:
    """Return the next cup of a series with this period. Cups that would have closed already are skipped."""
    period = PERIODS[every]
    length = min(cup.closes - cup.opens, period) if cup.closes > cup.opens else period
    opens = cup.opens + period
    while opens + length <= now:
        opens += period
    return replace(
        cup, code=codes.new_code(CODE_LENGTH), opens=opens, closes=opens + length, every="", round=cup.round + 1
    )


def deals_of(cup: Cup) -> dict[Deal, str]:
    """Return the deals of a new cup with their seeds.

    At the host's pace, a deal is open from the moment at which the host opens it.
    """
    opens = cup.closes if cup.paced else cup.opens
    return dict(new_deal(key, cup.game, cup.options, opens, cup.closes) for key in cup.deal_ids)
