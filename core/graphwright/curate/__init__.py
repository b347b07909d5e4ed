"""The curation as a value, and the commands that change it."""
