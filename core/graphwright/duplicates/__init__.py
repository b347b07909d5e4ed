"""Tools that do the same, and how to make one of them."""
