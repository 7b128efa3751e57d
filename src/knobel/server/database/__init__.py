"""Access to the database: SQLite or PostgreSQL, its schema and migrations, backups.

`storage` defines the stored data.
"""
