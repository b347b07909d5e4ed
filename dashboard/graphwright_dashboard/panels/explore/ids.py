"""Ids of Explore, and its name and address."""

from enum import StrEnum

NAME, PATH = "explore", "/explore"


class Ids(StrEnum):
    CANVAS = "explore-canvas"
    GRAPH = "explore-graph"
    SCENE = "explore-scene"
    HAS = "explore-has"  # token of the scene that this browser drew last
    SHEETS = "explore-sheets"
    CRUMB = "explore-crumb"
    LEGEND = "explore-legend"
    LENS = "explore-lens"
    SOURCES = "explore-sources"
    ZOOM = "explore-zoom"
    ZOOM_IN = "explore-zoom-in"
    ZOOM_OUT = "explore-zoom-out"
    FIT = "explore-fit"
    TIDY = "explore-tidy"
    ADD = "explore-add"
    ADDER = "explore-adder"
    VIEW = "explore-view"
    VIEW_SHOWN = "explore-view-shown"
    PAIR = "explore-pair"
    POPOVER = "explore-popover"
    TABLE = "explore-table"
    GRID = "explore-grid"  # where the grid comes once it is wanted
    GRID_WANTED = "explore-grid-wanted"
    ROWS = "explore-rows"
    ROWS_OF = "explore-rows-of"
    ROWS_KIND = "explore-rows-kind"
    ROWS_COUNT = "explore-rows-count"
    FACETS = "explore-facets"
    FACETS_FOR = "explore-facets-for"  # what they are wanted for: revision, address and filters
    BATCH = "explore-batch"
    MATRIX = "explore-matrix"
    MATRIX_FOR = "explore-matrix-for"
