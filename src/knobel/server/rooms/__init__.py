"""Live tables: log, presence, commands, projections for each receiver, timed actions, bots' turns.

A table and all its connections on this process are a room.
"""
