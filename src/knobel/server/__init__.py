"""The game server: HTTP and WebSocket, people, tables in memory, and their storage in the database."""
