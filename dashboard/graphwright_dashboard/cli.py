"""The command line: one contract for people, scripts and CI."""
