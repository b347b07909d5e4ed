"""The commands of the command line, by subject; each gives a `Result` and prints nothing."""
