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
    const ends = make("div", "ends");
    const shut = make("button", "icb sm");
    shut.title = "Close";
    shut.setAttribute("aria-label", "Close");
    shut.append(make("i", "icon icon-cross"));
    shut.addEventListener("click", close);
    const state = { from, to, toKind, panel, kinds: make("div", "kinds"), hint: make("p", "hint") };
    state.fromBox = field(ends, "From", from, "tools", (found) => chosen({ from: found.name }));
    state.toBox = field(ends, "To", to, "", (found) => chosen({ to: found.name, toKind: found.kind }));
    ends.append(shut);
    panel.append(ends, state.kinds, state.hint);
    host().replaceChildren(panel);
    panel.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), close()));
    form = state;
    setDrawing(true);
    showKinds();
    graphwright.explore.canvas?.makeWay();
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
    if (!form) return; // closed while a name was looked up
    Object.assign(form, change);
    form.fromBox.input.value = form.from;
    form.toBox.input.value = form.to;
    showKinds();
    (form.from && form.to ? firstKind() : form.from ? form.toBox.input : form.fromBox.input).focus();
  }

  const firstKind = () => form.kinds.querySelector("button:not([disabled])") ?? form.toBox.input;

  // Kinds that join the two already, as "source kind"; asked for once both are known.
  async function standing() {
    const state = form;
    const { from, to } = state;
    state.stand = [];
    if (!from || !to || from === to) return;
    const answer = await fetch(`/card?source=${encodeURIComponent(from)}&target=${encodeURIComponent(to)}`);
    const { stand = [] } = answer.ok ? await answer.json() : {};
    if (form !== state || state.from !== from || state.to !== to) return;
    state.stand = stand;
    const focused = form.kinds.contains(document.activeElement);
    drawKinds();
    if (focused) firstKind().focus();
  }

  function showKinds() {
    standing();
    drawKinds();
  }

  const MUTUAL = ["complementary", "similar_to", "conflicts_with"];
  const stands = (kind) => form.stand.some(([source, one]) => one === kind && (source === form.from || MUTUAL.includes(kind)));
  const both = () => form.from && form.to;
  const self = () => both() && form.from === form.to && form.toKind === "tool";

  // The kinds stand in the legend, with their digits and lines.
  function drawKinds() {
    const rows = [...document.querySelectorAll("#explore-legend [data-kind]")].map((row) => {
      const kind = row.dataset.kind;
      const button = make("button");
      const fits = (kind === "belongs_to") === (form.toKind === "group");
      button.hidden = kind === "belongs_to" && !fits;
      button.disabled = !both() || !fits || self() || stands(kind);
      button.dataset.kind = kind;
      button.append(make("kbd", "", row.querySelector("kbd").textContent), row.querySelector(".rl").cloneNode(), make("span", "", kind));
      button.title = stands(kind) ? "It stands already" : both() && fits ? MEANS[kind](short(form.from), short(form.to)) : "";
      for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => (form.hint.textContent = hint(button.title)));
      button.addEventListener("click", () => pick(kind));
      return button;
    });
    form.kinds.replaceChildren(...rows);
    form.hint.textContent = hint();
  }

  function hint(meaning = "") {
    if (self()) return "A tool has no relation to itself.";
    const known = [...form.kinds.children].map((row) => row.dataset.kind).filter(stands);
    const already = known.length ? `Stands already: ${known.join(", ")}. ` : "";
    if (!both()) return "Drag from one tool to another, or type their names.";
    return already + (meaning || "A digit, or a click, says how they are related.");
  }

  const short = (name) => (name.length > 22 ? `${name.slice(0, 21)}…` : name);

  // A digit, or a click: true when the form took it.
  function pick(kind) {
    if (!form) return false;
    if (!form.from || !form.to) return true;
    const { from, to } = form;
    if ([...form.kinds.children].find((row) => row.dataset.kind === kind)?.disabled) return true;
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
      cy.userPanningEnabled(true);
      from = over = line = null;
    };

    cy.on("tapstart", "node[kind = 'tool']", ({ target }) => {
      if (!drawing) return;
      from = target.addClass("armed");
      cy.userPanningEnabled(false); // a drag from a tool draws; any other one pans
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
