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

  // The next card is the one below in the list, unless the list itself begins with it.
  function advance() {
    const items = [...page().querySelectorAll(".q li[data-href]")];
    const at = items.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const next = items[at + 1] ?? items[at - 1];
    graphwright.go(next ? next.dataset.href : "/review/relations", { replace: true });
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
    const items = [...page().querySelectorAll(".q li[data-href]")];
    const at = items.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const next = items[Math.min(Math.max(at + step, 0), items.length - 1)];
    if (!next) return false;
    next.scrollIntoView({ block: "nearest" });
    graphwright.go(next.dataset.href, { replace: true });
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
    const item = event.target.closest("li[data-href]");
    if (item) return graphwright.go(item.dataset.href, { replace: true });
    const button = event.target.closest("button");
    if (!button) return;
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
  add("N", "Note", note);
  add("H", "Hide scores", () => page().toggleAttribute("data-blind"));
  add("J", "Next relation", () => walk(1));
  add("K", "Previous relation", () => walk(-1));
  add("ArrowDown", "Next relation", () => walk(1));
  add("ArrowUp", "Previous relation", () => walk(-1));
  add("Escape", "Close the types", () => (typing ? types(false) : false));
  const kinds = ["requires", "precedes", "complementary", "similar_to", "conflicts_with"];
  kinds.forEach((to, n) => add(String(n + 1), `Type: ${to}`, () => (typing ? (types(false), decide({ do: "retype-relation", to })) : false)));
})();
