"""The messages of WebSockets and HTTP, and their JSON schema.

The page's TypeScript types are generated from here.
"""
