"""Ids of the inspector."""

from enum import StrEnum


class Ids(StrEnum):
    ASIDE = "inspector-aside"
    HEAD = "inspector-head"
    BODY = "inspector-body"
    FOOT = "inspector-foot"
    CLOSE = "inspector-close"
    TAB = "inspector-tab"
