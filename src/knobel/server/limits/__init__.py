"""Limits on resources of a client or a household, applied before the application sees a request.

Bounded protocols, connections, uploads and bytes written.
"""
