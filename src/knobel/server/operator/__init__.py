"""Tools of the operator: health, actions, diagnosis, verification, export, retention."""
