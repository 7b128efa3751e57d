"""Live tables: log, room, presence, subscriptions, due actions, sockets, high scores."""
