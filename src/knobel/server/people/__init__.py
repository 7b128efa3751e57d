"""People: sessions and sign-in, accounts, devices, chat, reports, export and erasure of their data."""
