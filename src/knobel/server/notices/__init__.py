"""Notices to absent people: it is their turn, a game is over, and the like.

A notice is a row for each device that wants it, written in the transaction of the event (`store`). One process sends
the notices that are due by Web Push (`tasks`): encrypted for the browser (`encryption`), signed by the server
(`vapid`), and only to push services that the operator permits (`push_services`, `outgoing`). The rest of the server
works without notices.
"""
