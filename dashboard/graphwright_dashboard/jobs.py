"""Work too long for one request, in a thread, with progress that a page can poll."""
