"""What search reads of a tool."""

import pytest

from graphwright.search.documents import FieldOf, document
from graphwright.tools import Tool


@pytest.mark.parametrize(
    ("summary", "description", "summed", "described"),
    [
        ("Add to a cart", "Puts an article into it.", ["add", "cart"], ["put", "articl"]),
        ("", "Puts an article into it.", ["put", "articl"], []),
        ("Add to a cart", "Add to a cart", ["add", "cart"], []),
        ("Add to a cart", "", ["add", "cart"], []),
    ],
)
def test_a_description_counts_once_and_always(summary, description, summed, described):
    tool = Tool("addToCart", description=description, summary=summary, method="post")
    fields = document(tool).fields
    assert [t for t in fields[FieldOf.SUMMARY] if t in summed] == summed
    assert [t for t in fields[FieldOf.DESCRIPTION] if t in described or not described] == described
