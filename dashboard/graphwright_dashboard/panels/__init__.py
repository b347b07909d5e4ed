"""Pages and sheets, a module each: Ids, layout(), register(app, services)."""
