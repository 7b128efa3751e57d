"""What is measured by hand, and what is tried that takes long."""
