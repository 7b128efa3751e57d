"""What happens to stored data: a person's export and erasure, and the retention of old tables."""
