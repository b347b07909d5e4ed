"""What stands on the canvas of Explore, and where."""

from playwright.sync_api import Page, expect


def drawn(page: Page, scene: str) -> None:
    expect(page.locator("#explore-canvas")).to_have_attribute("data-scene", scene)


def place(page: Page, id: str) -> tuple[float, float]:
    """Where a node is on the screen."""
    x, y = page.evaluate(
        """(id) => {
            const { cy } = graphwright.explore.canvas;
            const at = cy.getElementById(id).renderedPosition();
            const box = cy.container().getBoundingClientRect();
            return [box.x + at.x, box.y + at.y];
        }""",
        id,
    )
    return x, y
