"""How fast the workbench answers at 250, 1,000, 3,000 and 16,000 tools, in Chromium's own times.

python benchmarks/dashboard.py [--sizes 250,1000,3000,16000] [--save F] [--diff F]

Documents are made by large_document.py. Wall times depend on what else the machine does; beside
them stand the milliseconds that the browser's main thread worked (CDP, thread ticks). A frame of
panning or zooming is such a time over the frames of a gesture: of a canvas with three lines for
each tool, at most 3,000 tools, and ("whole") of all tools of the document, where they are drawn.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
from large_document import document
from pace import pace
from playwright.sync_api import CDPSession, Page, sync_playwright
from saved import Results, finish, options

from graphwright import formats
from graphwright.project.project import Project
from graphwright.read import curation_of
from graphwright_dashboard.app import serve

SIZES = (250, 1_000, 3_000, 16_000)
LARGEST_WHOLE = 1_500  # tools that are drawn in full
FIRST_ROW = "document.querySelector('.ag-center-cols-container .ag-row')"
GESTURES = 240  # frames of a pan or a zoom: four seconds
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--serve", help="internal: serve a project on a port", nargs=2)
    options(parser)
    chosen = parser.parse_args()
    if chosen.serve:
        path, port = chosen.serve
        serve(Project.open(Path(path)), "127.0.0.1", int(port), open_browser=False)
        return
    slower = pace()
    print(f"This machine is {slower:.2f} times slower than the reference (pace.py).", flush=True)
    results: Results = {"machine": {"pace": round(slower, 2)}}
    for size in map(int, chosen.sizes.split(",")):
        row = measured(size)
        results[str(size)] = {name: round(value, 1) for name, value in row.items()}
        print(f"{size:6d}", "  ".join(f"{n} {v:.0f}" for n, v in row.items()), flush=True)
    finish(results, chosen)


def measured(size: int) -> dict[str, float]:
    """Milliseconds of everything that the issue names a limit for."""
    with served(size) as url, browser() as page:
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        row = loading(page, session, f"{url}/explore", "first")
        row |= loading(page, session, f"{url}/explore", "again")
        row |= expanding(page, session)
        row |= filtering(page, session, url)
        row |= moving(page, session, url, size)
    return row


def loading(page: Page, session: CDPSession, url: str, name: str) -> dict[str, float]:
    page.goto("about:blank")
    before, start = worked(session), time.perf_counter()
    page.goto(url, wait_until="commit")
    scene(page, "map")
    wall = 1000 * (time.perf_counter() - start)
    paint = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1"
    )
    return {
        f"{name}_graph": wall,
        f"{name}_paint": paint,
        f"{name}_main_thread": worked(session) - before,
    }


def expanding(page: Page, session: CDPSession) -> dict[str, float]:
    group = page.evaluate(
        "graphwright.explore.canvas.cy.nodes('[kind = \"group\"]')[0].data('name')"
    )
    before, start = worked(session), time.perf_counter()
    page.evaluate("(name) => graphwright.go(`/explore?group=${encodeURIComponent(name)}`)", group)
    scene(page, f"group {group}")
    wall = 1000 * (time.perf_counter() - start)
    return {"expand": wall, "expand_main_thread": worked(session) - before}


def filtering(page: Page, session: CDPSession, url: str) -> dict[str, float]:
    """From the last letter in a column's filter to its rows; AG Grid waits 60 ms for more."""
    page.goto(f"{url}/explore?view=table")
    page.locator(".ag-row").first.wait_for()
    field = page.get_by_role("textbox", name="Tool Filter Input")
    walls = []
    for letters in ("calendars", "mail", "chats", "files"):
        start = time.perf_counter()
        field.fill(letters)
        until(page, f"{FIRST_ROW}?.innerText.includes({letters!r})")
        walls.append(1000 * (time.perf_counter() - start))
    return {"table_filter": sorted(walls)[len(walls) // 2]}


def moving(page: Page, session: CDPSession, url: str, size: int) -> dict[str, float]:
    """Pictures of many tools, panned and zoomed by the mouse."""
    row: dict[str, float] = {}
    whole = size <= LARGEST_WHOLE
    page.goto(f"{url}/explore{'?all=1' if whole else ''}")
    scene(page, "all" if whole else "map")
    if whole:
        row |= frames(page, session, "whole_")
    stuffed(page, size)
    return row | frames(page, session, "")


def frames(page: Page, session: CDPSession, name: str) -> dict[str, float]:
    """What the canvas holds, and the main thread's milliseconds in a frame of each gesture."""
    cy = "graphwright.explore.canvas.cy"
    nodes, edges = page.evaluate(f"[{cy}.nodes('[name]').length, {cy}.edges().length]")
    row = {f"{name}nodes": nodes, f"{name}edges": edges}
    for gesture, move in {"pan": PAN, "zoom": ZOOM}.items():
        rest(page, session)
        before = worked(session)
        page.evaluate(move, GESTURES)
        row[f"{name}{gesture}_frame"] = (worked(session) - before) / GESTURES
    return row


def rest(page: Page, session: CDPSession) -> None:
    """Waits until what was drawn before has come to rest."""
    before = -1000.0
    while worked(session) - before > 40:
        before = worked(session)
        page.wait_for_timeout(500)


def stuffed(page: Page, size: int) -> None:
    """The canvas with `size` cards and three lines each, for the limit of the canvas itself."""
    page.evaluate(
        """(n) => {
            const { canvas } = graphwright.explore;
            const { cy } = canvas;
            const wide = Math.ceil(Math.sqrt(n * 0.4));
            const node = (i) => ({
                data: { id: `t:${i}`, kind: "tool", name: `${i}`, label: `Tool ${i}` },
                position: { x: (i % wide) * 190, y: Math.floor(i / wide) * 64 },
            });
            const edge = (i, k) => ({ data: {
                id: `e${i}.${k}`, source: `t:${i}`, target: `t:${(i * 7 + k * 13) % n}`,
                relation: "requires", strength: "high", dense: 1,
            } });
            const places = [...Array(n).keys()];
            cy.elements().remove();
            cy.add(places.map(node));
            cy.add(places.flatMap((i) => [1, 2, 3].map((k) => edge(i, k))));
            canvas.hulls = [];
            canvas.fit();
        }""",
        min(size, 3_000),
    )


_FRAMES = """(frames) => new Promise((done) => {
    const container = graphwright.explore.canvas.cy.container();
    const box = container.getBoundingClientRect();
    const [x, y] = [box.x + box.width - 12, box.y + box.height / 2]; // where no tool stands
    const mouse = (type, x, y, more = {}) => {
        const Kind = type === "wheel" ? WheelEvent : MouseEvent;
        const where = { bubbles: true, cancelable: true, clientX: x, clientY: y, buttons: 1 };
        container.querySelector("canvas").dispatchEvent(new Kind(type, { ...where, ...more }));
    };
    let left = frames;
    const step = () => {
        if (left-- === 0) {
            mouse("mouseup", x, y);
            return done(true);
        }
        MOVE
        requestAnimationFrame(step);
    };
    START
    requestAnimationFrame(step);
})"""
PAN = _FRAMES.replace("START", 'mouse("mousedown", x, y);').replace(
    "MOVE", 'mouse("mousemove", x - 3 * (frames - left), y + (left % 7));'
)
ZOOM = _FRAMES.replace("START", "").replace(
    "MOVE", 'mouse("wheel", x, y, { deltaY: left % 20 < 10 ? 40 : -40 });'
)


def worked(session: CDPSession) -> float:
    """Milliseconds that the main thread has worked."""
    found = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(one["value"] for one in found if one["name"] == "TaskDuration")


def scene(page: Page, name: str) -> None:
    until(page, f"document.querySelector('#explore-canvas')?.dataset.scene === {name!r}")


def until(page: Page, expression: str) -> None:
    page.wait_for_function(expression, polling=20, timeout=120_000)


@contextmanager
def served(size: int) -> Iterator[str]:
    """A server of its own, as a person has it, with the document of so many operations."""
    with tempfile.TemporaryDirectory() as folder:
        path, port = Path(folder, "platform.graphwright"), 8_600 + os.getpid() % 300
        read = formats.read(orjson.dumps(document(size)), "platform.json")
        Project.open(path, curation_of([read])).close()
        command = [sys.executable, __file__, "--serve", str(path), str(port)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            print(server.stdout.readline().strip(), file=sys.stderr)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


@contextmanager
def browser() -> Iterator[Page]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(_FLAGS)
        )
        # the page forbids what a benchmark must do: to evaluate expressions in it
        context = chromium.new_context(bypass_csp=True, viewport={"width": 1440, "height": 900})
        yield context.new_page()
        chromium.close()


if __name__ == "__main__":
    main()
