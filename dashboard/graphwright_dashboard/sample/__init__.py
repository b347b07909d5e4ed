"""The bundled sample project: a shop's API with golden queries, workflows and planted faults."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import orjson
from immutables import Map

from graphwright import formats
from graphwright.curate.curation import Curation
from graphwright.evaluate.golden import Golden, read_golden
from graphwright.read import curation_of
from graphwright.workflow.form import read_workflow
from graphwright.workflow.model import Workflow

from .planted import PLANTED

DOCUMENTS = ("shop.openapi.yaml", "shop-legacy.mcp.json")
WORKFLOWS = ("process-a-refund.workflow.json", "buy-an-article.workflow.json")

_HERE = Path(__file__).parent


def sample_curation() -> Curation:
    """The sample as a fresh curation: nothing decided yet, the planted faults in its base."""
    read = curation_of([formats.read((_HERE / name).read_bytes(), name) for name in DOCUMENTS])
    graph = read.graph.with_relations(*PLANTED)
    return replace(
        read,
        graph=graph,
        base=graph,
        golden=Map({golden.query: golden for golden in _golden()}),
        workflows=Map({workflow.id: workflow for workflow in _workflows()}),
    )


def _golden() -> Iterable[Golden]:
    return read_golden((_HERE / "golden.jsonl").read_bytes(), "golden.jsonl")


def _workflows() -> Iterable[Workflow]:
    return (read_workflow(orjson.loads((_HERE / name).read_bytes())) for name in WORKFLOWS)
