// What comes up over the picture: the card of what is pointed at, the menu of a right click, and
// the bar of what was boxed in.
(() => {
  const { make } = graphwright;
  const byId = (id) => document.getElementById(id);
  const kept = new Map(); // address of a card → the promise of its facts, until the next edit
  let card = null;
  let menu = null;
  let waiting = 0;

  const addressOf = ({ kind, name, from_tool, to_tool }) =>
    from_tool ? `/card?source=${encodeURIComponent(from_tool)}&target=${encodeURIComponent(to_tool)}` : kind === "tool" ? `/card?tool=${encodeURIComponent(name)}` : "";

  const none = (address) => () => (kept.delete(address), {});

  function facts(address) {
    if (!kept.has(address)) kept.set(address, fetch(address).then((answer) => (answer.ok ? answer.json() : {})).catch(none(address)));
    return kept.get(address);
  }

  // ---- the card: after a quarter of a second, beside the pointer, or beside the focus at once
  function point(target, canvas, at) {
    hide();
    const address = target && addressOf(target.data());
    if (!address || graphwright.adding?.active) return;
    const mine = (waiting = setTimeout(async () => {
      const found = await facts(address);
      if (found.title && mine === waiting) put(found, canvas.box, at ?? target.renderedPosition?.() ?? { x: 0, y: 0 });
    }, 250));
  }

  function put({ title, method, path, text, facts: said }, box, { x, y }) {
    hide();
    card = make("div", "float hover-card");
    card.setAttribute("role", "tooltip");
    const head = make("div", "row");
    if (method) head.append(make("span", `method ${/^[A-Z]+$/.test(method) ? method.toLowerCase() : ""}`, method));
    head.append(make("code", "strong ell", title));
    card.append(head);
    if (path) card.append(make("code", "muted ell", path));
    card.append(make("p", "", text), make("p", "muted", said.join(" · ")));
    box.append(card);
    card.style.left = `${Math.max(8, Math.min(x + 16, box.clientWidth - card.offsetWidth - 8))}px`;
    card.style.top = `${Math.max(8, y + 16 + card.offsetHeight > box.clientHeight ? y - card.offsetHeight - 16 : y + 16)}px`;
  }

  // What is on its way does not come up either.
  function hide() {
    clearTimeout(waiting);
    waiting = 0;
    card?.remove();
    card = null;
  }

  // ---- the menu
  const opening = (kind, name) => graphwright.go(`/explore?${kind}=${encodeURIComponent(name)}`);
  const decide = (name, { source, target, relation }) => graphwright.send({ do: name, source, target, kind: relation });

  function choices(target) {
    const { kind, name, from_tool, to_tool, relation } = target?.data?.() ?? {};
    if (kind === "tool") return [
      ["Open the neighbourhood", () => opening("tool", name)],
      ["Two steps around it", () => graphwright.go(`/explore?tool=${encodeURIComponent(name)}&steps=2`)],
      ["Add a relation from it", () => graphwright.adding.open(name)],
      ["Try it in the Search Lab", () => graphwright.go(`/lab?explain=${encodeURIComponent(name)}`)],
      ["Its relations in the table", () => graphwright.go(`/explore?tool=${encodeURIComponent(name)}&view=table&rows=relations`)],
    ];
    if (kind === "domain") return [["Open the domain", () => opening("domain", name)]];
    if (kind === "group") return [
      ["Open the group", () => opening("group", name)],
      ["Its tools in the table", () => graphwright.go(`/explore?view=table&f=${encodeURIComponent(`group:${name}`)}`)],
    ];
    if (from_tool) {
      const what = { source: from_tool, target: to_tool, relation };
      return [
        ["Look at the pair", () => graphwright.select({ kind: "relation", ...what })],
        ["Accept", () => decide("accept", what)],
        ["Reject", () => decide("reject", what)],
        ["Reverse", () => decide("reverse-relation", what)],
        ["Delete", () => decide("remove-relation", what)],
      ];
    }
    return [
      ["Add a relation", () => graphwright.adding.open("")],
      ["Compare revisions", () => graphwright.go("/explore?from=0")],
      ["Fit", () => graphwright.explore.canvas.fit(true)],
      ["Tidy", () => byId("explore-tidy").click()],
      ["All groups", () => graphwright.go("/explore")],
    ];
  }

  function open(target, box, { x, y }) {
    shut();
    hide();
    menu = make("div", "float menu");
    menu.setAttribute("role", "menu");
    for (const [text, run] of choices(target)) {
      const item = make("button", "", text);
      item.setAttribute("role", "menuitem");
      item.addEventListener("click", () => { shut(); run(); });
      menu.append(item);
    }
    menu.addEventListener("keydown", (event) => {
      const items = [...menu.children];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
      else if (event.key === "Escape") { shut(); box.focus(); }
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    box.append(menu);
    menu.style.left = `${Math.min(x, box.clientWidth - menu.offsetWidth - 8)}px`;
    menu.style.top = `${Math.max(8, Math.min(y, box.clientHeight - menu.offsetHeight - 8))}px`;
    menu.firstElementChild.focus();
  }

  function shut() {
    menu?.remove();
    menu = null;
  }

  // ---- boxes: Shift and drag around tools
  let picked = [];

  function pick(nodes, canvas) {
    canvas.cy.elements(".picked").removeClass("picked");
    picked = nodes;
    canvas.cy.batch(() => nodes.forEach((node) => node.addClass("picked")));
    let bar = canvas.box.querySelector(".picked-bar");
    if (!nodes.length) return bar?.remove();
    bar ??= canvas.box.appendChild(make("div", "float picked-bar"));
    bar.setAttribute("role", "region");
    bar.setAttribute("aria-label", "Selected tools");
    graphwright.batch.show(bar, nodes.map((node) => ({ name: node.data("name") })), "tools");
    const close = make("button", "icb sm");
    close.setAttribute("aria-label", "Let them go");
    close.append(make("i", "icon icon-cross"));
    close.addEventListener("click", () => pick([], canvas));
    bar.append(close);
  }

  function listen(canvas) {
    const { cy, box } = canvas;
    cy.boxSelectionEnabled(true);
    let inside = [];
    cy.on("mouseover", "node[kind = 'tool'], edge[from_tool]", ({ target, renderedPosition }) => point(target, canvas, renderedPosition));
    cy.on("mouseout tapstart viewport", () => point(null, canvas));
    cy.on("cxttap", (event) => open(event.target === cy ? null : event.target, box, event.renderedPosition));
    cy.on("box", "node[kind = 'tool']", ({ target }) => inside.push(target));
    cy.on("boxend", () => setTimeout(() => { pick(inside, canvas); inside = []; }));
    box.addEventListener("contextmenu", (event) => event.preventDefault());
    document.addEventListener("pointerdown", ({ target }) => target.closest?.(".menu") || shut());
  }

  graphwright.canvas("explore-graph", listen);

  // The menu of what has the focus, as a right click opens it with the mouse.
  function menuHere() {
    const { canvas } = graphwright.explore;
    if (!canvas || document.activeElement !== canvas.box) return false;
    const edge = canvas.cy.edges(".selected[from_tool]");
    const node = canvas.focused;
    const target = edge.length ? edge[0] : node?.length ? node : null;
    open(target, canvas.box, target === node && target ? node.renderedPosition() : { x: canvas.box.clientWidth / 2, y: canvas.box.clientHeight / 2 });
    return true;
  }
  graphwright.keys.add("explore", ".", "What can be done with it", menuHere, { group: "Graph" });

  graphwright.over = { point, hide, shut: () => { const was = menu !== null || picked.length > 0; shut(); if (picked.length) pick([], graphwright.explore.canvas); return was; }, forget: () => kept.clear() };
})();
