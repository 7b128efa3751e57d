"""Reports of people to the operator."""
