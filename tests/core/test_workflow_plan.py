from contextlib import suppress
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphwright.errors import QueryError
from graphwright.graph import ToolGraph
from graphwright.issues import Severity
from graphwright.relate import relate
from graphwright.relate.names import Action
from graphwright.relations import Relation, RelationKind, Verdict
from graphwright.search import SearchIndex, SearchSettings
from graphwright.tools import Effects, Field, Location, Parameter, Tool
from graphwright.workflow.check import check
from graphwright.workflow.effects import is_reader, may_destroy
from graphwright.workflow.intent import action_asked, clauses, destroys, reads, resolved, says_so
from graphwright.workflow.literals import stated
from graphwright.workflow.ordering import order_tools
from graphwright.workflow.plan import plan, plans
from graphwright.workflow.proper_names import named

PATH, QUERY, BODY = Location.PATH, Location.QUERY, Location.BODY


def operation(name, method, path, text, *parameters, outputs=()):
    return Tool(name, text, text, tuple(parameters), tuple(outputs), method=method, path=path)


def of(name, type="string", location=PATH, required=True, **more):
    return Parameter(name, type, required=required, location=location, **more)


BOOK = (Field("[].id", schema="Book"), Field("[].title", schema="Book"))
TOOLS = (
    operation("listBooks", "get", "/books", "List all books", outputs=BOOK),
    operation("searchBooks", "get", "/books/search", "Search books by title",
              of("q", location=QUERY), outputs=BOOK),
    operation("popularBooks", "get", "/books/popular", "Books that are popular now", outputs=BOOK),
    operation("getBook", "get", "/books/{bookId}", "Get a book", of("bookId"),
              outputs=(Field("id", schema="Book"), Field("authorId"))),
    operation("deleteBook", "delete", "/books/{bookId}", "Delete a book", of("bookId")),
    operation("deleteAllBooks", "delete", "/books", "Delete the whole collection of books"),
    operation("reviewBook", "post", "/books/{bookId}/reviews", "Write a review of a book",
              of("bookId"), of("text", location=BODY)),
    operation("listReviews", "get", "/books/{bookId}/reviews", "List the reviews of a book",
              of("bookId"), outputs=(Field("[].id", schema="Review"), Field("[].text"))),
    operation("getAuthor", "get", "/authors/{authorId}", "Get an author", of("authorId")),
    operation("createLoan", "post", "/loans", "Create a loan",
              of("bookId", location=BODY, required=False), outputs=(Field("id", schema="Loan"),)),
    operation("extendLoan", "post", "/loans/{loanId}/extend", "Extend a loan", of("loanId")),
    operation("listLoans", "get", "/loans", "List loans",
              of("state", location=QUERY, required=False, enum=("open", "late")),
              outputs=(Field("[].id", schema="Loan"),)),
    operation("estimateFee", "post", "/fees/estimate", "Estimate the fee of a loan"),
    operation("prune", "post", "/shelves/prune", "Delete unused shelves"),
)  # fmt: skip
GRAPH = ToolGraph.of(TOOLS, relate(TOOLS))
CURATION = SimpleNamespace(graph=GRAPH, settings=SearchSettings())
INDEX = SearchIndex(CURATION)


def steps(goal):
    return [step.tool for step in plan(INDEX, goal).steps]


@pytest.mark.parametrize(
    ("goal", "tools"),
    [
        ("list the books", ["listBooks"]),
        ("delete a book", ["listBooks", "deleteBook"]),
        ("delete all books", ["deleteAllBooks"]),
        ("write a review of a book", ["listBooks", "reviewBook"]),
        ("show the reviews of the most popular book", ["popularBooks", "listReviews"]),
        ('show the reviews of the book "Emma"', ["searchBooks", "listReviews"]),
        ("create a loan and extend it", ["createLoan", "extendLoan"]),
        ("extend a loan", ["listLoans", "extendLoan"]),
        ("what is the fee of a loan", ["estimateFee"]),
    ],
)
def test_a_goal_becomes_the_chain_that_serves_it(goal, tools):
    assert steps(goal) == tools


