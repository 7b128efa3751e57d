"""Live tables without input or output: seats, permitted commands, and the event log from which the state is folded.

`events` defines the events of the log and `state` their fold. `commands` turns a person's commands into events or
refuses them, `due_actions` lists actions that need no command, `names` keeps display names distinct.
"""
