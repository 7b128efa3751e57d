"""Data protection: export and erasure of a person's data, and retention of old tables."""
