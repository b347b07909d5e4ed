"""All that crosses the boundary as bytes: one module a format, one table of them."""
