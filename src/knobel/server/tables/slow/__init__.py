"""Tables at which games are played over days: their rows in the database, their due actions, and lists of them.

A game over days is played at an ordinary table: the same log, state machine, sockets and due actions. The differences
follow from `Settings.days` in `knobel.tables.slow_games`. This package supports resting tables, which are not in
memory. `store` keeps a row with the time of the next due action and a summary for lists, written in the transaction of
each append. `caretaker` is a task that loads the tables with due actions and lets them act. `visits` records the chat
and the positions that people have seen.
"""
