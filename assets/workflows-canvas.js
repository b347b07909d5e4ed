// The picture of a workflow: wires between ports, its size, drag to reorder and to insert.
(() => {
  const page = graphwright.workflow;
  const { body, stage, cards, chosen, edit } = page;

  // ---- wires
  const SVG = "http://www.w3.org/2000/svg";
  const COLOURS = { proved: "okw", choice: "ww", missing: "bw" };

  function wires() {
    const box = stage();
    if (!box) return;
    box.style.zoom = page.zoom;
    box.querySelector(":scope > svg")?.remove();
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("aria-hidden", "true");
    const frame = box.getBoundingClientRect();
    const out = new Map([...box.querySelectorAll(".po[data-port]:not([data-port=''])")].map((port) => [port.dataset.port, port]));
    const middle = (port) => {
      const dot = port.querySelector(".dot").getBoundingClientRect();
      return [(dot.x + dot.width / 2 - frame.x) / page.zoom, (dot.y + dot.height / 2 - frame.y) / page.zoom];
    };
    const wire = (source, target, look) => {
      const [x1, y1] = middle(source);
      const [x2, y2] = middle(target);
      const bend = Math.max(24, Math.abs(x2 - x1) / 2);
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`);
      path.setAttribute("class", `wire ${look}`);
      svg.append(path);
    };
    for (const port of box.querySelectorAll(".po[data-from]:not([data-from=''])")) {
      for (const from of port.dataset.from.split("\n")) if (out.has(from)) wire(out.get(from), port, COLOURS[port.dataset.state] ?? "");
    }
    for (const ghost of box.querySelectorAll(".ghost")) {
      const card = cards().find((one) => one.dataset.step === ghost.dataset.for);
      const port = [...(card?.querySelectorAll(".po[data-parameter]") ?? [])].find((one) => one.dataset.parameter === ghost.dataset.gives);
      if (port) wire(ghost.querySelector(".po"), port, "gw");
    }
    box.prepend(svg);
  }

  // A chain that is opened is shown whole where it can be read so.
  let sized = "";
  function firstSize() {
    if (sized === page.id() || !stage()) return;
    sized = page.id();
    page.zoom = 1;
    stage().style.zoom = 1;
    page.zoom = Math.max(0.8, Math.min(1, (stage().parentElement.clientWidth - 40) / stage().getBoundingClientRect().width));
  }

  let scheduled = 0;
  function redraw() {
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(() => {
      firstSize();
      wires();
      const card = cards().find((one) => one.dataset.step === chosen());
      if (page.params().get("ask")) return; // the sheet has the focus
      const lost = document.activeElement === document.body;
      if (card && (page.refocus || lost) && !card.contains(document.activeElement)) card.focus({ preventScroll: true });
      if (!drag) card?.scrollIntoView({ block: "nearest", inline: "nearest" });
      page.refocus = false;
    });
  }
  addEventListener("resize", redraw);
  document.addEventListener("drawn", ({ target }) => target.id === "workflows-body" && redraw());

  // ---- size
  page.resize = (to) => {
    page.zoom = Math.min(1.5, Math.max(0.4, to));
    redraw();
  };
  page.fit = () => {
    const lanes = stage()?.parentElement;
    if (!lanes) return;
    const { width, height } = stage().getBoundingClientRect();
    page.resize(Math.min(1, (page.zoom * (lanes.clientWidth - 40)) / width, (page.zoom * (lanes.clientHeight - 64)) / height));
  };

  // ---- drag: a card along the row, or a tool from the palette onto it
  let drag = null;
  const inOrder = () => stage()?.dataset.arranged !== "layers";

  function positionAt(x, skip) {
    const middles = cards().filter((card) => card !== skip).map((card) => {
      const box = card.getBoundingClientRect();
      return box.x + box.width / 2;
    });
    return inOrder() ? middles.filter((middle) => middle < x).length : middles.length;
  }

  function mark(position, skip) {
    const list = cards().filter((card) => card !== skip);
    const before = inOrder() ? list[position] : null;
    const last = list[list.length - 1];
    const frame = stage().getBoundingClientRect();
    const x = before ? before.getBoundingClientRect().x - 24 : last ? last.getBoundingClientRect().right + 20 : frame.x + 24;
    let line = stage().querySelector(".drop-mark");
    if (!line) {
      line = document.createElement("div");
      line.append(document.createElement("span"));
      stage().append(line);
    }
    const lacks = drag.lacks?.[position] ?? [];
    line.className = `drop-mark${drag.lacks ? (lacks.length ? " amber" : " green") : ""}`;
    line.firstChild.textContent = lacks.length ? `needs ${lacks.join(", ")}` : "";
    line.style.left = `${(x - frame.x) / page.zoom}px`;
  }

  const over = (event) => {
    const box = body()?.querySelector(".flow")?.getBoundingClientRect();
    return box && event.clientX >= box.x && event.clientX <= box.right && event.clientY >= box.y && event.clientY <= box.bottom;
  };

  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const card = event.target.closest?.("#workflows-body .stage .step .sh")?.closest(".step[data-step]");
    const tool = event.target.closest?.("#workflows-palette li[data-tool]");
    if (card && card.dataset.step !== "$inputs") drag = { card, x: event.clientX, y: event.clientY, held: inOrder() };
    else if (tool) drag = { tool: tool.dataset.tool, item: tool, x: event.clientX, y: event.clientY, held: true };
  });

  function lift(event) {
    drag.lifted = true;
    if (drag.tool) {
      drag.ghost = drag.item.cloneNode(true);
      drag.ghost.className = "pal-ghost float";
      document.body.append(drag.ghost);
      const mine = drag;
      fetch(`/workflows/${encodeURIComponent(page.id())}/fits?tool=${encodeURIComponent(drag.tool)}`)
        .then((answer) => (answer.ok ? answer.json() : undefined), () => undefined)
        .then((lacks) => {
          mine.lacks = lacks;
          if (drag === mine && mine.to !== undefined && stage()) mark(mine.to); // the mouse may rest there already
        });
    } else drag.card.classList.add("lifted");
    document.documentElement.classList.add("dragging");
    event.preventDefault();
  }

  document.addEventListener("pointermove", (event) => {
    if (!drag?.held) return;
    if (!drag.lifted && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    if (!drag.lifted) lift(event);
    if (drag.ghost) drag.ghost.style.translate = `${event.clientX + 8}px ${event.clientY + 8}px`;
    else drag.card.style.translate = `${(event.clientX - drag.x) / page.zoom}px ${(event.clientY - drag.y) / page.zoom}px`;
    if (over(event) && stage()) mark((drag.to = positionAt(event.clientX, drag.card)), drag.card);
    else {
      stage()?.querySelector(".drop-mark")?.remove();
      drag.to = undefined;
    }
  });

  page.drop = (cancelled) => {
    if (!drag) return false;
    const { card, tool, ghost, lifted, to } = drag;
    drag = null;
    ghost?.remove();
    stage()?.querySelector(".drop-mark")?.remove();
    document.documentElement.classList.remove("dragging");
    if (card) {
      card.classList.remove("lifted");
      card.style.translate = "";
    }
    if (cancelled) return true;
    if (!lifted) return card && page.select(card.dataset.step);
    if (to === undefined) return true;
    if (tool) return page.insert(tool, to);
    if (to !== cards().indexOf(card)) edit({ edit: "move", step: card.dataset.step, position: to });
  };

  document.addEventListener("pointerup", () => page.drop(false));
  document.addEventListener("pointercancel", () => page.drop(true));

  // ---- a wire is drawn with the mouse, from what a step gives to what a later one takes
  let wiring = null;
  document.addEventListener("pointerdown", (event) => {
    const port = event.target.closest?.("#workflows-body .stage .po[data-port]:not([data-port=''])");
    if (port && event.button === 0) wiring = { port, card: port.closest(".step"), x: event.clientX, y: event.clientY };
  });

  const takes = (event) => {
    const port = document.elementFromPoint(event.clientX, event.clientY)?.closest("#workflows-body .po[data-parameter]:not([data-parameter=''])");
    return port && Number(port.closest(".step").dataset.number) > Number(wiring.card.dataset.number) ? port : null;
  };

  document.addEventListener("pointermove", (event) => {
    if (!wiring) return;
    if (!wiring.line && Math.hypot(event.clientX - wiring.x, event.clientY - wiring.y) < 5) return;
    if (!wiring.line) {
      wiring.line = document.createElementNS(SVG, "path");
      wiring.line.setAttribute("class", "wire gw");
      stage().querySelector(":scope > svg").append(wiring.line);
      document.documentElement.classList.add("dragging");
    }
    const frame = stage().getBoundingClientRect();
    const dot = wiring.port.querySelector(".dot").getBoundingClientRect();
    const at = (x, y) => `${(x - frame.x) / page.zoom} ${(y - frame.y) / page.zoom}`;
    wiring.line.setAttribute("d", `M${at(dot.x + dot.width / 2, dot.y + dot.height / 2)}L${at(event.clientX, event.clientY)}`);
    wiring.over?.classList.remove("over");
    wiring.over = takes(event);
    wiring.over?.classList.add("over");
    event.preventDefault();
  });

  document.addEventListener("pointerup", (event) => {
    const drawn = wiring;
    if (drawn?.line) {
      const target = takes(event);
      if (target) connect(drawn.port, target);
    }
    unwire();
  });
  function unwire() {
    if (!wiring) return;
    wiring.line?.remove();
    wiring.over?.classList.remove("over");
    if (wiring.line) document.documentElement.classList.remove("dragging");
    wiring = null;
  }
  document.addEventListener("pointercancel", unwire);

  function connect(port, target) {
    const [step, path] = port.dataset.port.split(/\|(.*)/s);
    const many = target.querySelector(".ty").textContent.endsWith("[]");
    const taken = many ? path : path.replaceAll("[]", "[0]");
    const source = step === "$inputs" ? `$inputs.${path}` : `$steps.${step}.outputs${taken && `.${taken}`}`;
    edit({ edit: "bind", step: target.closest(".step").dataset.step, parameter: target.dataset.parameter, source });
  }

  // ---- a new step is selected once it stands there
  let wanted = null;
  page.expect = (position) => (wanted = { position, before: cards().length });
  page.insert = (tool, position) => {
    page.expect(position);
    edit({ edit: "insert", tool, position });
  };
  document.addEventListener("drawn", ({ target }) => {
    if (target.id !== "workflows-body" || !wanted || cards().length <= wanted.before) return;
    const card = cards()[wanted.position];
    wanted = null;
    if (card) page.select(card.dataset.step);
  });
})();
