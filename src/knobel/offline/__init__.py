"""Tables in a browser without a server: the same commands, messages and records, in a web worker.

A browser runs this package on Pyodide (`web/src/lib/offline`). All that it imports runs without network, database and
compiled kernels, except msgspec, for which there is a wheel.
"""
