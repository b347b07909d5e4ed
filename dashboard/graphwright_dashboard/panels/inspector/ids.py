"""Ids of the inspector."""

from enum import StrEnum


class Ids(StrEnum):
    ASIDE = "inspector-aside"
    HEAD = "inspector-head"
    BODY = "inspector-body"
    FOOT = "inspector-foot"
    CLOSE = "inspector-close"
    HAS = "inspector-has"  # the dossier that the page shows, in short: it is not sent twice
    TAB = "inspector-tab"
