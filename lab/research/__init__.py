"""Proofs that no program needs: bounds on optimal play of Knister, and smaller boards of its kind solved exactly."""
