"""Groups: people who play together again and again, such as a family, a club or a class.

`access` admits people, `standings` makes the table of a season, `history` and `tables` read what was and is played,
and `views` shows a group to one person.
"""
