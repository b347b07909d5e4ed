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

  // Keys, and presses on what each card has, wait until the card that they are meant for is drawn.
  const turns = graphwright.turns("review", "review-body");
  const shown = () => (card() ? [relation().kind, relation().source, relation().target].join("\n") : "");
  let stood = ""; // the card that was drawn last

  // `act` is told which relation it is of, and the address of the next card.
  function once(act) {
    if (!card()) return false;
    const next = following();
    act(relation(), addressOf(next));
    select(next);
  }

  // Another card is read from its top, and its row is seen.
  function begin() {
    types(false);
    page().querySelector(".pane .scroll")?.scrollTo(0, 0);
    items()[place(items())]?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("drawn", ({ target }) => {
    if (target.id !== "review-body") return;
    if (shown() !== stood) begin();
    stood = shown();
    if (card() && turns.settled() && !page().hidden) select(shown());
    reveal();
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
    const next = items().find((one) => !chosen.has(one.dataset.key))?.dataset.key;
    graphwright.send(chosen.decided(verb), { next: addressOf(next) });
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
    const all = items();
    const at = place(all);
    if (!card() || at < 0) return false;
    later = [...later, all[at].dataset.key];
    graphwright.set("review-later", later);
    const next = [...all.slice(at), ...all.slice(0, at)].find((one) => !later.includes(one.dataset.key));
    show(next?.dataset.key);
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
    return all.length ? moveTo(all, place(all) + step) : false;
  }

  function moveTo(all, at) {
    const next = all[Math.min(Math.max(at, 0), all.length - 1)];
    if (!next || next.getAttribute("aria-selected") === "true") return;
    next.scrollIntoView({ block: "nearest" });
    show(next.dataset.key);
    select(next.dataset.key);
  }

  // The list holds some of what waits; its own end leads to the end of all.
  function toEnd(where, at) {
    const far = page().querySelector(`.q li[data-where=${where}]`)?.dataset.far;
    if (!far) return moveTo(items(), at);
    show(far);
  }

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
    type: () => (card() ? types() : false),
    later: put_off,
    note,
    again,
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".page[data-page='review']")) return;
    const item = event.target.closest("li[data-key], li[data-jump]");
    if (item) return show(item.dataset.key ?? item.dataset.jump);
    const button = event.target.closest("button");
    if (!button || event.detail > 1) return; // a double click is one press
    const { do: does, spare: spares, suppliers, pick: picks, forget: forgets, act, to, alike: verdict, rule } = button.dataset;
    if (does) return turns.press("do", does, () => graphwright.send(JSON.parse(does)));
    if (spares) return turns.press("spare", spares, (one) => spare(one.closest("tr")));
    if (suppliers) return turns.inTurn(() => together(suppliers));
    if (picks) return pick();
    if (forgets) return forget(forgets);
    if (button.id === "review-hide") return page().toggleAttribute("data-blind");
    if (act) return turns.inTurn(acts[act]);
    if (to) return turns.inTurn(() => decide({ do: "retype-relation", to }));
    if (verdict) return turns.press("alike", verdict, () => alike("decide-alike", verdict));
    if (rule) return turns.press("rule", rule, () => alike("rule-alike", rule));
  });

  const keys = graphwright.keys;
  const add = (key, label, fn) => keys.add("review", key, label, fn);
  add("A", "Accept", acts.accept);
  add("X", "Reject", acts.reject);
  add("T", "Another type, then 1 to 5", acts.type);
  add("R", "Reverse", acts.reverse);
  add("S", "Later", put_off);
  add("U", "Bring back what was put off", again);
  add("L", "Look-alikes", () => (card() ? look() : false));
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
  add("Home", "First relation of the list", () => (items().length ? toEnd("before", 0) : false));
  add("End", "Last relation of the list", () => (items().length ? toEnd("after", Infinity) : false));
  add("Space", "Choose this row, or let it go", (event) => (event.target.closest("button, a") ? false : choose(0)));
  add("Shift+ArrowDown", "Choose it and the next", () => choose(1));
  add("Shift+ArrowUp", "Choose it and the one above", () => choose(-1));
  add("Escape", "Close the types, or the look-alikes", back);
  const kinds = ["requires", "precedes", "complementary", "similar_to", "conflicts_with"];
  const typed = (to) => (types(false), decide({ do: "retype-relation", to }));
  for (let n = 0; n < 9; n += 1) {
    const to = kinds[n];
    add(String(n + 1), `${to ? `Type: ${to}; or r` : "R"}eject supplier ${n + 1}`, () => (card() ? (typing ? to && typed(to) : sparePlace(n)) : false));
  }
})();
