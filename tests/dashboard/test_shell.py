import threading
import time

import pytest

from graphwright.curate.commands import AddRelation
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError, ConflictError, GraphwrightError, ProjectError
from graphwright.graph import ToolGraph
from graphwright.project.project import Project
from graphwright.relations import RelationKind
from graphwright.tools import Tool
from graphwright_dashboard import presence
from graphwright_dashboard.app import create_app, serve
from graphwright_dashboard.jobs import Jobs
from graphwright_dashboard.presence import People
from graphwright_dashboard.services import Latest, Services
from graphwright_dashboard.shell import done

ADD = {"do": "add-relation", "source": "a", "target": "b", "kind": "requires"}


@pytest.fixture
def services(tmp_path):
    graph = ToolGraph.of([Tool("a"), Tool("b")])
    project = Project.open(tmp_path / "p.graphwright", Curation(graph=graph, base=graph))
    services = Services(project)
    yield services
    services.jobs.close()
    project.close()


def test_the_channel_does_undoes_and_does_again(services):
    revision, said, undo = done(services, ADD, "Kim")
    assert (revision, undo) == (1, True)
    assert "requires" in said
    assert len(services.curation.graph.relations) == 1
    done(services, {"do": "undo"}, "Kim")
    assert len(services.curation.graph.relations) == 0
    done(services, {"do": "redo"}, "Kim")
    assert len(services.curation.graph.relations) == 1
    done(services, {"do": "revert", "revision": 3}, "Kim")
    assert len(services.curation.graph.relations) == 0


@pytest.mark.parametrize(
    "request_", [None, 3, [], {}, {"do": "fly"}, {"do": "revert", "revision": "x"}, {"do": None}]
)
def test_what_is_no_command_is_refused(services, request_):
    with pytest.raises(GraphwrightError):
        done(services, request_, "")
    assert services.project.revision == 0


def test_a_project_for_reading_takes_no_edit(services):
    with pytest.raises(CommandError, match="reading only"):
        done(Services(services.project, read_only=True), ADD, "")


def test_an_edit_of_what_another_page_changed_is_refused_unless_it_is_meant(services):
    people, project = services.people, services.project
    start = project.revision
    people.made("one", done(services, ADD, "", start, "one")[0])
    accept = {**ADD, "do": "accept"}
    with pytest.raises(ConflictError, match=r"^Someone changed this since you saw it"):
        done(services, accept, "", start, "two")
    assert done(services, accept, "", start, "one")[0] == start + 2
    reject = {**ADD, "do": "reject", "anyway": True}
    assert done(services, reject, "", start, "two")[0] == start + 3


def test_a_page_hears_of_the_others_and_of_what_they_did(services):
    client = create_app(services).server.test_client()

    def said(tab: str, by: str, seen: int) -> dict[str, object]:
        page = {"tab": tab, "by": by, "path": "/lab", "seen": seen}
        return client.post("/presence", json=page).get_json()

    start = services.project.revision
    assert said("one", "ann", start)["others"] == []
    services.people.made("one", done(services, ADD, "ann", start, "one")[0])
    heard = said("two", "", start)
    assert heard["others"] == [{"by": "ann", "path": "/lab"}]
    assert [(edit["by"], edit["revision"]) for edit in heard["edits"]] == [("ann", start + 1)]
    assert said("one", "ann", start)["edits"] == []
    assert said("two", "", 10**9)["edits"] == []
    assert client.post("/presence", json={"tab": 1}).status_code == 400


def test_a_page_that_is_closed_is_soon_not_here(monkeypatch):
    people = People()
    people.here("one", "ann", "/")
    assert [page.by for page in people.others("two")] == ["ann"]
    now = time.monotonic()
    monkeypatch.setattr(presence.time, "monotonic", lambda: now + presence.GONE + 1)
    assert people.others("two") == []


def test_the_server_refuses_other_hosts(services):
    with pytest.raises(ProjectError, match="--password-file is needed"):
        serve(services.project, "0.0.0.0", 0, open_browser=False)


def test_a_value_is_kept_while_what_it_reads_is_the_same(services):
    made = []
    kept = Latest(lambda curation: (curation.graph,))

    def make(curation, last):
        made.append(last)
        return len(made)

    before = services.curation
    assert kept.of(before, make) == kept.of(before, make) == 1
    services.project.do(AddRelation(source="a", target="b", kind=RelationKind.REQUIRES))
    assert kept.of(services.curation, make) == 2
    assert made == [None, 1]


class TestJobs:
    @pytest.fixture
    def jobs(self):
        jobs = Jobs()
        yield jobs
        jobs.close()

    def until_done(self, jobs, name):
        for _ in range(500):
            if jobs.progress(name).done:
                return jobs.progress(name)
            time.sleep(0.01)
        pytest.fail("the job never ended")

    def test_a_job_reports_and_ends(self, jobs):
        jobs.start("one", lambda report: report(0.5, "half"))
        end = self.until_done(jobs, "one")
        assert (end.fraction, end.error, end.cancelled) == (1.0, "", False)
        assert jobs.running() == {}
        assert jobs.progress("never started").done

    def test_a_cancelled_job_ends_at_its_next_report(self, jobs):
        go = threading.Event()

        def work(report):
            go.wait(5)
            report(0.5, "half")
            pytest.fail("it went on")

        jobs.start("one", work)
        jobs.cancel("one")
        go.set()
        assert self.until_done(jobs, "one").cancelled

    def test_a_refusal_is_the_jobs_error(self, jobs):
        def work(report):
            raise CommandError("It cannot be.")

        jobs.start("one", work)
        assert self.until_done(jobs, "one").error == "It cannot be."

    def test_a_job_that_runs_is_not_started_again(self, jobs):
        go, times = threading.Event(), []

        def work(report):
            times.append(1)
            go.wait(5)

        jobs.start("one", work)
        jobs.start("one", work)
        go.set()
        self.until_done(jobs, "one")
        assert times == [1]
