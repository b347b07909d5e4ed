"""The gate on the command line: the file and the numbers of the page, and an exit code."""

import json

import pytest

from graphwright.curate import commands as c
from graphwright.evaluate.gate import GateRules, write_rules
from graphwright.evaluate.golden import write_golden
from graphwright.project.project import Project
from graphwright_dashboard.cli import main
from graphwright_dashboard.sample import sample_curation
from graphwright_dashboard.services import Services, golden_of

RULES = {
    "all": GateRules(),
    "no forbidden": GateRules(forbidden=False),
    "only means": GateRules(forbidden=False, pinned=False, workflows=False, epsilon=0.0),
    "none": GateRules(False, False, False, ()),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two projects, before and after an edit that breaks a pinned query, and the golden set."""
    folder = tmp_path_factory.mktemp("gate")
    start = sample_curation()
    for name in ("before", "after"):
        with Project.open(folder / f"{name}.graphwright", start) as project:
            if name == "after":
                project.do(c.Describe(tool="cancelOrder", aliases=("show me an order",)))
    (folder / "golden.jsonl").write_bytes(write_golden(golden_of(start)))
    return folder


@pytest.mark.parametrize("name", RULES)
def test_page_and_command_line_shut_the_same_gate(files, name: str, capsysbinary):
    rules = files / "gate.json"
    rules.write_bytes(write_rules(RULES[name]))
    before, after = (str(files / f"{one}.graphwright") for one in ("before", "after"))
    golden = str(files / "golden.jsonl")
    asked = ["eval", golden, "-g", after, "--baseline", before, "--gate", "--rules", str(rules)]
    code = main([*asked, "--json"])
    told = json.loads(capsysbinary.readouterr().out)["against"]
    with Project.open(files / "after.graphwright") as project:
        services = Services(project)
        project.do(c.SetSearch(gate=RULES[name]))
        compared = services.comparison(project.curation)
        services.jobs.close()
    assert told["blockers"] == list(compared.blockers)
    assert (told["fixed"], told["broken"]) == (list(compared.fixed), list(compared.broken))
    assert told["delta"] == pytest.approx(dict(compared.delta), abs=1e-12)
    assert code == (0 if compared.passed else 1)
    assert compared.passed or name != "none"


def test_the_rules_of_the_project_hold_where_no_file_is_named(files, capsysbinary):
    golden, after = (str(files / name) for name in ("golden.jsonl", "after.graphwright"))
    with Project.open(files / "after.graphwright") as project:
        project.do(c.SetSearch(gate=RULES["none"]))
    assert main(["eval", golden, "-g", after, "--gate"]) == 0
    with Project.open(files / "after.graphwright") as project:
        project.do(c.SetSearch(gate=GateRules()))
    assert main(["eval", golden, "-g", after, "--gate"]) == 1


def test_a_file_without_rules_is_one_sentence_and_code_2(files, capsys):
    golden, after = (str(files / name) for name in ("golden.jsonl", "after.graphwright"))
    assert main(["eval", golden, "-g", after, "--gate", "--rules", golden]) == 2
    assert "holds no rules of a gate" in capsys.readouterr().err
