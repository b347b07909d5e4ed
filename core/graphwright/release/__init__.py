"""Exports that passed their checks."""
