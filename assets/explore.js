// Explore: draws scenes, turns taps and keys into selections, addresses and commands.
(() => {
  const ID = "explore-graph";
  const byId = (id) => document.getElementById(id);
  const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
  let canvas = null;
  let scene = null;
  let selection = null;
  let headroom = 0; // height of what stands above the picture
  let filters = { off: ["belongs_to"], verdict: "", least: 0, source: "", effect: "" };

  // ---- drawing
  function draw(next) {
    if (!next) return dash_clientside.no_update;
    const stays = scene?.key === next.key;
    scene = next;
    byId("explore-canvas").setAttribute("aria-label", `Graph. ${next.label}`);
    markLegend();
    const elements = next.elements.map((element) => (stays ? kept(element) : element));
    setTimeout(() => settle(elements, !stays));
    return elements;
  }

  // While the picture is the same one, what stands stays where it is.
  function kept(element) {
    const node = element.position && canvas?.get(element.data.id);
    return node?.length ? { ...element, position: { ...node.position() } } : element;
  }

  function settle(elements, fit, tries = 0) {
    const ready = canvas && canvas.cy.elements().length === elements.length && elements.every((e) => canvas.get(e.data.id).length);
    if (!ready && tries < 60) return setTimeout(() => settle(elements, fit, tries + 1), 25);
    if (!canvas) return;
    // A patch leaves keys of data behind that an element has no more
    canvas.cy.batch(() => elements.forEach((e) => {
      const element = canvas.get(e.data.id);
      for (const key of ["dim", "hit", "faint", "warn", "bow", "from_at", "to_at", "danger", "aside", "light"]) if (!(key in e.data)) element.removeData(key);
    }));
    if (!fit) makeRoom(elements);
    canvas.hulls = scene.hulls;
    if (fit) canvas.focus(null);
    const room = byId("explore-crumb").offsetHeight;
    if (fit || room !== headroom) canvas.fit(!fit);
    headroom = room;
    show();
    byId("explore-canvas").dataset.scene = scene.key;
  }

  // A new tool beside kept ones goes down until it covers none.
  function makeRoom(elements) {
    const nodes = canvas.cy.nodes("[name]");
    for (const element of elements.filter((e) => e.position)) {
      const node = canvas.get(element.data.id);
      const hits = (other) => !other.same(node) && Math.abs(other.position("x") - node.position("x")) < 150 && Math.abs(other.position("y") - node.position("y")) < 48;
      for (let i = 0; i < 40 && node.data("kind") === "tool" && nodes.some(hits) && node.scratch("new") !== false; i++) node.position("y", node.position("y") + 64);
      node.scratch("new", false);
    }
  }

  // ---- selection
  const isPair = (edge, what) => [edge.data("from_tool"), edge.data("to_tool")].sort().join("\n") === [what.source, what.target].sort().join("\n");

  function show() {
    if (!canvas) return;
    const { cy } = canvas;
    cy.nodes().forEach((node) => node.removeScratch("note"));
    const none = cy.collection();
    if (selection?.kind === "relation") {
      const edge = cy.edges().filter((e) => isPair(e, selection));
      canvas.mark(edge.union(centre()), none);
    } else if (selection) {
      const own = canvas.get(`${selection.kind === "tool" ? "t" : "g"}:${selection.name}`);
      const group = selection.group !== undefined ? canvas.get(`g:${selection.group}`) : none;
      const node = own.length ? own : scene?.key === "map" ? group : none;
      if (node.length && !own.length) node.scratch("note", selection.name.length > 18 ? `${selection.name.slice(0, 17)}…` : selection.name);
      canvas.mark(node, node.connectedEdges("[!light]"));
    } else canvas.mark(centre(), none);
    placePopover();
  }

  // The tool whose neighbourhood is drawn stays marked while nothing else takes its place.
  const centre = () => (scene?.key.startsWith("tool ") ? canvas.get(`t:${scene.key.slice(5)}`) : canvas.cy.collection());

  const select = (what) => same(what, selection) || graphwright.select(what);
  const open = (node) => graphwright.go(addressOf(node.data("kind"), node.data("name")));
  const addressOf = (kind, name) => `/explore?${kind === "group" ? "group" : "tool"}=${encodeURIComponent(name)}`;

  function selected(what) {
    selection = what ?? null;
    graphwright.table?.follow(selection);
    show();
    return selection?.kind === "relation" ? selection : null;
  }

  // ---- the popover of a pair
  function placePopover() {
    const popover = byId("explore-popover");
    const edge = canvas.cy.edges(".selected");
    const shown = selection?.kind === "relation" && popover.childElementCount > 0;
    popover.hidden = !shown;
    byId("explore-legend").classList.toggle("folds", shown);
    if (!shown) return;
    const { left, top } = leastInTheWay(popover, edge);
    popover.style.left = `${left}px`;
    popover.style.top = `${top}px`;
  }

  // Where a panel covers the least: the line and its two ends count most, then the legend, then tools.
  function leastInTheWay(panel, edge) {
    const { clientWidth: width, clientHeight: height } = canvas.box;
    const [w, h] = [panel.offsetWidth, panel.offsetHeight];
    const ends = edge.connectedNodes();
    const things = canvas.cy.nodes("[name]").map((node) => [node.renderedBoundingBox({ includeOverlays: false }), ends.contains(node) ? 8 : 2]);
    const at = edge.length ? toScreen(edge.midpoint()) : { x: width / 2, y: height / 2 };
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

  const toScreen = ({ x, y }) => ({ x: x * canvas.cy.zoom() + canvas.cy.pan().x, y: y * canvas.cy.zoom() + canvas.cy.pan().y });

  // Does something to the selected relation; the server alone knows whether that is possible.
  function onRelation(name, more = {}) {
    if (selection?.kind !== "relation" || byId("explore-popover").hidden) return false;
    const { source, target, relation } = selection;
    graphwright.send({ do: name, source, target, kind: relation, ...more });
    const after = { "retype-relation": { relation: more.to }, "reverse-relation": { source: target, target: source } }[name];
    if (after) setTimeout(() => select({ ...selection, ...after }), 50);
    if (name === "remove-relation") select(null);
    byId("explore-popover").classList.remove("typing");
    return true;
  }

  const typing = () => byId("explore-popover").classList.contains("typing");

  // ---- the legend is the filter
  const kinds = () => [...document.querySelectorAll("#explore-legend [data-kind]")];

  function markLegend() {
    for (const row of kinds()) {
      const on = !filters.off.includes(row.dataset.kind);
      row.setAttribute("aria-pressed", String(on));
      row.querySelector(".num").textContent = scene?.counts[row.dataset.kind] ?? "";
    }
  }

  function filter(change) {
    filters = { ...filters, ...change };
    markLegend();
    graphwright.set("shared-filters", filters);
  }

  function toggleKind(kind) {
    filter({ off: filters.off.includes(kind) ? filters.off.filter((k) => k !== kind) : [...filters.off, kind] });
  }

  function digit(number) {
    const row = kinds()[number - 1];
    if (graphwright.adding?.pick(row.dataset.kind)) return true;
    if (typing()) return onRelation("retype-relation", { to: row.dataset.kind });
    toggleKind(row.dataset.kind);
    return true;
  }

  // ---- taps
  function listen(made) {
    canvas = made;
    const { cy } = canvas;
    cy.on("tap", "node[name]", ({ target }) => {
      if (graphwright.adding?.active) return;
      const what = { kind: target.data("kind"), name: target.data("name") };
      canvas.focus(target, { quiet: true });
      if (what.kind === "group" || same(what, selection)) {
        select(what);
        open(target);
      } else select(what);
    });
    cy.on("tap", "edge[from_tool]", ({ target }) => {
      const { from_tool, to_tool, relation } = target.data();
      select({ kind: "relation", source: from_tool, target: to_tool, relation });
    });
    cy.on("tap", (event) => event.target === cy && selection?.kind === "relation" && select(null));
    cy.on("dragfree", "node[kind = 'group']", ({ target }) => {
      if (scene.key !== "map") return;
      const { x, y } = target.position();
      graphwright.send({ do: "place", positions: { [target.data("name")]: [x, y] } });
    });
    if (localStorage.getItem("graphwright-legend") === "folded") foldLegend(true);
    if (scene) settle(scene.elements, true);
  }

  function tidy() {
    canvas.cy.batch(() => scene.elements.forEach((e) => e.position && canvas.get(e.data.id).position(e.position)));
    if (scene.key === "map" && Object.keys(scene.tidy).length) graphwright.send({ do: "place", positions: scene.tidy });
    canvas.fit(true);
  }

  function up() {
    if (graphwright.adding?.close()) return true;
    if (typing()) return byId("explore-popover").classList.remove("typing");
    if (selection) return select(null);
    if (scene && scene.key !== "map") return graphwright.go("/explore");
    return false;
  }

  function more(group) {
    graphwright.go(`${location.pathname}${location.search}&more=${encodeURIComponent(group)}`);
  }

  // ---- Graph and Table
  function view(name) {
    for (const tab of ["graph", "table"]) {
      byId(`explore-view-${tab}`).setAttribute("aria-selected", String(tab === name));
      byId({ graph: "explore-canvas", table: "explore-table" }[tab]).hidden = tab !== name;
    }
    graphwright.set("explore-view-shown", name);
  }

  const clicks = {
    "explore-zoom-in": () => canvas.zoomBy(1.25),
    "explore-zoom-out": () => canvas.zoomBy(0.8),
    "explore-fit": () => canvas.fit(true),
    "explore-tidy": () => tidy(),
    "explore-view-graph": () => view("graph"),
    "explore-view-table": () => view("table"),
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (!button) return;
    const { fold, more: group, kind, select: what, near, act, reset, open: opens, clear } = button.dataset;
    if (button.id in clicks) clicks[button.id]();
    else if (fold !== undefined) foldLegend(button.getAttribute("aria-expanded") === "true");
    else if (group !== undefined) more(group);
    else if (near !== undefined) graphwright.go(`${location.pathname}${location.search.replace(/&near=\d+/, "")}&near=${near}`);
    else if (button.closest("#explore-legend") && kind) toggleKind(kind);
    else if (button.closest("#explore-popover")) popoverClick(button, what, act, kind);
    else if (opens !== undefined) openTool(JSON.parse(what));
    else if (clear !== undefined) graphwright.set("shared-query", "");
    else if (reset !== undefined) resetFilters();
  });

  function openTool(what) {
    select(what);
    if (!canvas?.get(`t:${what.name}`).length) graphwright.go(addressOf("tool", what.name));
  }

  function popoverClick(button, what, act, kind) {
    if (what) select(JSON.parse(what));
    else if (act === "close") select(null);
    else if (act === "type") byId("explore-popover").classList.toggle("typing");
    else if (kind) onRelation("retype-relation", { to: kind });
    else if (act) onRelation(act);
  }

  function foldLegend(away) {
    const legend = byId("explore-legend");
    legend.classList.toggle("folded", away);
    legend.querySelector("[data-fold]").setAttribute("aria-expanded", String(!away));
    localStorage.setItem("graphwright-legend", away ? "folded" : "open");
    canvas?.fit(true);
  }

  function resetFilters() {
    for (const box of document.querySelectorAll("select[data-filter]")) box.selectedIndex = 0;
    filter({ off: ["belongs_to"], verdict: "", least: 0, source: "", effect: "" });
  }

  document.addEventListener("change", ({ target }) => {
    const name = target.dataset?.filter;
    if (name) filter({ [name]: name === "least" ? Number(target.value) : target.value });
  });

  // ---- keys
  const add = (key, label, fn, group = "Graph") => graphwright.keys.add("explore", key, label, fn, { group });
  const onCanvas = (fn) => () => (document.activeElement === byId("explore-canvas") && canvas ? fn() : false);
  const moved = (fn) => onCanvas(() => {
    if (!fn()) return false;
    const { kind, name } = canvas.focused.data();
    clearTimeout(moved.timer);
    moved.timer = setTimeout(() => select({ kind, name }), 180); // the inspector follows the focus
    return true;
  });
  add("ArrowLeft", "Walk along relations", moved(() => canvas.walk(-1, 0)));
  add("ArrowRight", "Walk along relations", moved(() => canvas.walk(1, 0)));
  add("ArrowUp", "Walk along relations", moved(() => canvas.walk(0, -1)));
  add("ArrowDown", "Walk along relations", moved(() => canvas.walk(0, 1)));
  add("Tab", "Next in reading order", moved(() => canvas.step(1)));
  add("Shift+Tab", "Previous in reading order", moved(() => canvas.step(-1)));
  add("Enter", "Open the group or neighbourhood", onCanvas(() => (canvas.focused ? open(canvas.focused) : false)));
  for (let n = 1; n <= 6; n++) add(String(n), "Show or hide a kind of relation", () => digit(n));
  add("0", "Fit", () => canvas.fit(true));
  add("+", "Zoom in", () => canvas.zoomBy(1.25));
  add("-", "Zoom out", () => canvas.zoomBy(0.8));
  add("T", "Change the kind, then a digit", () => (byId("explore-popover").hidden ? false : byId("explore-popover").classList.add("typing")), "Relation");
  add("T", "Tidy", () => tidy());
  add("A", "Accept", () => onRelation("accept"), "Relation");
  add("X", "Reject", () => onRelation("reject"), "Relation");
  add("R", "Reverse", () => onRelation("reverse-relation"), "Relation");
  add("Delete", "Delete", () => onRelation("remove-relation"), "Relation");
  add("Escape", "One step back", () => up());

  document.addEventListener("focusin", ({ target }) => {
    if (target.id !== "explore-canvas" || !canvas || !target.matches(":focus-visible")) return;
    const chosen = canvas.cy.nodes(".selected[name]");
    canvas.focus(chosen.length ? chosen[0] : canvas.focused ?? canvas.order()[0]);
  });

  graphwright.canvas(ID, listen);
  graphwright.explore = { get canvas() { return canvas; }, get selection() { return selection; }, select };

  window.dash_clientside = window.dash_clientside ?? {};
  window.dash_clientside.explore = Object.assign(window.dash_clientside.explore ?? {}, {
    draw,
    selected,
    restyle: (theme, sheets) => (sheets ?? {})[theme ?? document.documentElement.dataset.theme] ?? dash_clientside.no_update,
    popover: () => { setTimeout(() => canvas && placePopover()); },
  });
})();
