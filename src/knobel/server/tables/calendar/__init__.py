"""The deadlines of a person's games over days as a calendar that calendar programs subscribe to."""
