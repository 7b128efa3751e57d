"""Access to the database: SQLite or PostgreSQL, its schema and migrations, backups.

What is stored in it is the matter of `storage`.
"""
