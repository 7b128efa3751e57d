"""Notices to people who are not there: it is their turn, a game is over, and the like.

A notice is a row for each device that wants it, written in the transaction of the event (`store`). One process sends
what is due by Web Push (`tasks`): encrypted for the browser (`encryption`), signed by the server (`vapid`), and only to
push services that the operator permits (`push_services`, `outgoing`). Without any of it everything else works.
"""
