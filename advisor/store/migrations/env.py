"""Alembic's way in: it runs the steps on the connection that :func:`advisor.store.migrations.upgrade` hands on."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
