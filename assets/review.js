// The review of relations: one key a decision, and the next card at once.
(() => {
  const page = () => document.querySelector(".page[data-page='review']");
  const card = () => page().querySelector(".actions[data-source]");
  const relation = () => {
    const { source, target, kind } = card().dataset;
    return { source, target, kind };
  };
  let later = [];
  let why = "";
  let typing = false;

  const items = () => [...page().querySelectorAll(".q li[data-key]")];
  const place = (all) => all.findIndex((one) => one.getAttribute("aria-selected") === "true");

  // A row says which relation it is of; the order of the list and its limits stay in the address.
  function addressOf(key) {
    const now = new URLSearchParams(location.search);
    const said = new URLSearchParams(["order", "only"].filter((name) => now.has(name)).map((name) => [name, now.get(name)]));
    const [kind, source, target] = key?.split("\n") ?? [];
    if (key) Object.entries({ source, target, kind }).forEach(([name, value]) => said.set(name, value));
    return `/review/relations${said.size ? `?${said}` : ""}`;
  }

  const show = (key) => graphwright.go(addressOf(key), { replace: true });

  // The next card is the one below in the list, unless the list itself begins with it.
  function following() {
    const all = items();
    const at = place(all);
    return (all[at + 1] ?? all[at - 1])?.dataset.key;
  }

  const select = (key) => key && graphwright.select({ kind: "tool", name: key.split("\n")[1] });

  // A key pressed before the next card is drawn is meant for that one: it waits, and so does every
  // key after it. A card that was decided stands here again only when that was taken back or
  // refused, which the notice says.
  const FORGET = 30_000; // ms; then another curator may have opened it again
  const decided = new Map(); // card → when it was decided
  const presses = [];
  let stood = ""; // the card that was drawn last
  let left = ""; // the card that the list has moved on from
  const shown = () => (card() ? [relation().kind, relation().source, relation().target].join("\n") : "");
  const settling = () => card() && (shown() === left || Date.now() - (decided.get(shown()) ?? -Infinity) < FORGET);

  function inTurn(act) {
    if (!settling()) return act();
    presses.push(act);
  }

  // `act` is told which relation it is of, and the address of the next card.
  function once(act) {
    if (!card()) return false;
    return inTurn(() => {
      if (!card()) return;
      const next = following();
      decided.set(shown(), Date.now());
      act(relation(), addressOf(next));
      select(next);
    });
  }

  graphwright.holds.push((act) => !page().hidden && presses.length > 0 && presses.push(act));

  new MutationObserver((changes) => {
    const status = document.getElementById("shell-status");
    const said = changes.some((one) => status?.contains(one.target)) && status.textContent;
    if (said && !said.startsWith("Done:")) decided.clear();
  }).observe(document.documentElement, { childList: true, characterData: true, subtree: true });

  // Another card is read from its top, and its row is seen.
  function begin() {
    types(false);
    page().querySelector(".pane .scroll")?.scrollTo(0, 0);
    items()[place(items())]?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("drawn", ({ target }) => {
    if (target.id !== "review-body") return;
    left = "";
    if (shown() !== stood) begin();
    stood = shown();
    if (card() && !settling() && !page().hidden) select(shown());
    reveal();
    while (presses.length && !settling()) presses.shift()();
  });

  const decide = (command) =>
    once((about, next) => {
      graphwright.send({ ...command, ...about, ...(why ? { why } : {}) }, { next });
      why = "";
    });

  // What several rows were chosen for is decided together; else it is of all look-alikes.
  function together_or_alike(verb, verdict) {
    const { chosen } = graphwright;
    if (!chosen.size) return alike("decide-alike", verdict);
    return inTurn(() => {
      const next = items().find((one) => !chosen.has(one.dataset.key))?.dataset.key;
      graphwright.send(chosen.decided(verb), { next: addressOf(next) });
    });
  }

  function choose(step) {
    const key = items()[place(items())]?.dataset.key;
    if (!key) return false;
    if (!step) return graphwright.chosen.choose([key]);
    const next = items()[place(items()) + step]?.dataset.key;
    graphwright.chosen.choose([key, next ?? key], true);
    walk(step);
  }

  const alike = (what, verdict) => once((about, next) => graphwright.send({ do: what, verdict, ...about }, { next }));

  // Suppliers of one parameter: all of them, or one, while the others stay to be looked at.
  const together = (verdict) =>
    page().querySelector("[data-suppliers]") ? alike("decide-suppliers", verdict) : false;

  function spare(row) {
    const button = row?.querySelector("[data-spare]");
    if (!button) return false;
    const shown = row.classList.contains("on");
    const others = [...page().querySelectorAll("[data-supplier]")].filter((one) => one !== row);
    const other = others.find((one) => one.querySelector("[data-spare]"));
    graphwright.send(JSON.parse(button.dataset.spare), shown && other ? { next: addressOf(other.dataset.supplier) } : {});
  }

  const sparePlace = (n) => spare(page().querySelectorAll("[data-supplier]")[n]);

  function types(show) {
    const box = page().querySelector(".types");
    if (!box) return false;
    typing = show ?? box.hidden;
    box.hidden = !typing;
  }

  function put_off() {
    if (!card()) return false;
    inTurn(() => {
      const all = items();
      const at = place(all);
      if (at < 0) return;
      later = [...later, all[at].dataset.key];
      graphwright.set("review-later", later);
      const next = [...all.slice(at), ...all.slice(0, at)].find((one) => !later.includes(one.dataset.key));
      left = shown();
      show(next?.dataset.key);
    });
  }

  function again() {
    later = [];
    graphwright.set("review-later", later);
    redraw();
  }

  let redrawn = 0;
  const redraw = () => graphwright.set("review-again", ++redrawn);

  // The look-alikes stand under the card's other grounds: whoever asks for them is led there.
  const preview = () => page().querySelector("[data-preview]");
  let looking = false;

  function look() {
    const link = page().querySelector("a[data-look]");
    if (!link) return graphwright.notify("No other relation is like it.");
    looking = !preview();
    link.click();
  }

  function reveal() {
    if (!looking || !preview()) return;
    looking = false;
    preview().focus({ preventScroll: true });
    preview().closest(".blk").scrollIntoView({ block: "start" });
  }

  function back() {
    if (typing) return types(false);
    if (graphwright.chosen.clear() !== false) return;
    if (!preview()) return false;
    show(shown());
    page().querySelector(".scroll").scrollTop = 0;
  }

  function note() {
    if (!card()) return false;
    const dialog = document.createElement("dialog");
    dialog.className = "sheet goal-sheet";
    dialog.setAttribute("aria-label", "Note");
    const title = document.createElement("h2");
    title.textContent = "Why? It is kept with the decision that follows.";
    const box = document.createElement("input");
    box.className = "field";
    box.value = why;
    box.setAttribute("aria-label", "Reason");
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      why = box.value.trim();
      dialog.close();
    });
    dialog.append(title, box);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  function walk(step) {
    const all = items();
    const next = all[Math.min(Math.max(place(all) + step, 0), all.length - 1)];
    if (!next) return false;
    inTurn(() => moveTo(items(), place(items()) + step));
  }

  function moveTo(all, at) {
    const next = all[Math.min(Math.max(at, 0), all.length - 1)];
    if (!next || next.getAttribute("aria-selected") === "true") return;
    next.scrollIntoView({ block: "nearest" });
    left = shown();
    show(next.dataset.key);
    select(next.dataset.key);
  }

  // The list holds some of what waits; its own end leads to the end of all.
  function toEnd(where, at) {
    const far = page().querySelector(`.q li[data-where=${where}]`)?.dataset.far;
    if (!far) return moveTo(items(), at);
    left = shown();
    show(far);
  }

  const propose = (row, verdict) =>
    graphwright.send({ do: "decide-proposal", verdict, source: row.dataset.source, target: row.dataset.target });

  // A log of calls is no edit: it stands beside the project, and the page is drawn again.
  async function told(answer, good) {
    graphwright.notify(answer.ok ? good(await answer.json()) : await answer.text(), answer.ok ? "" : "bad");
    if (answer.ok) redraw();
  }

  async function read(file) {
    const answer = await fetch(`/usage?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    await told(answer, ({ sessions, wrong }) => `Read ${sessions} sessions${wrong ? `; ${wrong} ${wrong === 1 ? "line is" : "lines are"} none` : ""}.`);
  }

  function pick() {
    const input = Object.assign(document.createElement("input"), { type: "file", accept: ".jsonl,.json,.log,.txt" });
    input.addEventListener("change", () => input.files[0] && read(input.files[0]));
    input.click();
  }

  async function forget(name) {
    await told(await fetch(`/usage?name=${encodeURIComponent(name)}`, { method: "DELETE" }), () => `Forgot ${name}.`);
  }

  const acts = {
    accept: () => decide({ do: "accept" }),
    reject: () => decide({ do: "reject" }),
    reverse: () => decide({ do: "reverse-relation" }),
    type: () => (card() ? inTurn(() => types()) : false),
    later: put_off,
    note,
    again,
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".page[data-page='review']")) return;
    const item = event.target.closest("li[data-key], li[data-jump]");
    if (item) return show(item.dataset.key ?? item.dataset.jump);
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.do) return graphwright.send(JSON.parse(button.dataset.do));
    if (button.dataset.spare) return spare(button.closest("tr"));
    if (button.dataset.suppliers) return together(button.dataset.suppliers);
    if (button.dataset.pick) return pick();
    if (button.dataset.forget) return forget(button.dataset.forget);
    if (button.dataset.proposal) return propose(button.closest("tr"), button.dataset.proposal);
    if (button.id === "review-hide") return page().toggleAttribute("data-blind");
    if (button.dataset.act) return acts[button.dataset.act]();
    if (button.dataset.to) return decide({ do: "retype-relation", to: button.dataset.to });
    if (button.dataset.alike) return alike("decide-alike", button.dataset.alike);
    if (button.dataset.rule) return alike("rule-alike", button.dataset.rule);
  });

  const keys = graphwright.keys;
  const add = (key, label, fn) => keys.add("review", key, label, fn);
  add("A", "Accept", acts.accept);
  add("X", "Reject", acts.reject);
  add("T", "Another type, then 1 to 5", acts.type);
  add("R", "Reverse", acts.reverse);
  add("S", "Later", put_off);
  add("U", "Bring back what was put off", again);
  add("L", "Look-alikes", () => (card() ? inTurn(look) : false));
  add("Shift+A", "Accept it and all look-alikes, or all that is chosen", () => together_or_alike("accept", "accepted"));
  add("Shift+X", "Reject it and all look-alikes, or all that is chosen", () => together_or_alike("reject", "rejected"));
  add("B", "Accept the surest supplier, reject the others", () => together("best"));
  add("M", "Accept all suppliers", () => together("accepted"));
  add("N", "Note", note);
  add("H", "Hide scores", () => page().toggleAttribute("data-blind"));
  add("J", "Next relation", () => walk(1));
  add("K", "Previous relation", () => walk(-1));
  add("ArrowDown", "Next relation", () => walk(1));
  add("ArrowUp", "Previous relation", () => walk(-1));
  add("Home", "First relation of the list", () => (items().length ? inTurn(() => toEnd("before", 0)) : false));
  add("End", "Last relation of the list", () => (items().length ? inTurn(() => toEnd("after", Infinity)) : false));
  add("Space", "Choose this row, or let it go", (event) => (event.target.closest("button, a") ? false : inTurn(() => choose(0))));
  add("Shift+ArrowDown", "Choose it and the next", () => inTurn(() => choose(1)));
  add("Shift+ArrowUp", "Choose it and the one above", () => inTurn(() => choose(-1)));
  add("Escape", "Close the types, or the look-alikes", back);
  const kinds = ["requires", "precedes", "complementary", "similar_to", "conflicts_with"];
  const typed = (to) => (types(false), decide({ do: "retype-relation", to }));
  for (let n = 0; n < 9; n += 1) {
    const to = kinds[n];
    add(String(n + 1), `${to ? `Type: ${to}; or r` : "R"}eject supplier ${n + 1}`, () => (card() ? inTurn(() => (typing ? to && typed(to) : sparePlace(n))) : false));
  }
})();
