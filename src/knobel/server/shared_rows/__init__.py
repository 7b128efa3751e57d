"""Rows that several domains write or read: members, seeds, disclosed results, news of groups and of logs."""