def test_what_a_step_needs_is_bound_to_what_gives_it():
    workflow = plan(INDEX, "delete a book")
    binding = workflow.step("deleteBook").bindings["bookId"]
    assert binding.source == "$steps.listBooks.outputs.[].id"
    assert workflow.step("listBooks").reason.startswith("Gives bookId to deleteBook")


def test_a_name_in_the_goal_goes_into_the_search():
    workflow = plan(INDEX, 'show the reviews of the book "Emma"')
    assert workflow.step("searchBooks").bindings["q"].value == "Emma"


def test_a_value_of_an_enum_is_taken_from_the_goal():
    workflow = plan(INDEX, "list the loans that are late")
    assert workflow.step("listLoans").bindings["state"].value == "late"


def test_an_id_in_the_goal_needs_no_provider():
    workflow = plan(INDEX, "delete book 42")
    assert [step.tool for step in workflow.steps] == ["deleteBook"]
    assert workflow.steps[0].bindings["bookId"].value == "42"


def test_what_nothing_gives_is_asked_for_with_a_reason():
    workflow = plan(INDEX, "write a review of a book")
    (asked,) = workflow.inputs
    assert asked.name == "text"
    assert asked.description.startswith("text of reviewBook: no step before it gives it.")


def test_a_later_goal_waits_for_the_one_before():
    assert plan(INDEX, "create a loan and extend it").step("extendLoan").after == ("createLoan",)


def test_alternatives_are_kept_best_first():
    found = plans(INDEX, "delete a book")
    chains = [tuple(step.tool for step in one.steps) for one in found]
    assert chains[0] == ("listBooks", "deleteBook")
    assert len(chains) == len(set(chains)) > 1


def test_a_rejected_flow_is_not_taken():
    others = (t.name for t in TOOLS if t.name != "deleteBook")
    refused = (Relation("deleteBook", name, RelationKind.REQUIRES) for name in others)
    graph = GRAPH.with_relations(*(r.decided(Verdict.REJECTED) for r in refused))
    index = SearchIndex(SimpleNamespace(graph=graph, settings=SearchSettings()))
    workflow = plan(index, "delete a book")
    assert [step.tool for step in workflow.steps] == ["deleteBook"]


@pytest.mark.parametrize(
    "goal",
    [
        "<script>list books</script>" * 300,
        "list books, " * 2000,
        "book " * 5000,
        "책 " * 900,
        "\0\n",
    ],
)
def test_a_hostile_goal_is_planned_or_refused(goal):
    with suppress(QueryError):
        assert len(plan(INDEX, goal).steps) <= 24


@pytest.mark.parametrize("goal", ["", "xyzzy", "zzz qqq"])
def test_a_goal_that_no_tool_knows_is_refused(goal):
    with pytest.raises(QueryError):
        plan(INDEX, goal)


GOAL_WORDS = (
    "list show delete cancel create extend the a all books book loan loans review reviews author "
    'popular and then it every 42 late "Emma" of in who what remove prune shelves fee'
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(GOAL_WORDS.split()), min_size=1, max_size=8).map(" ".join))
@example('extend "Emma" the list')  # a name between the verb and its article
@example("create then books loan list")  # what the second part needs, the first would read
def test_no_plan_has_an_error_or_destroys_what_was_not_said(goal):
    try:
        found = plans(INDEX, goal)
    except QueryError:
        return
    for workflow in found:
        errors = [i for i in check(workflow, CURATION) if i.severity is Severity.ERROR]
        assert not errors
        for step in workflow.steps:
            tool = GRAPH.tools[step.tool]
            assert not may_destroy(tool) or says_so(goal, tool)
            assert is_reader(tool) or not all(map(reads, clauses(goal.replace('"Emma"', ""))))


