"""The processes that serve one database: heartbeats, and notes between them."""
