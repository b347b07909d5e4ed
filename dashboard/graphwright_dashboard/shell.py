"""The frame around the panels, and the stores through which they hear of each other."""
