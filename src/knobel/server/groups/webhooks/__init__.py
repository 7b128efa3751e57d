"""Webhooks: what happens in a group is told to an address that its host has given.

Only addresses of services that the operator permits. News are rows that are written in the transaction of the event
(`database.group_news`). One process sends them (`tasks`), in the form of the service (`formats`). They contain no names
but those of members (`reports`).
"""
