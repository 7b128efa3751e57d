"""The processes that serve one database: heartbeats, presence, table leaders, public tables."""
