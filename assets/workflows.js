// The workflow editor: wires between ports, drag to reorder and to insert, keys, forms.
// Every change is a request in the command channel; the server knows what it means.
(() => {
  const byId = (id) => document.getElementById(id);
  const flow = () => byId("workflows-body")?.querySelector("[data-workflow]");
  const stage = () => byId("workflows-body")?.querySelector(".stage");
  const cards = () => [...(stage()?.querySelectorAll(".step[data-step]:not([data-step='$inputs'])") ?? [])];
  const id = () => flow()?.dataset.workflow ?? "";
  const params = () => new URLSearchParams(location.search);
  const chosen = () => params().get("step") ?? "";
  const edit = (what) => (id() ? graphwright.send({ do: "edit-workflow", id: id(), ...what }) : false);

  function goto(changed, { replace = true } = {}) {
    const said = params();
    for (const [key, value] of Object.entries(changed)) value ? said.set(key, value) : said.delete(key);
    graphwright.go(location.pathname + (said.size ? `?${said}` : ""), { replace });
  }

  // ---- wires
  const SVG = "http://www.w3.org/2000/svg";
  const COLOURS = { proved: "okw", choice: "ww", missing: "bw" };

  function wires() {
    const box = stage();
    if (!box) return;
    box.querySelector(":scope > svg")?.remove();
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("aria-hidden", "true");
    const frame = box.getBoundingClientRect();
    const out = new Map([...box.querySelectorAll(".po[data-port]:not([data-port=''])")].map((port) => [port.dataset.port, port]));
    const middle = (port) => {
      const dot = port.querySelector(".dot").getBoundingClientRect();
      return [dot.x + dot.width / 2 - frame.x, dot.y + dot.height / 2 - frame.y];
    };
    for (const port of box.querySelectorAll(".po[data-from]:not([data-from=''])")) {
      for (const from of port.dataset.from.split("\n")) {
        const source = out.get(from);
        if (!source) continue;
        const [x1, y1] = middle(source);
        const [x2, y2] = middle(port);
        const bend = Math.max(24, Math.abs(x2 - x1) / 2);
        const wire = document.createElementNS(SVG, "path");
        wire.setAttribute("d", `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`);
        wire.setAttribute("class", `wire ${COLOURS[port.dataset.state] ?? ""}`);
        svg.append(wire);
      }
    }
    box.prepend(svg);
  }

  let scheduled = 0;
  const redraw = () => {
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(() => {
      wires();
      const card = cards().find((one) => one.dataset.step === chosen());
      if (card && !card.contains(document.activeElement) && refocus) card.focus({ preventScroll: true });
      card?.scrollIntoView({ block: "nearest", inline: "nearest" });
      refocus = false;
    });
  };
  let refocus = false;
  addEventListener("resize", redraw);
  document.addEventListener("drawn", ({ target }) => target.id === "workflows-body" && redraw());

  // ---- drag: a card along the row, or a tool from the palette onto it
  let drag = null;

  function places(skip) {
    return cards().filter((card) => card !== skip).map((card) => {
      const box = card.getBoundingClientRect();
      return box.x + box.width / 2;
    });
  }

  const positionAt = (x, skip) => places(skip).filter((middle) => middle < x).length;

  function mark(position, skip) {
    const list = cards().filter((card) => card !== skip);
    const before = list[position];
    const last = list[list.length - 1];
    const frame = stage().getBoundingClientRect();
    const x = before ? before.getBoundingClientRect().x - 24 : last ? last.getBoundingClientRect().right + 20 : frame.x + 24;
    let line = stage().querySelector(".drop-mark");
    if (!line) {
      line = document.createElement("div");
      line.className = "drop-mark";
      stage().append(line);
    }
    line.style.left = `${x - frame.x}px`;
  }

  const over = (event) => {
    const box = byId("workflows-body")?.querySelector(".flow")?.getBoundingClientRect();
    return box && event.clientX >= box.x && event.clientX <= box.right && event.clientY >= box.y && event.clientY <= box.bottom;
  };

  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const head = event.target.closest?.("#workflows-body .step .sh");
    const tool = event.target.closest?.("#workflows-palette li[data-tool]");
    const card = head?.closest(".step");
    if (card && card.dataset.step !== "$inputs") drag = { card, x: event.clientX, y: event.clientY };
    else if (tool) drag = { tool: tool.dataset.tool, item: tool, x: event.clientX, y: event.clientY };
  });

  function lift(event) {
    drag.lifted = true;
    if (drag.tool) {
      drag.ghost = drag.item.cloneNode(true);
      drag.ghost.className = "pal-ghost float";
      document.body.append(drag.ghost);
    } else drag.card.classList.add("lifted");
    document.documentElement.classList.add("dragging");
    event.preventDefault();
  }

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.lifted && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    if (!drag.lifted) lift(event);
    if (drag.ghost) drag.ghost.style.translate = `${event.clientX + 8}px ${event.clientY + 8}px`;
    else drag.card.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
    if (over(event)) mark((drag.to = positionAt(event.clientX, drag.card)), drag.card);
    else {
      stage()?.querySelector(".drop-mark")?.remove();
      drag.to = undefined;
    }
  });

  function drop(cancelled) {
    if (!drag) return;
    const { card, tool, ghost, lifted, to } = drag;
    drag = null;
    ghost?.remove();
    stage()?.querySelector(".drop-mark")?.remove();
    document.documentElement.classList.remove("dragging");
    if (card) {
      card.classList.remove("lifted");
      card.style.translate = "";
    }
    if (cancelled) return;
    if (!lifted) return card && select(card.dataset.step);
    if (to === undefined) return;
    if (tool) return edit({ edit: "insert", tool, position: to });
    if (to !== cards().indexOf(card)) edit({ edit: "move", step: card.dataset.step, position: to });
  }

  document.addEventListener("pointerup", () => drop(false));
  document.addEventListener("pointercancel", () => drop(true));

  // ---- selection and edits of the selected step
  function select(step) {
    refocus = true;
    if (step !== chosen()) goto({ step });
  }

  function walk(step) {
    const list = cards();
    if (!list.length) return false;
    const at = list.findIndex((card) => card.dataset.step === chosen());
    select(list[Math.min(Math.max(at + step, 0), list.length - 1)].dataset.step);
  }

  function shift(step) {
    const list = cards();
    const at = list.findIndex((card) => card.dataset.step === chosen());
    if (at < 0) return false;
    const to = Math.min(Math.max(at + step, 0), list.length - 1);
    refocus = true;
    if (to !== at) edit({ edit: "move", step: chosen(), position: to });
  }

  const here = (what) => (chosen() ? edit({ ...what, step: chosen() }) : false);

  function insertFirst() {
    const first = byId("workflows-palette").querySelector("li[data-tool]");
    if (first) insertAfter(first.dataset.tool);
  }

  function insertAfter(tool) {
    const at = cards().findIndex((card) => card.dataset.step === chosen());
    edit({ edit: "insert", tool, ...(at < 0 ? {} : { position: at + 1 }) });
  }

  function nextProblem() {
    const rows = [...byId("workflows-body").querySelectorAll(".probs tr")];
    const steps = rows.map((row) => row.dataset.step).filter(Boolean);
    if (!steps.length) return graphwright.notify("No problem is left in this workflow.");
    select(steps[(steps.indexOf(chosen()) + 1) % steps.length]);
  }

  // ---- forms
  document.addEventListener("change", (event) => {
    const field = event.target.closest?.("#workflows-sheet select[data-parameter]");
    if (!field) return;
    const parameter = field.dataset.parameter;
    if (field.value === "~unbind") return here({ edit: "unbind", parameter });
    if (field.value === "~input") return here({ edit: "bind", parameter, source: `$inputs.${parameter.split(/[.[]/).filter(Boolean).pop()?.replace("]", "") || "value"}` });
    if (field.value === "~constant") return constant(field);
    if (field.value) here({ edit: "bind", parameter, source: field.value });
  });

  function constant(field) {
    const box = document.createElement("input");
    box.className = "field";
    box.value = field.dataset.constant;
    box.setAttribute("aria-label", `Constant for ${field.dataset.parameter}`);
    box.placeholder = "Value, then Enter";
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") box.remove();
      if (event.key === "Enter") here({ edit: "constant", parameter: field.dataset.parameter, value: box.value });
    });
    field.after(box);
    box.focus();
  }

  function apply() {
    const text = byId("workflows-body").querySelector(".text textarea");
    if (!text) return false;
    try {
      graphwright.send({ do: "put-workflow", workflow: { ...JSON.parse(text.value), id: id() } });
    } catch (error) {
      graphwright.notify(`That is no JSON: ${error.message}.`, "bad");
    }
  }

  // ---- a new workflow
  const slug = (text) => text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 48) || "workflow";

  function fresh() {
    const dialog = document.createElement("dialog");
    dialog.className = "sheet goal-sheet";
    dialog.setAttribute("aria-label", "New workflow");
    const title = document.createElement("h2");
    title.textContent = "What is the workflow to reach?";
    const box = document.createElement("input");
    box.className = "field";
    box.placeholder = "refund the last order of a customer";
    box.setAttribute("aria-label", "Goal");
    const hint = document.createElement("p");
    hint.className = "muted small";
    hint.textContent = "Enter plans it from the graph, Escape leaves.";
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || !box.value.trim()) return;
      event.preventDefault();
      const name = slug(box.value);
      pending = name;
      graphwright.send({ do: "plan-workflow", id: name, goal: box.value });
      dialog.close();
      waitFor(name);
    });
    dialog.append(title, box, hint);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  // The editor opens once the plan has become a revision; a refusal leaves the page as it is.
  let pending = "";
  function waitFor(name) {
    const before = byId("shell-saved").textContent;
    const seen = new MutationObserver(() => {
      const now = byId("shell-saved").textContent;
      if (now === before || now.startsWith("Saving")) return;
      seen.disconnect();
      if (pending === name) graphwright.go(`/workflows/${encodeURIComponent(name)}`);
    });
    seen.observe(byId("shell-saved"), { childList: true, characterData: true, subtree: true });
    setTimeout(() => seen.disconnect(), 30000);
  }

  document.addEventListener("click", (event) => {
    const page = event.target.closest?.(".page[data-page='workflows']");
    if (!page) return;
    const button = event.target.closest("button")?.dataset.act;
    const actions = {
      new: fresh,
      map: () => edit({ edit: "map" }),
      earlier: () => shift(-1),
      later: () => shift(1),
      duplicate: () => here({ edit: "duplicate" }),
      delete: () => here({ edit: "remove" }),
    };
    if (actions[button]) return actions[button]();
    if (event.target.closest(".text .apply")) return apply();
    const gone = event.target.closest("button[data-remove]");
    if (gone) return graphwright.send({ do: "remove-workflow", id: gone.dataset.remove });
    const problem = event.target.closest(".probs tr[data-step]");
    if (problem?.dataset.step) return select(problem.dataset.step);
    const card = event.target.closest(".step[data-step]");
    if (card && card.dataset.step !== "$inputs" && !event.target.closest(".sh")) select(card.dataset.step);
  });
  document.addEventListener("dblclick", (event) => {
    const tool = event.target.closest?.("#workflows-palette li[data-tool]");
    if (tool) insertAfter(tool.dataset.tool);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag) drop(true);
    if (event.target.id === "workflows-find") {
      if (event.key === "Enter") setTimeout(insertFirst, 250); // the list follows the words with a delay
      if (event.key === "Escape") event.target.blur();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches?.(".text textarea")) apply();
  });

  const keys = graphwright.keys;
  const editing = (fn) => () => (id() ? fn() : false);
  keys.add("workflows", "N", "New workflow", fresh);
  keys.add("workflows", "J", "Next step", editing(() => walk(1)));
  keys.add("workflows", "K", "Previous step", editing(() => walk(-1)));
  keys.add("workflows", "ArrowRight", "Next step", editing(() => walk(1)));
  keys.add("workflows", "ArrowLeft", "Previous step", editing(() => walk(-1)));
  keys.add("workflows", "Shift+ArrowUp", "Move the step earlier", editing(() => shift(-1)));
  keys.add("workflows", "Shift+ArrowDown", "Move the step later", editing(() => shift(1)));
  keys.add("workflows", "Shift+ArrowLeft", "Move the step earlier", editing(() => shift(-1)));
  keys.add("workflows", "Shift+ArrowRight", "Move the step later", editing(() => shift(1)));
  keys.add("workflows", "I", "Insert a tool after the step", editing(() => byId("workflows-find").focus()));
  keys.add("workflows", "D", "Duplicate the step", editing(() => here({ edit: "duplicate" })));
  keys.add("workflows", "Delete", "Delete the step", editing(() => here({ edit: "remove" })));
  keys.add("workflows", "M", "Map parameters", editing(() => edit({ edit: "map" })));
  keys.add("workflows", "F8", "Next problem", editing(nextProblem));
})();
