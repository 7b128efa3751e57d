"""The deals of the day: a deal for each game and date (UTC), with the same dice for everybody on this server.

`calendar` knows dates and streaks, `service` makes and publishes the deals, `standings` compares the results.
"""
