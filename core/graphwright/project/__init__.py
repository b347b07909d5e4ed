"""The file in which a curation lasts."""
