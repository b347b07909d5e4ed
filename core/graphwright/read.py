"""The front door: any file, project included, to a curation."""
