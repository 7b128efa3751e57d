"""Run by Alembic; the connection to migrate over is passed in by `knobel.server.store`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
