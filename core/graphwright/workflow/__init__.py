"""Workflows: model, edits, checks, planning and their formats."""
