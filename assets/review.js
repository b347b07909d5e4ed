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

  // A row says which relation it is of; the order of the list stays in the address.
  function show(key) {
    const order = new URLSearchParams(location.search).get("order");
    const said = new URLSearchParams(order ? { order } : {});
    const [kind, source, target] = key?.split("\n") ?? [];
    if (key) Object.entries({ source, target, kind }).forEach(([name, value]) => said.set(name, value));
    graphwright.go(`/review/relations${said.size ? `?${said}` : ""}`, { replace: true });
  }

  // The next card is the one below in the list, unless the list itself begins with it.
  function advance() {
    const all = items();
    const at = place(all);
    show((all[at + 1] ?? all[at - 1])?.dataset.key);
  }

  // A key pressed before the next card is drawn is meant for that one: it waits. A card that was
  // decided stands here again only when that was taken back or refused, which the notice says.
  const FORGET = 30_000; // ms; then another curator may have opened it again
  const decided = new Map(); // card → when it was decided
  const presses = [];
  const shown = () => (card() ? Object.values(relation()).join("\n") : "");
  const settling = () => Date.now() - (decided.get(shown()) ?? -Infinity) < FORGET;

  function once(act) {
    if (!card()) return false;
    if (settling()) return presses.push(act);
    decided.set(shown(), Date.now());
    const about = relation();
    advance();
    act(about);
  }

  new MutationObserver((changes) => {
    const status = document.getElementById("shell-status");
    const said = changes.some((one) => status?.contains(one.target)) && status.textContent;
    if (said && !said.startsWith("Done:")) decided.clear();
  }).observe(document.documentElement, { childList: true, characterData: true, subtree: true });

  document.addEventListener("drawn", ({ target }) => {
    if (target.id !== "review-body" || !card() || settling()) return;
    if (!page().hidden) graphwright.select({ kind: "tool", name: relation().source });
    const act = presses.shift();
    if (act) once(act);
  });

  const decide = (command) =>
    once((about) => {
      graphwright.send({ ...command, ...about, ...(why ? { why } : {}) });
      why = "";
    });

  const alike = (what, verdict) => once((about) => graphwright.send({ do: what, verdict, ...about }));

  // Suppliers of one parameter: all of them, or one, while the others stay to be looked at.
  const together = (verdict) =>
    page().querySelector("[data-suppliers]") ? alike("decide-suppliers", verdict) : false;

  function spare(row) {
    const button = row?.querySelector("[data-spare]");
    if (!button) return false;
    const shown = row.classList.contains("on");
    const others = [...page().querySelectorAll("[data-supplier]")].filter((one) => one !== row);
    const left = others.find((one) => one.querySelector("[data-spare]"));
    if (shown && left) show(left.dataset.supplier);
    graphwright.send(JSON.parse(button.dataset.spare));
  }

  const sparePlace = (n) => spare(page().querySelectorAll("[data-supplier]")[n]);

  function types(show) {
    const box = page().querySelector(".types");
    if (!box) return false;
    typing = show ?? box.hidden;
    box.hidden = !typing;
  }

  function put_off() {
    const item = page().querySelector(".q li[aria-selected=true]");
    if (!item) return false;
    later = [...later, item.dataset.key];
    advance();
    graphwright.set("review-later", later);
  }

  function again() {
    later = [];
    graphwright.set("review-later", later);
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
    next.scrollIntoView({ block: "nearest" });
    show(next.dataset.key);
  }

  const propose = (row, verdict) =>
    graphwright.send({ do: "decide-proposal", verdict, source: row.dataset.source, target: row.dataset.target });

  // A log of calls is no edit: it stands beside the project, and the page is drawn again.
  const again_from = () => graphwright.set("review-later", [...later]);

  async function told(answer, good) {
    graphwright.notify(answer.ok ? good(await answer.json()) : await answer.text(), answer.ok ? "" : "bad");
    if (answer.ok) again_from();
  }

  async function read(file) {
    const answer = await fetch(`/usage?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    await told(answer, ({ sessions, wrong }) => `Read ${sessions} sessions${wrong ? `; ${wrong} lines are none` : ""}.`);
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
    type: () => types(),
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
  add("L", "Look-alikes", () => page().querySelector("a.btn[href*='source=']")?.click() ?? false);
  add("Shift+A", "Accept it and all look-alikes", () => alike("decide-alike", "accepted"));
  add("Shift+X", "Reject it and all look-alikes", () => alike("decide-alike", "rejected"));
  add("B", "Accept the surest supplier, reject the others", () => together("best"));
  add("M", "Accept all suppliers", () => together("accepted"));
  add("N", "Note", note);
  add("H", "Hide scores", () => page().toggleAttribute("data-blind"));
  add("J", "Next relation", () => walk(1));
  add("K", "Previous relation", () => walk(-1));
  add("ArrowDown", "Next relation", () => walk(1));
  add("ArrowUp", "Previous relation", () => walk(-1));
  add("Escape", "Close the types", () => (typing ? types(false) : false));
  const kinds = ["requires", "precedes", "complementary", "similar_to", "conflicts_with"];
  const typed = (to) => (types(false), decide({ do: "retype-relation", to }));
  for (let n = 0; n < 9; n += 1) {
    const to = kinds[n];
    add(String(n + 1), `${to ? `Type: ${to}; or r` : "R"}eject supplier ${n + 1}`, () => (typing ? to && typed(to) : sparePlace(n)));
  }
})();
