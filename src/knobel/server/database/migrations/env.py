"""Alembic environment; `knobel.server.database.versions` passes the connection in the configuration's attributes."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
