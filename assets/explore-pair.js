// The popover of a pair: where it stands, and what is done to the selected relation.
(() => {
  const byId = (id) => document.getElementById(id);

  function place() {
    const { canvas, selection } = graphwright.explore;
    if (!canvas) return;
    const popover = byId("explore-popover");
    const edge = canvas.cy.edges(".selected");
    const shown = selection?.kind === "relation" && popover.childElementCount > 0;
    popover.hidden = !shown;
    byId("explore-legend").classList.toggle("folds", shown);
    if (!shown) return;
    const { left, top } = leastInTheWay(canvas, popover, edge);
    popover.style.left = `${left}px`;
    popover.style.top = `${top}px`;
  }

  // Where a panel covers the least: the line and its two ends count most, then the legend, then tools.
  function leastInTheWay(canvas, panel, edge) {
    const { clientWidth: width, clientHeight: height } = canvas.box;
    const [w, h] = [panel.offsetWidth, panel.offsetHeight];
    const ends = edge.connectedNodes();
    const things = canvas.cy.nodes("[name]").map((node) => [node.renderedBoundingBox({ includeOverlays: false }), ends.contains(node) ? 8 : 2]);
    const at = edge.length ? toScreen(canvas.cy, edge.midpoint()) : { x: width / 2, y: height / 2 };
    things.push([{ x1: at.x - 60, x2: at.x + 60, y1: at.y - 14, y2: at.y + 14 }, 6]);
    for (const id of ["explore-legend", "explore-zoom"]) {
      const { offsetLeft: x1, offsetTop: y1, offsetWidth, offsetHeight } = byId(id);
      things.push([{ x1, y1, x2: x1 + offsetWidth, y2: y1 + offsetHeight }, 2]);
    }
    const overlap = (a, b) => Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)) * Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1));
    let best = { left: 16, top: 44, cost: Infinity };
    for (let left = 16; left <= Math.max(16, width - w - 16); left += 16) {
      for (let top = 44; top <= Math.max(44, height - h - 16); top += 16) {
        const place = { x1: left, y1: top, x2: left + w, y2: top + h };
        const far = Math.hypot(left + w / 2 - at.x, top + h / 2 - at.y);
        const cost = things.reduce((sum, [box, weight]) => sum + weight * overlap(place, box), far * 4);
        if (cost < best.cost) best = { left, top, cost };
      }
    }
    return best;
  }

  const toScreen = (cy, { x, y }) => ({ x: x * cy.zoom() + cy.pan().x, y: y * cy.zoom() + cy.pan().y });

  // Does something to the selected relation; the server alone knows whether that is possible.
  function decide(name, more = {}) {
    const { selection, select } = graphwright.explore;
    if (selection?.kind !== "relation") return false;
    const { source, target, relation } = selection;
    graphwright.send({ do: name, source, target, kind: relation, ...more });
    const after = { "retype-relation": { relation: more.to }, "reverse-relation": { source: target, target: source } }[name];
    if (after) select({ ...selection, ...after }); // the next key is meant for that one
    if (name === "remove-relation") select(null);
    stopTyping();
    return true;
  }

  // When the selected relation is no more, by an undo or another's edit, the selection goes to what
  // the popover shows in its place, or ends. What was asked for a moment ago may be on its way yet.
  let drawnAt = 0; // revision of the selection
  const at = (revision) => (drawnAt = revision);

  function follow() {
    const { selection, select } = graphwright.explore;
    if (selection?.kind !== "relation" || graphwright.isBusy() || drawnAt < graphwright.reached()) return;
    const rows = [...byId("explore-popover").querySelectorAll("[data-select]")].map((row) => [JSON.parse(row.dataset.select), row.getAttribute("aria-pressed") === "true"]);
    if (rows.some(([what]) => JSON.stringify(what) === JSON.stringify(keyOf(selection)))) return;
    select(rows.find(([, pressed]) => pressed)?.[0] ?? null);
  }

  document.addEventListener("drawn", ({ target }) => target.id === "explore-popover" && follow());
  document.addEventListener("answered", ({ detail }) => detail.refused && follow());

  const keyOf = ({ source, target, relation }) => ({ kind: "relation", source, target, relation });

  const typing = () => byId("explore-popover").classList.contains("typing");

  function stopTyping() {
    const was = typing();
    byId("explore-popover").classList.remove("typing");
    return was;
  }

  // A digit while the kinds are shown: true when it was taken.
  const digit = (kind) => typing() && decide("retype-relation", { to: kind });

  // The next one of the stack.
  function step(by) {
    if (byId("explore-popover").hidden) return false;
    const rows = [...byId("explore-popover").querySelectorAll("[data-select]")];
    const now = rows.findIndex((row) => row.getAttribute("aria-pressed") === "true");
    const next = rows[(now + by + rows.length) % rows.length];
    if (next) graphwright.explore.select(JSON.parse(next.dataset.select));
    return Boolean(next);
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("#explore-popover button");
    if (!button) return;
    const { select: what, act, kind } = button.dataset;
    if (what) graphwright.explore.select(JSON.parse(what));
    else if (act === "close") graphwright.explore.select(null);
    else if (act === "type") byId("explore-popover").classList.toggle("typing");
    else if (kind) decide("retype-relation", { to: kind });
    else decide(act);
  });

  const add = (key, label, fn) => graphwright.keys.add("explore", key, label, fn, { group: "Relation" });
  add("A", "Accept", () => decide("accept"));
  add("X", "Reject", () => decide("reject"));
  add("T", "Change the kind, then a digit", () => (graphwright.explore.selection?.kind === "relation" ? byId("explore-popover").classList.add("typing") : false));
  add("R", "Reverse", () => decide("reverse-relation"));
  add("Delete", "Delete", () => decide("remove-relation"));

  graphwright.pair = { place, digit, stopTyping, step, at, follow };
})();
