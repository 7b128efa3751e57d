"""The deals of the day: a deal for each game and date (UTC), with the same dice for everybody on this server.

`presentation.deal_days` knows dates and streaks, `service` makes and publishes the deals, and `standings` compares the
results.
"""
