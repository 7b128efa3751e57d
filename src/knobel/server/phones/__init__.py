"""What a server does for tables of phones that connect directly: it passes on their first messages."""
