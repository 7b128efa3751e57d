"""Readers of photos: of dice (`dice`) and of paper (`paper`), and what both share."""
