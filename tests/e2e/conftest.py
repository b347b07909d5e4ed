"""A fresh project, server and page for each test; a page that complains or calls out fails it.

`GRAPHWRIGHT_SLOW=4` runs the browser four times slower and holds back each answer of the server by
up to .3 s, out of order: what only works on a quick machine fails there. Otherwise a test that
fails is run once more, since the machine under it may have stood still for seconds; the run says
which ones those were.
"""

import logging
import os
import random
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from werkzeug.serving import make_server

from graphwright.curate.curation import Curation, Source
from graphwright.graph import Group, ToolGraph
from graphwright.project.project import Project
from graphwright.relations import Evidence, Origin, Relation, RelationKind, Verdict
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright_dashboard.app import create_app
from graphwright_dashboard.services import Services

SLOW = float(os.environ.get("GRAPHWRIGHT_SLOW", "1"))  # times
# ms; on a busy machine the first paint alone takes ten seconds
PATIENCE = 30_000 if SLOW == 1 else 90_000
expect.set_options(timeout=PATIENCE)

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"

# name, method, path, what it takes, what it gives, description
TOOLS = {
    "orders": """
        listOrders get /orders customerId? [].id Lists the orders of a customer.
        getOrder get /orders/{orderId} orderId id,customerId Returns one order with its shipments.
        findByEmail get /orders/by-email email [].id Finds orders by the email of a customer.
        updateAddress patch /orders/{orderId}/address orderId id Changes where an order is sent to.
        addOrderNote post /orders/{orderId}/notes orderId,note id Adds a note to an order.
        cancelOrder delete /orders/{orderId} orderId state Cancels an order that was not shipped.
        reorder post /orders/{orderId}/again orderId id Places the same order again.
    """,
    "shipping": """
        getShipment get /shipments/{shipmentId} shipmentId id,carrier Returns a shipment.
        createShipment post /orders/{orderId}/shipments orderId shipmentId Sends an order out.
        trackParcel get /parcels/{parcelId} parcelId status Where a parcel is now.
    """,
    "returns": """
        requestRefund post /orders/{orderId}/refunds orderId,reason refundId Gives money back.
        createReturn post /orders/{orderId}/returns orderId returnId Sends an order back.
        getReturn get /returns/{returnId} returnId id,state Returns one return.
    """,
    "payments": """
        capturePayment post /payments/{paymentId} paymentId state Takes the money of a payment.
        getInvoice get /orders/{orderId}/invoice orderId number The invoice of an order.
    """,
    "customers": """
        getCustomer get /customers/{customerId} customerId id,email Returns a customer.
        findCustomer get /customers email [].id Finds customers.
        updateCustomer put /customers/{customerId} customerId id Changes a customer.
    """,
    "checkout": """
        checkout post /checkout cartId orderId Turns a cart into an order.
        validateCoupon post /coupons/validate code valid Checks a coupon.
    """,
}

# source, kind, target, confidence, verdict, why
RELATIONS = """
    getOrder       requires       listOrders     .94 accepted   orderId from listOrders.[].id
    getOrder       requires       findByEmail    .71 accepted   orderId from findByEmail.[].id
    reorder        requires       getOrder       .91 accepted   orderId from getOrder.id
    updateAddress  requires       getOrder       .93 accepted   orderId from getOrder.id
    addOrderNote   requires       getOrder       .66 accepted   orderId from getOrder.id
    cancelOrder    requires       getOrder       .92 accepted   orderId from getOrder.id
    getShipment    requires       getOrder       .62 unreviewed shares a path with getOrder
    createShipment requires       getOrder       .90 accepted   orderId from getOrder.id
    requestRefund  requires       getOrder       .82 unreviewed orderId from getOrder.id
    getOrder       precedes       requestRefund  .75 unreviewed lifecycle order
    requestRefund  complementary  getOrder       .70 unreviewed both use the Order schema
    requestRefund  conflicts_with getOrder       .60 unreviewed both write /orders/{orderId}
    createReturn   precedes       requestRefund  .55 unreviewed lifecycle order
    checkout       precedes       getOrder       .90 accepted   lifecycle order
    getInvoice     complementary  getOrder       .88 accepted   both are read after checkout
    findCustomer   similar_to     findByEmail    .72 unreviewed names share words
    cancelOrder    conflicts_with createShipment .81 unreviewed both write the same order
    getOrder       requires       getCustomer    .40 unreviewed customerId from getCustomer.id
    updateCustomer requires       getCustomer    .95 accepted   customerId from getCustomer.id
    getReturn      requires       createReturn   .89 accepted   returnId from createReturn.returnId
    getShipment    requires       createShipment .95 accepted   shipmentId from createShipment
"""


