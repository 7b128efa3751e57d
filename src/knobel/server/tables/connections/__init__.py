"""The connections of people to tables and to the lobby: their commands, chat and reactions."""
