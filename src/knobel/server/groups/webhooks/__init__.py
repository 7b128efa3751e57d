"""Webhooks: news of a group are sent to an address that its host has given.

The address must belong to a service that the operator permits. News are rows that are written in the transaction of the
event (`shared_rows.group_news`). One process sends them (`tasks`), in the form of the service (`destinations`). They
contain no names except names of members (`reports`).
"""
