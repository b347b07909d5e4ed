// The workflow page: its keys, its buttons, the tools that may come next, a new workflow.
(() => {
  const page = graphwright.workflow;
  const { byId, body, id, cards, params, chosen, place, edit, here, goto, select } = page;

  // ---- steps
  function walk(step) {
    const list = cards();
    if (!list.length) return false;
    select(list[Math.min(Math.max(place() + step, 0), list.length - 1)].dataset.step);
  }

  function shift(step) {
    const at = place();
    if (at < 0) return false;
    const to = Math.min(Math.max(at + step, 0), cards().length - 1);
    page.refocus = true;
    if (to !== at) edit({ edit: "move", step: chosen(), position: to });
  }

  function duplicate() {
    if (place() < 0) return false;
    page.expect(place() + 1);
    here({ edit: "duplicate" });
  }

  const view = (name) => goto({ view: params().get("view") === name ? "" : name, ask: "", parameter: "" });

  function supply() {
    const ghost = body().querySelector(".ghost") ?? page.sheet().querySelector("[data-gives]");
    if (!ghost) return graphwright.notify("No input is missing that a tool would give.");
    page.refocus = true;
    edit({ edit: "ghost", step: ghost.dataset.for, parameter: ghost.dataset.gives, tool: ghost.dataset.tool });
  }

  // ---- problems
  function turn(step) {
    const rows = [...body().querySelectorAll(".probs tr")];
    if (!rows.length) return graphwright.notify("No problem is left in this workflow.");
    const at = rows.findIndex((row) => row.classList.contains("on"));
    look(rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : (at + step + rows.length) % rows.length]);
  }
  const look = (row) => select(row.dataset.step, { fault: row.dataset.where });

  function mend(button) {
    page.refocus = true;
    const { mend: label, where, code } = button.dataset;
    edit({ edit: "repair", where, code, label });
  }
  function mendNth(number) {
    const button = body().querySelectorAll(".probs tr.on [data-mend]")[number - 1];
    return button ? mend(button) : false;
  }

  // ---- the palette
  let insertAt = -1; // where the next tool goes; after the selected step when negative
  const find = () => byId("workflows-find");
  const offers = () => [...byId("workflows-palette").querySelectorAll("li[data-tool]")];
  const answered = () => {
    const said = byId("workflows-palette").querySelector("[data-words]")?.dataset;
    return said?.words === find().value && graphwright.isCurrent(said);
  };
  let entered = false; // Enter was pressed before the list answered the letters

  function insertTool(tool) {
    const at = insertAt >= 0 ? insertAt : place() < 0 ? cards().length : place() + 1;
    insertAt = -1;
    dash_clientside.set_props("workflows-find", { value: "" });
    find().blur();
    page.insert(tool, at);
  }

  function insertMarked() {
    const marked = offers().find((one) => one.classList.contains("at")) ?? offers()[0];
    if (marked) insertTool(marked.dataset.tool);
  }

  function markOffer(step) {
    const list = offers();
    const at = list.findIndex((one) => one.classList.contains("at"));
    list.forEach((one) => one.classList.remove("at"));
    const next = list[Math.min(Math.max(at + step, 0), list.length - 1)];
    next?.classList.add("at");
    next?.scrollIntoView({ block: "nearest" });
  }

  function insertEntered() {
    if (!entered || !answered()) return false;
    entered = false;
    insertMarked();
    return true;
  }
  document.addEventListener("answered", insertEntered);
  document.addEventListener("drawn", ({ target }) => {
    if (target.id === "workflows-palette" && !insertEntered() && document.activeElement === find()) markOffer(0);
  });

  document.addEventListener("focusin", ({ target }) => target.id === "workflows-find" && markOffer(0));
  document.addEventListener("focusout", ({ target }) => {
    if (target.id !== "workflows-find") return;
    offers().forEach((one) => one.classList.remove("at"));
    setTimeout(() => document.activeElement !== find() && !entered && (insertAt = -1), 200);
  });

  function findKey(event) {
    if (event.key === "Enter") answered() ? insertMarked() : (entered = true);
    else if (event.key === "ArrowDown") markOffer(1);
    else if (event.key === "ArrowUp") markOffer(-1);
    else if (event.key === "Escape") {
      dash_clientside.set_props("workflows-find", { value: "" });
      find().blur();
    } else return (entered = false);
    event.preventDefault();
  }

  function insertKey() {
    if (byId("workflows-side").hidden) return goto({ view: "" });
    return find() ? find().focus() : false;
  }

  // ---- a new workflow
  function fresh() {
    const dialog = document.createElement("dialog");
    dialog.className = "sheet goal-sheet";
    dialog.setAttribute("aria-label", "New workflow");
    const make = (name, properties) => Object.assign(document.createElement(name), properties);
    const box = make("input", { className: "field", placeholder: "refund the last order of a customer" });
    box.setAttribute("aria-label", "Goal");
    const hint = "Enter plans it from the graph; what leads there and each value that it needs. Several goals go with “and” or “then”.";
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || !box.value.trim()) return;
      event.preventDefault();
      dialog.close();
      begin(box.value.trim());
    });
    dialog.append(make("h2", { textContent: "What is the workflow to reach?" }), box, make("p", { className: "muted small", textContent: hint }));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  async function begin(goal) {
    try {
      const answer = await fetch(`/workflow-id?goal=${encodeURIComponent(goal)}`);
      const name = await answer.json();
      const open = () => location.pathname.startsWith("/workflows") && graphwright.go(`/workflows/${encodeURIComponent(name)}`);
      graphwright.send({ do: "plan-workflow", id: name, goal }, { then: open });
    } catch {
      graphwright.notify("The server does not answer. Nothing was planned.", "bad");
    }
  }

  // ---- the list of workflows
  const rows = () => [...body().querySelectorAll("tr[data-open]")];
  function walkRows(step) {
    const list = rows();
    if (!list.length) return false;
    const at = list.indexOf(document.activeElement.closest("tr[data-open]"));
    list[Math.min(Math.max(at + step, 0), list.length - 1)].focus();
  }
  const row = () => document.activeElement?.closest?.("tr[data-open]");

  // ---- buttons
  const { inTurn } = page.turns;
  const actions = {
    new: fresh,
    map: () => edit({ edit: "map" }),
    other: () => graphwright.send({ do: "other-plan", id: id() }),
    earlier: () => inTurn(() => shift(-1)),
    later: () => inTurn(() => shift(1)),
    duplicate,
    supply,
    discard: () => page.discardText(),
    delete: page.remove,
    "confirm-delete": page.confirm,
    leave: () => ((page.refocus = true), page.leave()),
    larger: () => page.resize(page.zoom * 1.2),
    smaller: () => page.resize(page.zoom / 1.2),
    fit: page.fit,
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".page[data-page='workflows']")) return;
    const button = event.target.closest("button");
    const { act, mend: label, remove, insert, plan } = button?.dataset ?? {};
    if (actions[act]) return actions[act]();
    if (label) return mend(button);
    if (remove) return graphwright.send({ do: "remove-workflow", id: remove });
    if (insert) return (find().focus(), (insertAt = Number(insert)));
    if (plan) return graphwright.send({ do: "plan-workflow", id: id(), goal: page.sheet().querySelector("[data-field='goal']").value, number: Number(plan) });
    if (event.target.closest(".text .apply")) return page.keepText();
    const problem = event.target.closest(".probs tr[data-where]");
    if (problem) return look(problem);
    const card = event.target.closest(".step[data-step]");
    const open = event.target.closest("tr[data-open]");
    if (open && !event.target.closest("a, button")) return graphwright.go(open.dataset.open);
    if (card && card.dataset.step !== "$inputs" && !event.target.closest(".stage .sh, .field")) return select(card.dataset.step);
    if (event.target.matches(".lanes, .stage") && chosen()) goto({ step: "", ask: "", parameter: "" });
  });
  document.addEventListener("dblclick", (event) => {
    const tool = event.target.closest?.("#workflows-palette li[data-tool]");
    if (tool) insertTool(tool.dataset.tool);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && page.drop(true)) return;
    if (event.isComposing) return;
    if (event.target.id === "workflows-find") return findKey(event);
    const field = event.target.closest?.("#workflows-page :is(textarea, input)");
    if (!field) return;
    if (event.key === "Escape") field.blur();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.closest(".text") ? page.keepText() : field.blur();
  });

  // ---- keys
  const keys = graphwright.keys;
  const add = (key, label, fn) => keys.add("workflows", key, label, (event) => (id() ? fn(event) : false));
  const listed = (key, label, fn) => keys.add("workflows", key, label, (event) => (rows().length ? fn(event) : false));
  const onControl = (event) => event.target.closest?.("button, a, select, summary, [role='treeitem']");
  keys.add("workflows", "N", "New workflow", fresh);
  for (const [key, step] of [["J", 1], ["ArrowDown", 1], ["K", -1], ["ArrowUp", -1]]) listed(key, step > 0 ? "Next workflow" : "Previous workflow", () => walkRows(step));
  listed("Enter", "Open the workflow", (event) => (onControl(event) || !row() ? false : graphwright.go(row().dataset.open)));
  listed("Delete", "Remove the workflow", () => (row() ? graphwright.send({ do: "remove-workflow", id: row().dataset.id }) : false));
  for (const [key, step] of [["J", 1], ["ArrowRight", 1], ["K", -1], ["ArrowLeft", -1]]) add(key, step > 0 ? "Next step" : "Previous step", (event) => (event.target.closest?.(".vtree") ? false : walk(step)));
  for (const [key, step] of [["Shift+ArrowUp", -1], ["Shift+ArrowLeft", -1], ["Shift+ArrowDown", 1], ["Shift+ArrowRight", 1]]) add(key, step > 0 ? "Move the step later" : "Move the step earlier", () => shift(step));
  add("I", "Insert a tool after the step", insertKey);
  add("D", "Duplicate the step", duplicate);
  add("Delete", "Delete the step", page.remove);
  add("P", "Pick a value from all there are", () => page.pickFirst());
  add("Enter", "Bind the step's parameters", (event) => {
    const first = page.sheet().querySelector("select.bad") ?? page.sheet().querySelector("select, [data-field]");
    return onControl(event) || !chosen() || !first ? false : first.focus();
  });
  add("M", "Map all parameters", actions.map);
  add("S", "Add the step that would supply what is missing", supply);
  add("A", "Other plan for the goal", actions.other);
  add("F8", "Next problem", () => turn(1));
  add("Shift+F8", "Previous problem", () => turn(-1));
  for (const number of [1, 2, 3, 4]) add(String(number), "Mend the problem", () => mendNth(number));
  add("Y", "Dry run", () => view("dry"));
  add("T", "Text beside the picture", () => view("text"));
  add("L", "Steps in layers", () => view("layers"));
  add("+", "Larger", actions.larger);
  add("-", "Smaller", actions.smaller);
  add("0", "Fit", actions.fit);
  add("Escape", "Leave what is asked, or the step", () => {
    page.refocus = true;
    if (params().get("ask")) return page.leave();
    return chosen() ? goto({ step: "", fault: "" }) : false;
  });
})();
