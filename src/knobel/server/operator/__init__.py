"""What an operator does: overview, actions, diagnosis, verification, export, retention."""
