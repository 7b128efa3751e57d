"""The work of the bots and of the coach: fair queues, jobs, and the processes that run them.

Jobs run in processes of this machine, or in workers on others.
"""
