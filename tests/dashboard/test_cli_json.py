"""Each JSON shape of the command line, as its contract says."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]


def value_of(run: Run, *arguments: str) -> Any:
    code, out, error = run(*arguments, "--json")
    assert (code, error) == (0, "")
    return json.loads(out)


# A shape: a type, several, None, [shape] for a list, {key: shape}; "key?" may be absent.
NUMBER = (int, float)
PART = {
    "signal": str,
    "value": NUMBER,
    "terms": [{"term": str, "field": str, "value": NUMBER}],
    "via?": [str],
}
HIT = {"rank": int, "tool": str, "score": NUMBER, "parts": [PART]}
ISSUE = {"code": str, "severity": str, "where": str, "message": str}
WORKFLOW = {
    "id": str,
    "goal": str,
    "inputs": [{"name": str, "type": str, "required": bool, "description?": str}],
    "steps": [
        {
            "id": str,
            "tool": str,
            "reason": str,
            "after": [str],
            "bindings": {...: {"from": (str, None), "value?": object}},
        }
    ],
    "outputs": {...: str},
    "issues": [ISSUE],
}
EVAL = {
    "k": int,
    "queries": int,
    "hit": NUMBER,
    "recall": NUMBER,
    "mrr": NUMBER,
    "ndcg": NUMBER,
    "abstained": (*NUMBER, None),
    "unknown_tools": [str],
    "per_query": [
        {
            "query": str,
            "expect": [str],
            "ranks": [(int, None)],
            "passed": bool,
            "error": (str, None),
        }
    ],
    "against": object,
}


def assert_shape(value: Any, shape: Any, where: str = "$") -> None:
    if isinstance(shape, dict) and ... in shape:
        assert isinstance(value, dict), where
        for key, item in value.items():
            assert_shape(item, shape[...], f"{where}.{key}")
    elif isinstance(shape, dict):
        assert isinstance(value, dict), where
        required = {key for key in shape if not key.endswith("?")}
        assert required <= set(value) <= {key.rstrip("?") for key in shape}, where
        for key, item in value.items():
            assert_shape(item, shape.get(key, shape.get(f"{key}?")), f"{where}.{key}")
    elif isinstance(shape, list):
        assert isinstance(value, list), where
        for number, item in enumerate(value):
            assert_shape(item, shape[0], f"{where}[{number}]")
    else:
        kinds = shape if isinstance(shape, tuple) else (shape,)
        types = tuple(type(None) if kind is None else kind for kind in kinds)
        assert isinstance(value, types), where
        assert bool in types or object in types or not isinstance(value, bool), where


def test_search(run: Run, tools: str):
    value = value_of(run, "search", "cancel an order", "-g", tools, "-k", "2")
    assert_shape(
        value, {"query": str, "k": int, "results": [HIT], "tie_at_k": bool, "notes": [str]}
    )
    assert (value["query"], value["k"], len(value["results"])) == ("cancel an order", 2, 2)
    first = value["results"][0]
    assert (first["rank"], first["tool"]) == (1, "cancelOrder")
    assert sum(part["value"] for part in first["parts"]) == pytest.approx(first["score"], abs=1e-9)


def test_search_with_the_bundle_of_the_first_tool(run: Run, tools: str):
    value = value_of(run, "search", "one order by id", "-g", tools, "--bundle")
    assert_shape(value["bundle"], [HIT])
    assert value["bundle"][0]["tool"] == value["results"][0]["tool"]


def test_search_with_weights_and_history(run: Run, tools: str):
    options = ("--weights", "name=0,words=2", "--history", "listOrders")
    value = value_of(run, "search", "cancel an order", "-g", tools, *options)
    parts = [part for hit in value["results"] for part in hit["parts"]]
    assert parts
    assert not any(part["value"] for part in parts if part["signal"] == "name")


def test_explain(run: Run, tools: str):
    value = value_of(run, "explain", "cancel", "getOrder", "-g", tools)
    assert_shape(
        value,
        {
            "query": str,
            "tool": str,
            "k": int,
            "rank": (int, None),
            "score": NUMBER,
            "gap": NUMBER,
            "reason": str,
            "sentence": str,
            "parts": [PART],
            "competitor": (dict, None),
        },
    )


def test_fix(run: Run, tools: str, golden: str):
    value = value_of(run, "fix", "weather", "cancelOrder", "-g", tools, "--golden", golden)
    shape = {"commands": [dict], "rank": int, "gained": int, "lost": int, "overfits": bool}
    assert_shape(value, {"query": str, "tool": str, "k": int, "tried": int, "fixes": [shape]})
    assert value["fixes"]
    assert all("do" in command for fix in value["fixes"] for command in fix["commands"])


def test_eval(run: Run, tools: str, golden: str):
    value = value_of(run, "eval", golden, "-g", tools)
    assert_shape(value, EVAL)
    assert value["queries"] == 3
    assert value["unknown_tools"] == ["payOrder"]
    assert value["abstained"] == 1.0
    assert [one["passed"] for one in value["per_query"]] == [True, True, True, False]
    assert value["against"] is None


def test_relations(run: Run, tools: str):
    value = value_of(run, "relations", tools)
    assert_shape(
        value,
        [
            {
                "source": str,
                "target": str,
                "kind": str,
                "confidence": NUMBER,
                "verdict": str,
                "ships": bool,
                "evidence": [{"rule": str, "text": str}],
            }
        ],
    )
    assert ("getOrder", "listOrders", "requires") in {
        (one["source"], one["target"], one["kind"]) for one in value
    }
    kinds = {one["kind"] for one in value_of(run, "relations", tools, "--kind", "requires")}
    assert kinds == {"requires"}
    assert value_of(run, "relations", tools, "--verdict", "rejected") == []


def test_duplicates(run: Run, tools: str):
    value = value_of(run, "duplicates", tools, "--threshold", "0.1")
    assert_shape(value, [{"tools": [str], "keep": str, "score": NUMBER, "reasons": [str]}])


def test_plan_and_check_of_it(run: Run, tools: str, tmp_path: Path):
    value = value_of(run, "plan", "cancel an order", "-g", tools)
    assert_shape(value, WORKFLOW)
    assert value["steps"][-1]["tool"] == "cancelOrder"
    path = tmp_path / "workflow.json"
    path.write_text(json.dumps(value))
    checked = value_of(run, "check", str(path), "-g", tools)
    assert_shape(checked, {"issues": [ISSUE]})
    assert checked["issues"] == value["issues"]


def test_check_of_a_workflow_that_cannot_run_is_exit_code_1(run: Run, tools: str, tmp_path: Path):
    path = tmp_path / "workflow.json"
    step = {"id": "s", "tool": "gone", "reason": "", "after": [], "bindings": {}}
    flow = {"id": "w", "goal": "g", "inputs": [], "steps": [step], "outputs": {}}
    path.write_text(json.dumps(flow))
    code, out, error = run("check", str(path), "-g", tools, "--json")
    assert (code, error) == (1, "")
    assert "unknown-tool" in {issue["code"] for issue in json.loads(out)["issues"]}


def test_ingest(run: Run, tools: str, tmp_path: Path):
    out, issues = tmp_path / "graph.json", tmp_path / "issues.json"
    value = value_of(run, "ingest", tools, "-o", str(out), "--issues", str(issues))
    assert_shape(
        value,
        {
            "tools": int,
            "relations": {...: int},
            "issues": [ISSUE],
            "added": int,
            "changed": int,
            "gone": int,
            "asked": [ISSUE],
        },
    )
    assert (value["tools"], value["added"]) == (4, 4)
    assert json.loads(out.read_bytes())["format_version"] == "1"
    assert json.loads(issues.read_bytes()) == value["issues"]


def test_ingest_takes_a_new_version_of_a_projects_source(run: Run, tools: str, tmp_path: Path):
    from graphwright import load
    from graphwright.project.project import Project

    project = tmp_path / "p.graphwright"
    Project.open(project, load(tools)).close()
    changed = json.loads(Path(tools).read_text())
    changed["tools"][1]["description"] = "An order."
    changed["tools"][3]["name"] = "refundOrder"
    Path(tools).write_text(json.dumps(changed))
    value = value_of(run, "ingest", tools, "--project", str(project))
    assert (value["added"], value["changed"], value["gone"]) == (1, 1, 1)
    again = value_of(run, "ingest", tools, "--project", str(project))
    assert (again["added"], again["changed"], again["gone"]) == (0, 0, 0)
    assert value_of(run, "info", str(project))["tools"] == 4


def test_apply(run: Run, tools: str, tmp_path: Path):
    patch, out = tmp_path / "a.patch", tmp_path / "out.json"
    patch.write_text(
        '{"do": "reject", "source": "getOrder", "target": "listOrders", "kind": "requires"}\n'
        '{"do": "describe", "tool": "getOrder", "aliases": ["purchase"]}\n'
    )
    assert value_of(run, "apply", str(patch), "-g", tools, "-o", str(out)) == {"applied": 2}
    rejected = value_of(run, "relations", str(out), "--verdict", "rejected")
    assert [(one["source"], one["target"]) for one in rejected] == [("getOrder", "listOrders")]
    assert value_of(run, "search", "purchase", "-g", str(out))["results"][0]["tool"] == "getOrder"


def test_what_apply_writes_is_what_export_writes(run: Run, tools: str, tmp_path: Path):
    graph, patch = tmp_path / "graph.json", tmp_path / "a.patch"
    run("ingest", tools, "-o", str(graph))
    graph.write_text(json.dumps(json.loads(graph.read_text()) | {"mine": 1}))
    patch.write_text("")
    for options in ([], ["--full"]):
        applied, exported = tmp_path / "applied.json", tmp_path / "exported.json"
        run("apply", str(patch), "-g", str(graph), "-o", str(applied), *options)
        run("export", str(graph), "--json", str(exported), *options)
        assert applied.read_bytes() == exported.read_bytes()
        assert ("mine" in json.loads(applied.read_bytes())) is bool(options)


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_standard_output_holds_one_value(run: Run, tools: str, tmp_path: Path, form: list[str]):
    patch = tmp_path / "a.patch"
    patch.write_text('{"do": "describe", "tool": "getOrder", "aliases": ["purchase"]}\n')
    for arguments, says in (
        (["ingest", tools, "-o", "-"], "4 tools"),
        (["ingest", tools, "--issues", "-"], "4 tools"),
        (["apply", str(patch), "-g", tools, "-o", "-"], "1 commands are done"),
    ):
        code, out, error = run(*arguments, *form)
        assert code == 0
        json.loads(out)
        assert says in error


def test_a_patch_that_does_not_fit_writes_nothing(run: Run, tools: str, tmp_path: Path):
    patch, out = tmp_path / "a.patch", tmp_path / "out.json"
    patch.write_text('{"do": "describe", "tool": "gone", "aliases": ["x"]}\n')
    code, said, error = run("apply", str(patch), "-g", tools, "-o", str(out), "--json")
    assert (code, said) == (2, "")
    assert "gone" in error
    assert error.count("\n") == 1
    assert not out.exists()


def test_info(run: Run, tools: str):
    value = value_of(run, "info", tools)
    assert_shape(
        value,
        {
            "tools": int,
            "groups": int,
            "relations": {...: int},
            "issues": int,
            "contradictions": int,
            "sources": [str],
        },
    )
    assert (value["tools"], value["sources"]) == (4, ["tools.json"])
    assert value["relations"]["requires"] >= 1


def test_info_counts_as_contradictions_what_cannot_all_hold(run: Run, tmp_path: Path):
    path = tmp_path / "tools.json"
    names = ("a", "b", "c", "lonely")
    edges = [("a", "b", "conflicts_with"), ("a", "b", "requires"), ("b", "c", "requires")]
    document = {
        "tools": [{"name": name, "description": name, "parameters": {}} for name in names],
        "edges": [{"source": s, "target": t, "type": kind} for s, t, kind in edges],
    }
    path.write_text(json.dumps(document))
    assert value_of(run, "info", str(path))["contradictions"] == 1
    assert "1 × orphan" in run("info", str(path))[1].splitlines()


AGAINST = {
    "fixed": [str],
    "broken": [str],
    "delta": {"hit": NUMBER, "recall": NUMBER, "mrr": NUMBER, "ndcg": NUMBER},
    "gate": str,
    "blockers": [str],
}


def test_eval_against_a_baseline(run: Run, tools: str, golden: str, tmp_path: Path):
    worse = tmp_path / "worse.json"
    changed = json.loads(Path(tools).read_text())
    changed["tools"] = [tool for tool in changed["tools"] if tool["name"] != "cancelOrder"]
    worse.write_text(json.dumps({"tools": changed["tools"]}))
    value = value_of(run, "eval", golden, "-g", tools, "--baseline", str(worse), "--gate")
    assert_shape(value, EVAL)
    assert_shape(value["against"], AGAINST)
    assert (value["against"]["gate"], value["against"]["fixed"]) == ("passed", ["cancel my order"])
    code, out, error = run(
        "eval", golden, "-g", str(worse), "--baseline", tools, "--gate", "--json"
    )
    assert (code, error) == (1, "")
    against = json.loads(out)["against"]
    assert (against["gate"], against["broken"]) == ("failed", ["cancel my order"])
    code, _, _ = run("eval", golden, "-g", str(worse), "--baseline", tools)
    assert code == 0
