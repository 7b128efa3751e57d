"""Tables at which games are played over days: their rows in the database, their due actions, and lists of them.

A game over days is played at an ordinary table: the same log, state machine, sockets and due actions. What is special
follows from `Settings.days` in `knobel.tables.slow_games`. This package adds what a table needs that rests: a row with
the time of its next due action and a summary for lists, written in the transaction of each append (`store`); a task
that loads the tables that are due and lets them act (`caretaker`); and the chat and positions that people have seen
(`visits`). A resting table is only its rows.
"""
