"""Services of a server for tables of phones that connect directly: it passes on their first messages."""
