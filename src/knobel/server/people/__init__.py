"""People: accounts and devices, names in use, connections, chat, reports."""
