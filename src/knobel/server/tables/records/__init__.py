"""Finished games: their records, replays and files, high scores, and records that people send."""
