"""Limits on what a client or a household may use before the application sees a request.

Bounded protocols, connections, uploads and bytes written, and their counts over all processes.
"""
