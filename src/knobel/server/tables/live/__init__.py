"""Live tables: the room with its people and automatic actions, access and quotas, the lobby, other processes."""
