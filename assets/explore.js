// Explore: draws scenes, turns taps and keys into selections, addresses and commands.
(() => {
  const ID = "explore-graph";
  const byId = (id) => document.getElementById(id);
  const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
  const MOST_DRAWN = 8; // scenes that are kept
  const drawn = new Map(); // token → elements by id
  let canvas = null;
  let scene = null;
  let selection = null;
  let unsettled = null; // what the scene that was drawn last still needs before it stands
  let headroom = 0; // height of what stands above the picture

  // ---- drawing
  function draw(told) {
    if (!told) return [dash_clientside.no_update, dash_clientside.no_update];
    const sent = graphwright.unpacked(told);
    const next = { ...sent, elements: whole(sent), shows: shows() };
    next.hulls ??= scene.hulls; // they are as they were
    const stays = scene?.key === next.key && scene.shows.get("steps") === next.shows.get("steps");
    const grows = stays && String(scene.shows) !== String(next.shows);
    const fresh = stays ? next.elements.filter((e) => e.position && !canvas?.get(e.data.id).length).map((e) => e.data.id) : [];
    scene = next;
    byId("explore-canvas").setAttribute("aria-label", `Graph. ${next.label}`);
    graphwright.legend.count(next.counts, next.elements.filter(({ data }) => data.source && data.dim).length);
    graphwright.over.forget();
    const elements = next.elements.map((element) => (stays ? kept(element) : element));
    const owed = stays ? unsettled : null; // another came before that one stood
    const how = { fit: !stays || owed?.fit, grows: grows || owed?.grows, fresh: [...fresh, ...(owed?.fresh ?? [])] };
    setTimeout(() => settle(elements, how));
    unsettled = how;
    return [elements, next.token];
  }

  // What the address says of how much is drawn.
  const shows = () => new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => ["more", "near", "steps"].includes(name)));

  // All elements of a scene, of which only what differs from one that was drawn may have been sent.
  function whole({ base, token, elements, gone = [] }) {
    const all = new Map(base ? drawn.get(base) : []);
    for (const id of gone) all.delete(id);
    for (const element of elements) {
      if (element.data.kind === "tool") graphwright.names.dress(element.data);
      all.set(element.data.id, element);
    }
    drawn.delete(token);
    drawn.set(token, all);
    if (drawn.size > MOST_DRAWN) drawn.delete(drawn.keys().next().value);
    return [...all.values()];
  }

  // While the picture is the same one, what stands stays where it is; but what was put somewhere, or
  // let go, stands where the project says.
  function kept(element) {
    const node = element.position && canvas?.get(element.data.id);
    const holds = node?.length && (node.grabbed() || (!element.data.pin && !node.data("pin")));
    return holds ? { ...element, position: { ...node.position() } } : element;
  }

  function settle(elements, how, tries = 0) {
    if (how !== unsettled) return; // another scene has come
    const { fit, grows, fresh } = how;
    const ready = canvas && canvas.cy.elements().length === elements.length && elements.every((e) => canvas.get(e.data.id).length);
    if (!ready && tries < 60) return setTimeout(() => settle(elements, how, tries + 1), 25);
    if (!canvas) return;
    unsettled = null;
    // A patch leaves keys of data behind that an element has no more
    canvas.cy.batch(() => elements.forEach((e) => {
      const element = canvas.get(e.data.id);
      for (const key of ["dim", "hit", "faint", "warn", "bow", "from_at", "to_at", "danger", "aside", "light", "lens", "load", "diff", "pin", "sign"]) if (!(key in e.data)) element.removeData(key);
    }));
    canvas.cy.nodes("[kind = 'domain']").ungrabify();
    const tools = fresh.filter((id, at) => fresh.indexOf(id) === at && canvas.get(id).data("kind") === "tool" && !canvas.get(id).data("pin"));
    if (tools.length) canvas.cy.batch(() => graphwright.room.make(canvas, scene.hulls, tools));
    canvas.hulls = scene.hulls;
    if (fit) canvas.focus(null);
    const room = byId("explore-crumb").offsetHeight;
    if (fit || grows || room !== headroom || !fresh.every((id) => canvas.get(id).empty() || canvas.sees(canvas.get(id)))) canvas.fit(!fit);
    headroom = room;
    show();
    if (!fit) setTimeout(() => graphwright.pair.place(), 260); // the view has come to rest
    byId("explore-canvas").dataset.scene = scene.key;
    byId("explore-canvas").removeAttribute("aria-busy");
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
      const node = own.length ? own : onMap() ? group : none;
      if (node.length && !own.length) node.scratch("note", selection.name.length > 18 ? `${selection.name.slice(0, 17)}…` : selection.name);
      canvas.mark(node, node.connectedEdges("[!light]"));
    } else canvas.mark(centre(), none);
    graphwright.pair.place();
  }

  // The tool whose neighbourhood is drawn stays marked while nothing else takes its place.
  const centre = () => (scene?.key.startsWith("tool ") ? canvas.get(`t:${scene.key.slice(5)}`) : canvas.cy.collection());

  // At once: the next key is meant for what is selected, whenever that is drawn.
  function select(what) {
    if (same(what, selection) || what?.kind === "domain") return;
    selection = what ?? null;
    graphwright.select(selection);
  }

  const open = (node) => graphwright.go(addressOf(node.data("kind"), node.data("name")));
  const addressOf = (kind, name) => `/explore?${kind}=${encodeURIComponent(name)}${revisions()}`;
  const revisions = () => ["from", "to"].map((name) => [name, new URLSearchParams(location.search).get(name)]).map(([name, n]) => (n === null ? "" : `&${name}=${n}`)).join("");
  const onMap = () => scene?.key === "map" || scene?.key.startsWith("domain ");

  function selected(what, revision) {
    graphwright.pair.at(revision ?? 0);
    selection = what ?? null;
    graphwright.table?.follow(selection);
    graphwright.address.write();
    show();
    return selection?.kind === "relation" ? selection : null;
  }

  // ---- taps
  function listen(made) {
    canvas = made;
    const { cy } = canvas;
    cy.on("tap", "node[name]", ({ target }) => {
      if (graphwright.adding?.active) return;
      const what = { kind: target.data("kind"), name: target.data("name") };
      canvas.focus(target, { quiet: true });
      if (what.kind === "domain") open(target);
      else if (what.kind === "group" || same(what, selection)) {
        select(what);
        open(target);
      } else select(what);
    });
    cy.on("tap", "edge[from_tool]", ({ target }) => {
      const { from_tool, to_tool, relation } = target.data();
      select({ kind: "relation", source: from_tool, target: to_tool, relation });
    });
    cy.on("tap", (event) => event.target === cy && selection?.kind === "relation" && select(null));
    cy.on("dragfree", "node[name]", ({ target }) => place(target));
    graphwright.legend.restore();
    if (scene) settle(scene.elements, (unsettled = { fit: true, grows: false, fresh: [] }));
  }

  function tidy() {
    canvas.cy.batch(() => scene.elements.forEach((e) => e.position && canvas.get(e.data.id).position(e.position)));
    if (scene.moved.length) graphwright.send({ do: "place", picture: scene.picture, positions: Object.fromEntries(scene.moved.map((name) => [name, null])) });
    else graphwright.notify("Everything stands where it belongs already.");
    canvas.fit(true);
  }

  // Where it stands now, or with `null` let go: it goes where the picture puts it.
  function place(node, at = [node.position("x"), node.position("y")]) {
    if (node.data("kind") === "domain") return false;
    graphwright.send({ do: "place", picture: scene.picture, positions: { [node.data("name")]: at } });
    return true;
  }

  function pin() {
    const node = canvas?.focused?.length ? canvas.focused : canvas?.cy.nodes(".selected[name]").first();
    return node?.length ? place(node, ...(node.data("pin") ? [null] : [])) : false;
  }

  function up() {
    if (graphwright.over.shut()) return true;
    if (graphwright.adding?.close()) return true;
    if (graphwright.pair.stopTyping()) return true;
    if (selection) return select(null);
    const above = scene?.crumbs.filter((crumb) => crumb.href).at(-1);
    return above ? graphwright.go(above.href) : false;
  }

  function more(group) {
    graphwright.go(`${location.pathname}${location.search}&more=${encodeURIComponent(group)}`);
  }

  // More of the group in focus, else of the neighbours, else of the first group that has more.
  function moreHere() {
    const node = canvas?.focused ?? canvas?.cy.nodes(".selected[name]").first();
    const open = (scene?.hulls ?? []).filter((hull) => hull.more > 0);
    const own = node?.length ? open.find((hull) => hull.members.includes(node.id())) : null;
    if (own) more(own.group);
    else if (scene?.near) nearer();
    else if (open.length) more(open[0].group);
    else return false;
    return true;
  }

  // ---- Graph, Table and Matrix: the address says which
  const PLACES = { graph: ID.replace("graph", "canvas"), table: "explore-table", matrix: "explore-matrix" };

  function look(address) {
    const wanted = new URLSearchParams((address ?? "").split("?")[1] ?? "").get("view");
    const name = wanted in PLACES ? wanted : "graph";
    for (const [place, id] of Object.entries(PLACES)) {
      byId(`explore-view-${place}`).setAttribute("aria-selected", String(place === name));
      byId(id).hidden = place !== name;
    }
    byId("explore-page").dataset.view = name;
    graphwright.address.read(address);
    if (name === "table") graphwright.table.look(address);
    if (name === "graph") byId("explore-canvas").setAttribute("aria-busy", "true"); // until it is drawn
    return name;
  }

  // What the facets and the matrix are wanted for, while they are seen.
  function beside(revision, address, filters) {
    const asked = new URLSearchParams((address ?? "").split("?")[1] ?? "");
    const wanted = { revision, address, filters };
    const none = dash_clientside.no_update;
    const table = asked.get("view") === "table" && asked.get("rows") !== "relations";
    return [table ? wanted : none, asked.get("view") === "matrix" ? wanted : none];
  }

  // The same tool or group, the same facets, seen in another way.
  function view(name) {
    const next = new URLSearchParams(location.search);
    name === "graph" ? next.delete("view") : next.set("view", name);
    graphwright.go(`/explore${next.size ? `?${next}` : ""}`);
  }

  const clicks = {
    "explore-zoom-in": () => canvas.zoomBy(1.25),
    "explore-zoom-out": () => canvas.zoomBy(0.8),
    "explore-fit": () => canvas.fit(true),
    "explore-tidy": () => tidy(),
    "explore-view-graph": () => view("graph"),
    "explore-view-table": () => view("table"),
    "explore-view-matrix": () => view("matrix"),
  };

  function nearer() {
    const near = Number(new URLSearchParams(location.search).get("near") ?? 0);
    graphwright.go(`${location.pathname}${location.search.replace(/&near=\d+/, "")}&near=${near + 1}`);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#explore-page button");
    if (!button) return;
    const { more: group, select: what, near, open: opens, clear, cell, compare, same: leave } = button.dataset;
    if (button.id in clicks) clicks[button.id]();
    else if (group !== undefined) more(group);
    else if (near !== undefined) nearer();
    else if (opens !== undefined) openTool(JSON.parse(what));
    else if (clear !== undefined) graphwright.set("shared-query", "");
    else if (cell !== undefined) cellOf(...cell.split("\n"));
    else if (compare !== undefined) compareWith({ from: 0 });
    else if (leave !== undefined) compareWith({ from: null, to: null });
  });

  // ---- two revisions: the address says which
  function compareWith(revisions) {
    const next = new URLSearchParams(location.search);
    for (const [name, revision] of Object.entries(revisions)) revision === null ? next.delete(name) : next.set(name, revision);
    graphwright.go(`/explore${next.size ? `?${next}` : ""}`);
    return true;
  }

  const comparing = () => new URLSearchParams(location.search).has("from");

  document.addEventListener("change", ({ target }) => {
    const { revision } = target.closest?.("#explore-page [data-revision]")?.dataset ?? {};
    if (revision && /^\d+$/.test(target.value)) compareWith({ [revision]: target.value });
  });

  // A cell of the matrix: its relations in the table.
  function cellOf(from, to) {
    const facets = [`from:${from}`, `to:${to}`].map((facet) => `&f=${encodeURIComponent(facet)}`);
    graphwright.go(`/explore?view=table&rows=relations${facets.join("")}`);
  }

  function openTool(what) {
    select(what);
    if (!canvas?.get(`t:${what.name}`).length) graphwright.go(addressOf("tool", what.name));
  }

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
  add("Shift+ArrowRight", "Next relation of the tool: its reasons, then A, X, T or R", onCanvas(() => alongside(1)));
  add("Shift+ArrowLeft", "Previous relation of the tool", onCanvas(() => alongside(-1)));
  add("Shift+ArrowDown", "Next relation of the same pair", onCanvas(() => graphwright.pair.step(1)));
  add("Shift+ArrowUp", "Previous relation of the same pair", onCanvas(() => graphwright.pair.step(-1)));
  add("Space", "Focus on the neighbourhood", onCanvas(() => (canvas.focused?.data("kind") === "tool" ? open(canvas.focused) : false)));
  add("Backspace", "Hide it until the picture is drawn anew; with nothing in focus, one step back", onCanvas(() => hide() || up()));
  add("Tab", "Next in reading order", moved(() => canvas.step(1)));
  add("Shift+Tab", "Previous in reading order", moved(() => canvas.step(-1)));
  add("Enter", "Open the group or neighbourhood", onCanvas(() => (canvas.focused ? open(canvas.focused) : false)));
  add("0", "Fit", () => canvas.fit(true));
  add("+", "Zoom in", () => canvas.zoomBy(1.25));
  add("-", "Zoom out", () => canvas.zoomBy(0.8));
  add("T", "Tidy: let go of everything that was moved or pinned", () => tidy());
  add("D", "Compare revisions, or leave the comparison", () => compareWith(comparing() ? { from: null, to: null } : { from: 0 }));
  add("M", "More of the group in focus, or more neighbours", () => moreHere());
  add("P", "Pin where it stands, or let go", () => pin());
  add("Escape", "One step back", () => up());

  document.addEventListener("focusin", ({ target }) => {
    if (target.id !== "explore-canvas" || !canvas || !target.matches(":focus-visible")) return;
    const chosen = canvas.cy.nodes(".selected[name]");
    canvas.focus(chosen.length ? chosen[0] : canvas.focused ?? canvas.order()[0]);
  });

  // Through the lines of the focused tool, clockwise.
  function alongside(by) {
    const node = canvas.focused?.data("kind") === "tool" ? canvas.focused : canvas.cy.nodes(".selected[kind = 'tool']");
    if (!node?.length) return false;
    const angle = (edge) => {
      const other = edge.connectedNodes().difference(node);
      const at = (other.length ? other : node).position();
      return Math.atan2(at.y - node.position("y"), at.x - node.position("x"));
    };
    const lines = node.connectedEdges("[from_tool]").toArray().sort((a, b) => angle(a) - angle(b));
    if (!lines.length) return false;
    const now = selection?.kind === "relation" ? lines.findIndex((edge) => isPair(edge, selection)) : -1;
    const { from_tool, to_tool, relation, spoken } = lines[(now + by + lines.length) % lines.length].data();
    canvas.focus(node, { quiet: true });
    canvas.say(spoken);
    select({ kind: "relation", source: from_tool, target: to_tool, relation });
    return true;
  }

  function hide() {
    const node = canvas.focused;
    if (!node?.length) return false;
    canvas.step(1) || canvas.step(-1);
    node.remove();
    return true;
  }

  graphwright.canvas(ID, listen);
  graphwright.explore = { get canvas() { return canvas; }, get selection() { return selection; }, select };

  window.dash_clientside = window.dash_clientside ?? {};
  window.dash_clientside.explore = Object.assign(window.dash_clientside.explore ?? {}, {
    draw,
    look,
    beside,
    selected,
    restyle: (theme, sheets) => (sheets ?? {})[theme ?? document.documentElement.dataset.theme] ?? dash_clientside.no_update,
    popover: () => { setTimeout(() => graphwright.pair.place()); },
  });
})();
