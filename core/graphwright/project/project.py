"""A project: open, do, undo, revert, listen."""
