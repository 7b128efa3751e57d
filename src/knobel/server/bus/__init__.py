"""Messages between the processes that serve one database.

They only announce changes: the data itself is in the database.
"""
