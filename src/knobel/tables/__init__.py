"""Live tables without input or output: who sits where, what may be done, and the log that everything folds from.

`events` is the log's vocabulary, `state` its fold, `commands` turns wishes into events or refuses them, `automatic`
says what is due without anybody's wish, `names` keeps display names apart.
"""
