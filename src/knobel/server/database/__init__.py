"""Access to the database: SQLite or PostgreSQL, its schema and migrations, backups."""