def _parameter(text: str, path: str) -> Parameter:
    name = text.rstrip("?")
    fmt = "uuid" if name.endswith("Id") else ""
    required = not text.endswith("?")
    location = Location.PATH if f"{{{name}}}" in path else Location.QUERY
    return Parameter(name, required=required, format=fmt, location=location)


def _tool(line: str, group: str, order: int) -> Tool:
    name, method, path, takes, gives, description = line.split(maxsplit=5)
    return Tool(
        name,
        description=description,
        method=method,
        path=path,
        parameters=tuple(_parameter(one, path) for one in takes.split(",")),
        outputs=tuple(Field(one) for one in gives.split(",")),
        group=group,
        source="shop.yaml",
        where=f"/paths/{path.replace('/', '~1')}/{method}",
        order=order,
    )


def _relation(line: str) -> Relation:
    source, kind, target, confidence, verdict, why = line.split(maxsplit=5)
    return Relation(
        source,
        target,
        RelationKind(kind),
        float(confidence),
        Origin.INFERRED,
        Verdict(verdict),
        (Evidence("written", why),),
    )


def shop() -> Curation:
    """Twenty tools in six groups, with relations of every kind and verdict."""
    lines = [(g, line) for g, text in TOOLS.items() for line in text.strip().splitlines()]
    tools = [_tool(line, group, order) for order, (group, line) in enumerate(lines)]
    belongs = [Relation(t.name, t.group, RelationKind.BELONGS_TO) for t in tools]
    relations = [_relation(line) for line in RELATIONS.strip().splitlines()]
    graph = ToolGraph.of(tools, [*relations, *belongs], [Group(g) for g in TOOLS])
    source = Source("shop.yaml", "openapi", "0" * 64, "Shop", "1.0", len(tools))
    return Curation(graph=graph, base=graph, sources=(source,))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    again = pytest.mark.flaky(reruns=1 if SLOW == 1 else 0)
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(again)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    quiet = ["--no-first-run", "--disable-background-networking", "--disable-component-update"]
    return {
        **browser_type_launch_args,
        "executable_path": shutil.which("chromium"),
        "args": ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-sync", *quiet],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "viewport": {"width": 1440, "height": 900}}


@pytest.fixture
def curation() -> Curation:
    """What the project starts from; a test module may have a fixture of this name of its own."""
    return shop()


@pytest.fixture
def project(tmp_path, curation) -> Iterator[Project]:
    project = Project.open(tmp_path / "shop.graphwright", curation)
    yield project
    project.close()


def _held_back() -> None:
    time.sleep(random.random() * 0.1 * (SLOW - 1))


@pytest.fixture
def url(page, project) -> Iterator[str]:
    services = Services(project)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = create_app(services).server
    if SLOW > 1:
        app.before_request(_held_back)
        browser = page.context.new_cdp_session(page)
        browser.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    page.context.set_default_timeout(PATIENCE)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    page.context.close()  # before the server, which its page asks for the revision
    server.shutdown()
    thread.join()
    services.jobs.close()


@pytest.fixture(autouse=True)
def no_complaints(page):
    """No error in the console of any page, and no request to any other machine."""
    errors: list[str] = []
    outside: list[str] = []
    page.context.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.context.on("weberror", lambda e: errors.append(str(e.error)))
    page.context.on(
        "request",
        lambda r: (
            outside.append(r.url)
            if not r.url.startswith(("http://127.0.0.1:", "data:", "blob:", "about:", "file:"))
            else None
        ),
    )
    yield
    assert not errors
    assert not outside


@pytest.fixture
def screenshot():
    """`screenshot(page, "explore-light")` saves a picture under /screenshots."""

    def save(page, name: str) -> None:
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return save
