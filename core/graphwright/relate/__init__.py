"""Tools to relations: each rule a function that returns evidence."""
