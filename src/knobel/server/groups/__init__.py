"""Groups: people who play together again and again, such as a family, a club or a class.

`service` admits people, `standings` computes the table of a season, `history` reads the finished games and `tables` the
running ones, and `views` shows a group to one person.
"""