@pytest.mark.parametrize(
    ("goal", "parts"),
    [
        ("process a refund for an order", ["process a refund for an order"]),
        ("add a product to the cart and checkout", ["add a product to the cart", "checkout"]),
        ("list issues and pull requests", ["list issues pull requests"]),
        ("please find the pet, then delete it", ["find the pet", "delete pet"]),
        ("search products, add one to the cart and pay",
         ["search products", "add product to the cart", "pay"]),
        ("close an issue and comment on it", ["close an issue", "comment on issue"]),
        ("create an order -> ship it -> close it",
         ["create an order", "ship order", "close order"]),
        ("Simon and Garfunkel", ["Simon Garfunkel"]),
    ],
)  # fmt: skip
def test_goals_are_split_where_a_verb_begins(goal, parts):
    assert list(resolved(clauses(goal))) == parts


@pytest.mark.parametrize(
    ("clause", "action"),
    [
        ("show my orders", Action.GET),
        ("who wrote it", Action.GET),
        ("cancelling an order", Action.ACT),
        ("delete it", Action.DELETE),
        ("ban a user", Action.ACT),
        ("give it to a member", Action.UPDATE),
        ("give me the list", Action.GET),
        ("sales analytics", None),
        ("주문 취소", Action.ACT),
        ("상품 검색", Action.SEARCH),
    ],
)
def test_a_clause_asks_for_what_its_first_verb_says(clause, action):
    assert action_asked(clause) is action


@pytest.mark.parametrize(
    ("text", "it_does"),
    [
        ("remove it", True),
        ("cancelled", True),
        ("주문 취소", True),
        ("show it", False),
        ("", False),
    ],
)
def test_destruction_must_be_said(text, it_does):
    assert destroys(text) is it_does


def test_a_destroyer_with_a_verb_of_its_own_is_meant_by_that_verb():
    stop = Tool("stopServer", effects=Effects(destructive=True))
    assert says_so("stop the server", stop)
    assert not says_so("show the server", stop)


@pytest.mark.parametrize(
    ("clause", "names"),
    [
        ("who wrote The Big Sleep", ("The Big Sleep",)),
        ('find "a b" now', ("a b",)),
        ("movies by Ann Lee or Bob Ray", ("Ann Lee", "Bob Ray")),
        ("the books of Ann Lee's shop", ("Ann Lee",)),
        ("House of Cards reviews", ("House of Cards",)),
        ("Delete A Book", ()),
        ("list books on TV", ()),
        ("watching The Last Of Us and more", ("The Last Of Us",)),
    ],
)
def test_names_are_capitals_that_tools_do_not_know(clause, names):
    assert named(clause, frozenset(("book", "review", "tv", "movie", "shop", "delete"))) == names


@pytest.mark.parametrize(
    ("clause", "parameter", "resource", "value"),
    [
        ("the late ones", of("state", enum=("open", "late")), (), "late"),
        ("merge it", of("merge_method", enum=("merge", "squash")), (), None),
        ("approve it", of("event", enum=("APPROVE", "COMMENT")), (), "APPROVE"),
        ("close the issue", of("state", enum=("open", "closed")), (), "closed"),
        ("today's loans", of("span", enum=("day", "week")), (), "day"),
        ("the second season", of("season_number", "integer"), ("season",), 2),
        ("season 3 of it", of("season_number", "integer"), ("season",), 3),
        ("order ORD-7", of("orderId"), ("order",), "ORD-7"),
        ("issue #7", of("issue_number", "integer"), ("issue",), 7),
        ("an order", of("orderId"), ("order",), None),
    ],
)
def test_values_that_a_goal_states(clause, parameter, resource, value):
    found = stated(clause, parameter, resource)
    assert (found.value if found else None) == value


def test_tools_are_ordered_by_flow_then_kind_then_mention():
    names = ["deleteBook", "reviewBook", "getAuthor", "listBooks"]
    assert order_tools(GRAPH, names, "get the author, delete the book, review it") == (
        "getAuthor", "listBooks", "reviewBook", "deleteBook",
    )  # fmt: skip
    assert order_tools(GRAPH, ["unknown", "listBooks"], "") == ("listBooks", "unknown")
