"""A small tool set as a file, and the command line run on it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graphwright_dashboard.cli import main

Run = Callable[..., tuple[int, str, str]]

TOOLS = {
    "tools": [
        {
            "name": "listOrders",
            "description": "All orders of a customer.",
            "parameters": {"type": "object", "properties": {"status": {"type": "string"}}},
            "returns": {
                "type": "array",
                "items": {"type": "object", "properties": {"orderId": {"type": "string"}}},
            },
        },
        {
            "name": "getOrder",
            "description": "One order by its id.",
            "parameters": {
                "type": "object",
                "properties": {"orderId": {"type": "string"}},
                "required": ["orderId"],
            },
        },
        {
            "name": "cancelOrder",
            "description": "Cancels an order.",
            "parameters": {
                "type": "object",
                "properties": {"orderId": {"type": "string"}},
                "required": ["orderId"],
            },
        },
        {"name": "fetchOrder", "description": "One order by its id.", "parameters": {}},
    ],
    "edges": [{"source": "getOrder", "target": "listOrders", "type": "requires"}],
}
GOLDEN = [
    {"query": "all orders of a customer", "expect": ["listOrders"]},
    {"query": "cancel my order", "expect": ["cancelOrder"], "accept": ["getOrder"]},
    {"query": "what is the weather", "expect": []},
    {"query": "pay", "expect": ["payOrder"], "pinned": False},
]


@pytest.fixture
def tools(tmp_path: Path) -> str:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(TOOLS))
    return str(path)


@pytest.fixture
def golden(tmp_path: Path) -> str:
    path = tmp_path / "golden.jsonl"
    path.write_text("\n".join(map(json.dumps, GOLDEN)))
    return str(path)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Exit code, standard output and standard error of one command."""

    def command(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        code = main(arguments)
        out, error = capfd.readouterr()
        return code, out, error

    return command
