"""Tools of the operator: overview, actions, diagnosis, verification, export, retention."""
