"""The log of a table in memory: loading, additions, other processes, and rows stored with the events."""
