"""Give results of Kniffeliger the present name of the rule by which players end only their main turns."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

FIRST, NOW = '"turn_end":"player"', '"turn_end":"main_phase"'


def rename(old: str, new: str) -> None:
    for name in ("results", "ratings", "deals", "cups"):
        table = sa.table(name, sa.column("game"), sa.column("options"))
        renamed = sa.func.replace(table.c.options, old, new)
        named = (table.c.game == "kniffeliger") & table.c.options.contains(old)
        op.execute(table.update().where(named).values(options=renamed))


def upgrade() -> None:
    rename(FIRST, NOW)
