"""Tools that an agent can call, how they relate, how they are found: the engine without the web."""
