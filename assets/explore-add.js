// Adding a relation, three ways into one form: drag from tool to tool, focus and type, or fill it in.
(() => {
  const { make } = graphwright;
  const MEANS = {
    requires: (a, b) => `${a} needs something that ${b} gives`,
    precedes: (a, b) => `${a} runs before ${b}`,
    complementary: (a, b) => `${a} and ${b} go together`,
    similar_to: (a, b) => `${a} and ${b} do nearly the same`,
    conflicts_with: (a, b) => `${a} and ${b} are not for the same plan`,
    belongs_to: (a, b) => `${a} is one of ${b}`,
  };
  let form = null;
  let drawing = false;

  const host = () => document.getElementById("explore-adder");
  const box = () => document.getElementById("explore-canvas");

  // ---- the form
  function openForm(from = "", to = "", toKind = "tool") {
    close();
    const panel = make("section", "float adder");
    panel.setAttribute("aria-label", "Add a relation");
    const head = make("h2");
    const shut = make("button", "icb sm");
    shut.title = "Close";
    shut.setAttribute("aria-label", "Close");
    shut.append(make("i", "icon icon-cross"));
    shut.addEventListener("click", close);
    head.append(make("span", "", "Add a relation"), shut);
    const state = { from, to, toKind, panel, kinds: make("div", "kinds") };
    panel.append(head);
    state.fromBox = field(panel, "From", from, "tools", (found) => chosen({ from: found.name }));
    state.toBox = field(panel, "To", to, "", (found) => chosen({ to: found.name, toKind: found.kind }));
    panel.append(state.kinds, make("p", "hint", "Or drag from one tool to another while this is open."));
    host().replaceChildren(panel);
    panel.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), close()));
    form = state;
    setDrawing(true);
    showKinds();
    (from ? (to ? firstKind() : state.toBox.input) : state.fromBox.input)?.focus();
  }

  function field(panel, label, value, only, pick) {
    const line = make("label", "", label);
    const cell = make("span");
    line.append(cell);
    panel.append(line);
    const combo = graphwright.combobox(cell, {
      label, placeholder: "name of a tool",
      options: async (text) => (await graphwright.find(text, only)).filter((found) => found.kind !== "domain").map((found) => ({ ...found, code: true })),
      pick: (found) => found && pick(found),
    });
    combo.input.className = "field";
    combo.input.value = value;
    combo.input.addEventListener("input", () => forget(label === "From" ? "from" : "to"));
    return combo;
  }

  function forget(end) {
    form[end] = "";
    showKinds();
  }

  function chosen(change) {
    Object.assign(form, change);
    form.fromBox.input.value = form.from;
    form.toBox.input.value = form.to;
    showKinds();
    (form.from && form.to ? firstKind() : form.from ? form.toBox.input : form.fromBox.input).focus();
  }

  const firstKind = () => form.kinds.querySelector("button:not([disabled])") ?? form.toBox.input;

  // The kinds stand in the legend, with their digits and lines; which are possible the server says.
  function showKinds() {
    const rows = [...document.querySelectorAll("#explore-legend [data-kind]")].map((row) => {
      const kind = row.dataset.kind;
      const button = make("button");
      const fits = (kind === "belongs_to") === (form.toKind === "group");
      button.disabled = !form.from || !form.to || !fits;
      button.append(make("kbd", "", row.querySelector("kbd").textContent), row.querySelector(".rl").cloneNode(), make("span", "", kind));
      button.append(make("span", "muted", form.from && form.to && fits ? MEANS[kind](short(form.from), short(form.to)) : ""));
      button.addEventListener("click", () => pick(kind));
      return button;
    });
    form.kinds.replaceChildren(...rows);
  }

  const short = (name) => (name.length > 22 ? `${name.slice(0, 21)}…` : name);

  // A digit, or a click: true when the form took it.
  function pick(kind) {
    if (!form) return false;
    if (!form.from || !form.to) return true;
    const { from, to } = form;
    graphwright.send({ do: "add-relation", source: from, target: to, kind });
    close();
    graphwright.select({ kind: "relation", source: from, target: to, relation: kind });
    box().focus();
    return true;
  }

  function close() {
    const was = form !== null || drawing;
    form = null;
    host()?.replaceChildren();
    setDrawing(false);
    return was;
  }

  function toggle() {
    if (form) return close();
    const { canvas, selection } = graphwright.explore;
    const focused = canvas?.focused?.data("kind") === "tool" ? canvas.focused.data("name") : "";
    openForm(focused || (selection?.kind === "tool" ? selection.name : ""));
    return true;
  }

  // ---- drawing with the mouse: our own line above the canvas, nothing is added to the graph
  function setDrawing(on) {
    drawing = on;
    box()?.classList.toggle("drawing", on);
    graphwright.explore?.canvas?.cy.autoungrabify(on);
    graphwright.explore?.canvas?.cy.userPanningEnabled(!on);
  }

  function listen(canvas) {
    const { cy } = canvas;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "draw-line");
    canvas.box.append(svg);
    let from = null;
    let over = null;
    let line = null;

    const under = ({ x, y }) => cy.nodes("[name]").toArray().find((node) => {
      const b = node.renderedBoundingBox({ includeLabels: false, includeOverlays: false });
      return !node.same(from) && x >= b.x1 - 4 && x <= b.x2 + 4 && y >= b.y1 - 4 && y <= b.y2 + 4;
    });

    const end = () => {
      from?.removeClass("armed");
      over?.removeClass("armed");
      line?.remove();
      from = over = line = null;
    };

    cy.on("tapstart", "node[kind = 'tool']", ({ target }) => {
      if (!drawing) return;
      from = target.addClass("armed");
      const { x, y } = target.renderedPosition();
      line = document.createElementNS(svg.namespaceURI, "line");
      for (const [name, value] of Object.entries({ x1: x, y1: y, x2: x, y2: y })) line.setAttribute(name, value);
      svg.append(line);
    });
    cy.on("tapdrag", ({ renderedPosition }) => {
      if (!from) return;
      line.setAttribute("x2", renderedPosition.x);
      line.setAttribute("y2", renderedPosition.y);
      over?.removeClass("armed");
      over = under(renderedPosition)?.addClass("armed") ?? null;
    });
    cy.on("tapend", ({ renderedPosition }) => {
      if (!from) return;
      const target = under(renderedPosition);
      const source = from.data("name");
      end();
      if (target) openForm(source, target.data("name"), target.data("kind"));
      else if (form) chosen({ from: source });
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && end());
  }

  graphwright.canvas("explore-graph", listen);
  graphwright.keys.add("explore", "E", "Add a relation", toggle, { group: "Relation" });
  document.addEventListener("click", ({ target }) => target.closest?.("#explore-add") && toggle());
  graphwright.adding = { pick, close, open: openForm, get active() { return drawing; } };
})();
