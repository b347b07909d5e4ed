"""The columns of the table twin, and how AG Grid shows them."""

from collections.abc import Mapping, Sequence

_BLOCK = 100  # rows of one request

# CSS variables, which AG Grid writes into its own styles: a change of theme needs nothing more
_THEME = {
    "function": "themeQuartz.withParams({backgroundColor: 'var(--bg)',"
    " foregroundColor: 'var(--text)', headerBackgroundColor: 'var(--bg)',"
    " headerTextColor: 'var(--muted)', headerFontWeight: 400,"
    " accentColor: 'var(--accent)', borderColor: 'var(--border)', wrapperBorder: false,"
    " columnBorder: false, fontFamily: 'inherit', fontSize: 12, headerFontSize: 12, spacing: 4,"
    " rowHeight: 'var(--row)', borderRadius: 6, wrapperBorderRadius: 0,"
    " cellHorizontalPadding: 8, rowHoverColor: 'var(--surface-2)',"
    " selectedRowBackgroundColor: 'var(--accent-weak)'})"
}
OPTIONS: Mapping[str, object] = {
    "theme": _THEME,
    "cacheBlockSize": _BLOCK,
    "headerHeight": 32,
    "floatingFiltersHeight": 36,
    "rowSelection": {
        "mode": "multiRow",
        "checkboxes": True,
        "headerCheckbox": False,
        "enableClickSelection": True,
    },
    "selectionColumnDef": {"width": 44, "pinned": "left"},
    "animateRows": False,
    "localeText": {
        "noRowsToShow": "Nothing fits. What can be taken away stands above.",
        "noMatchingRows": "Nothing fits. What can be taken away stands above.",
    },
    "stopEditingWhenCellsLoseFocus": True,
}

_WAIT = 60  # ms for another letter
_TEXT = {
    "filter": "agTextColumnFilter",
    "filterParams": {"debounceMs": _WAIT, "maxNumConditions": 2},
}
_NUMBER = {
    "filter": "agNumberColumnFilter",
    "filterParams": {"debounceMs": _WAIT, "defaultOption": "greaterThanOrEqual"},
}

Column = Mapping[str, object]

_RELATIONS: Sequence[Column] = (
    {"field": "relation", "headerName": "Relation", "cellRenderer": "RelationCell", "width": 190},
    {
        "field": "source",
        "cellRenderer": "NameCell",
        "headerName": "From",
        "cellClass": "code",
        "flex": 2,
    },
    {
        "field": "target",
        "cellRenderer": "NameCell",
        "headerName": "To",
        "cellClass": "code",
        "flex": 2,
    },
    {"field": "confidence", "headerName": "Confidence", "type": "rightAligned", "width": 110},
    {"field": "state", "headerName": "State", "cellRenderer": "StateCell", "width": 120},
    {"field": "evidence", "headerName": "Evidence", "flex": 3, "cellClass": "quiet"},
)
_TOOLS: Sequence[Column] = (
    {"field": "method", "headerName": "Method", "cellRenderer": "MethodCell", "width": 90},
    {
        "field": "name",
        "cellRenderer": "NameCell",
        "headerName": "Tool",
        "cellClass": "code",
        "flex": 2,
        "minWidth": 160,
    },
    {"field": "group", "headerName": "Group", "flex": 1, "minWidth": 100},
    {"field": "relations", "headerName": "Relations", "type": "rightAligned", "width": 100},
    {
        "field": "description",
        "headerName": "Description",
        "flex": 3,
        "minWidth": 200,
        "editable": True,
        "cellEditor": "agLargeTextCellEditor",
        "cellEditorPopup": True,
        "cellEditorParams": {"maxLength": 20_000, "rows": 6, "cols": 72},
        "tooltipField": "description",
    },
    {
        "field": "hint",
        "headerName": "Hints",
        "cellRenderer": "HintCell",
        "flex": 1,
        "minWidth": 120,
        "headerTooltip": "What is wanting in the description",
    },
    {"field": "path", "headerName": "Path", "cellClass": "code quiet", "flex": 2},
    {"field": "tags", "headerName": "Tags", "flex": 1, "cellClass": "quiet"},
)
_NUMBERS = ("confidence", "relations")


def _filtered(columns: Sequence[Column]) -> tuple[Column, ...]:
    return tuple({**(_NUMBER if c["field"] in _NUMBERS else _TEXT), **c} for c in columns)


COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "tools": _filtered(_TOOLS),
    "relations": _filtered(_RELATIONS),
}
