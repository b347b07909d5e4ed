// The Search Lab: all that it shows is in the address; rows, fixes and golden marks become commands.
(() => {
  const box = () => document.getElementById("lab-query");
  const body = () => document.getElementById("lab-body");
  const one = (selector) => body().querySelector(selector);
  const params = () => new URLSearchParams(location.search);
  const shown = () => JSON.parse(one("[data-shows]")?.dataset.shows ?? "{}"); // question, tools, golden query: what the body is of

  // The address with some of it changed. Another question drops what was said of the last one.
  function path(changed = {}) {
    const said = new URLSearchParams(location.pathname === "/lab" ? location.search : "");
    const query = box().value.trim();
    if (query !== (said.get("q") ?? "")) ["explain", "fix"].forEach((name) => said.delete(name));
    const k = document.getElementById("lab-k").value;
    for (const [name, value] of Object.entries({ q: query, k, ...changed })) value ? said.set(name, value) : said.delete(name);
    return said.size ? `/lab?${said}` : "/lab";
  }

  const explain = (tool, more = {}) => graphwright.go(path({ explain: tool, fix: "", ...more }));
  const onQuery = () => location.pathname === "/lab";
  const chosen = () => params().get("explain") ?? one(".res:not(.other) li.on")?.dataset.tool ?? shown().explain ?? "";

  // Keys wait for what they are meant for; from row to row one walks by the address.
  const listed = (address) => ["explain", "fix"].reduce((said, name) => (said.delete(name), said), new URLSearchParams(address.split("?")[1])).toString();
  const walks = (event) =>
    onQuery() && !graphwright.isBusy() && /^([JK]|Arrow(Up|Down)|Home|End|Escape)$/.test(graphwright.keys.named(event)) && listed(one("[data-at]")?.dataset.at ?? "?") === listed(location.search);
  const turns = graphwright.turns("lab", "lab-body", walks);

  const rows = () => [...body().querySelectorAll(".res:not(.other) li[data-tool]")];
  const move = (step) => moveTo(rows().findIndex((row) => row.dataset.tool === chosen()) + step);

  function moveTo(at) {
    const next = rows()[Math.min(Math.max(at, 0), rows().length - 1)];
    if (!next || !onQuery()) return false;
    next.scrollIntoView({ block: "nearest" });
    explain(next.dataset.tool);
  }

  // ---- golden queries

  // Marks a tool as one that must answer, or takes the mark back.
  function mark(tool) {
    const { query, golden } = shown();
    if (!query || !tool) return false;
    const expected = golden?.expect ?? [];
    const expect = expected.includes(tool) ? expected.filter((name) => name !== tool) : [...expected, tool];
    graphwright.send({ do: "put-golden", golden: { ...golden, query, expect } });
  }

  function save() {
    const { query, golden, tools } = shown();
    if (!query) return false;
    if (golden) return graphwright.notify("This question is a golden query already; X changes what it expects.");
    const tool = chosen() || tools?.[0];
    if (!tool) return graphwright.send({ do: "put-golden", golden: { query } }); // nothing should answer it
    mark(tool);
  }

  const lines = (form, name) => form.querySelector(`textarea[name=${name}]`).value.split("\n");
  const text = (form, name) => form.querySelector(`input[name=${name}]`).value;
  const marked = (form, name) => form.querySelector(`[data-mark=${name}]`).getAttribute("aria-pressed") === "true";

  function put(form) {
    const golden = {};
    for (const name of ["expect", "accept", "forbid"]) golden[name] = lines(form, name);
    for (const name of ["query", "group", "note"]) golden[name] = text(form, name);
    for (const name of ["ordered", "pinned", "synthetic"]) golden[name] = marked(form, name);
    const query = golden.query.trim();
    const renamed = query && query !== form.dataset.was;
    graphwright.send({ do: "edit-golden", was: form.dataset.was, golden }, renamed ? { next: `/lab/golden?${new URLSearchParams({ edit: query })}` } : {});
  }

  function take(address = "/golden/read") {
    const input = Object.assign(document.createElement("input"), { type: "file", accept: ".jsonl,.json,.csv,.txt" });
    input.addEventListener("change", async () => {
      const file = input.files[0];
      if (!file) return;
      try {
        const answer = await fetch(`${address}?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
        const command = await answer.json();
        command.error ? graphwright.notify(command.error, "bad") : graphwright.send(command);
      } catch {
        graphwright.notify("The file could not be read.", "bad");
      }
    });
    input.click();
  }

  // A tool that is found by its letters goes into the list that was written in last.
  let list = "expect";

  function addTools() {
    const place = one(".form .adds");
    if (!place || place.firstChild) return;
    const { input } = graphwright.combobox(place, {
      label: "Add a tool",
      placeholder: "Add a tool to the list that was written in last",
      options: async (said) => (await graphwright.find(said, "tools")).filter((option) => option.name ?? option.title),
      pick(option) {
        if (!option) return;
        const area = one(`.form textarea[name=${list}]`);
        area.value = [...area.value.split("\n").filter(Boolean), option.name ?? option.title].join("\n");
        input.value = "";
      },
    });
    input.className = "field";
  }

  // Tools are completed wherever one is asked for by name.
  const named = {
    explain: (tool) => explain(tool),
    words: (tool) => graphwright.go(`/lab/self?${new URLSearchParams({ show: "words", tool })}`),
  };
  const completed = new WeakSet();

  function complete(input) {
    if (completed.has(input)) return;
    completed.add(input);
    graphwright.combobox(input.parentElement, {
      input,
      label: input.getAttribute("aria-label"),
      options: (said) => graphwright.find(said, "tools"),
      pick(option, said) {
        input.value = option?.name ?? said.trim();
        if (!named[input.dataset.tools]) return;
        input.blur();
        named[input.dataset.tools](input.value);
      },
    });
  }

  // ---- fixes

  function fix(row) {
    if (!row) return false;
    const commands = JSON.parse(row.dataset.commands);
    graphwright.send(commands.length === 1 ? commands[0] : { do: "all", commands, label: "fix" });
  }

  function failing(step) {
    const told = document.querySelector(".radar [data-failing]")?.dataset.failing;
    const failed = told ? JSON.parse(told) : [];
    if (!failed.length) return graphwright.notify("No golden query fails.");
    const at = failed.indexOf(params().get("q"));
    const next = failed[(at + step + failed.length) % failed.length];
    graphwright.go(`/lab?${new URLSearchParams({ q: next })}`);
  }

  // ---- weights: the address follows the slider, and the list the address

  let waits = 0; // a slider moves: the address does not say it yet

  function weights() {
    const moved = [...body().querySelectorAll(".sliders label")].filter((label) => Number(label.querySelector("input").value).toFixed(2) !== Number(label.dataset.saved).toFixed(2));
    return moved.map((label) => `${label.dataset.signal}:${label.querySelector("input").value}`).join(",");
  }

  function slid(slider) {
    slider.parentElement.querySelector("b").textContent = Number(slider.value).toFixed(2);
    clearTimeout(waits);
    waits = setTimeout(() => weigh(weights()), 120);
  }

  function weigh(said) {
    clearTimeout(waits);
    waits = 0;
    if (onQuery()) graphwright.go(path({ w: said }), { replace: true });
  }

  // Sliders stand where the address says: an answer to an older one moves none back.
  function showWeights() {
    if (waits) return;
    const said = new Map((params().get("w") ?? "").split(",").map((one) => one.split(":")));
    for (const label of body().querySelectorAll(".sliders label")) {
      const slider = label.querySelector("input");
      slider.value = said.get(label.dataset.signal) ?? label.dataset.saved;
      label.querySelector("b").textContent = Number(slider.value).toFixed(2);
    }
  }

  function saveWeights() {
    if (waits) weigh(weights());
    turns.inTurn(() => {
      const said = one("button[data-save]:enabled")?.dataset.save;
      if (said) graphwright.send({ do: "set-search", weights: JSON.parse(said) }, { next: path({ w: "" }) });
    });
  }

  // ---- snapshots

  let asked = 0;
  const ask = (request) => graphwright.set("lab-ask", { ...request, at: ++asked });
  const setBaseline = () => ask({ ask: "snapshot", name: "", path: location.pathname + location.search });

  function keep(button) {
    const field = button.closest(".keep").querySelector("input");
    if (!field.value.trim()) return field.focus();
    ask({ ask: "snapshot", name: field.value.trim(), path: location.pathname + location.search });
    field.value = "";
  }

  // ---- questions that were asked before, in this browser

  const KEPT = "graphwright-asked";
  const before = () => JSON.parse(localStorage.getItem(KEPT) ?? "[]");

  function remember(query) {
    if (!query) return;
    localStorage.setItem(KEPT, JSON.stringify([query, ...before().filter((other) => other !== query)].slice(0, 30)));
    showHistory();
  }

  const element = (tag, content, props = {}) => Object.assign(document.createElement(tag), { textContent: content, ...props });

  function showHistory() {
    const said = before();
    document.getElementById("lab-history")?.replaceChildren(...said.map((query) => element("option", "", { value: query })));
    const place = body()?.querySelector("ul[data-history]");
    if (!place || !said.length) return;
    const rows = said.slice(0, 8).map((query) => {
      const row = document.createElement("li");
      row.append(element("a", query, { href: `/lab?${new URLSearchParams({ q: query })}` }));
      return row;
    });
    place.replaceChildren(element("li", "Asked before", { className: "muted" }), ...rows);
  }

  // ---- what is done where

  const clicks = {
    "li[data-tool]": (row) => onQuery() && explain(row.dataset.tool),
    ".fixes button": (button) => turns.press("commands", button.closest("tr").dataset.commands, fix),
    "button[data-golden]": (button) => turns.press("golden", button.dataset.golden, ({ dataset }) => graphwright.send({ do: "remove-golden", query: dataset.golden })),
    "button[data-starter]": () => graphwright.send({ do: "starter-golden" }),
    "button[data-take]": () => take(),
    "button[data-takegate]": () => take("/gate/read"),
    "button[data-put]": (button) => put(button.closest(".form")),
    "button[data-mark]": (button) => button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true")),
    "button[data-reset]": () => weigh(""),
    "button[data-measured]": (button) => graphwright.send({ do: "set-search", weights: JSON.parse(button.dataset.measured) }),
    "button[data-save]": saveWeights,
    "button[data-keep]": keep,
    "button[data-baseline]": (button) => ask({ ask: "baseline", name: button.dataset.baseline }),
    "button[data-drop]": (button) => ask({ ask: "drop", name: button.dataset.drop }),
    "button[data-floor]": (button) => graphwright.send({ do: "set-search", floor: Number(button.dataset.floor) }),
    "button[data-prefer]": (button) => {
      const form = button.closest(".prefer");
      graphwright.send({ do: "prefer-golden", better: text(form, "better"), worse: text(form, "worse"), when: text(form, "when") });
    },
    "button[data-gate]": (button) => gate(button.closest(".gateform")),
  };

  function gate(form) {
    const rules = { epsilon: Number(text(form, "epsilon")) };
    for (const name of ["forbidden", "pinned", "workflows"]) rules[name] = marked(form, name);
    rules.means = ["hit", "recall", "mrr", "ndcg"].filter((name) => marked(form, name));
    graphwright.send({ do: "set-search", gate: rules });
  }

  document.addEventListener("click", (event) => {
    for (const open of document.querySelectorAll("#lab-page details[open]")) if (!open.contains(event.target)) open.open = false;
    if (event.target.closest?.("#lab-save")) return turns.inTurn(save);
    if (event.target.closest?.("#lab-baseline")) return turns.inTurn(setBaseline);
    if (event.target.closest?.("#lab-tools .menu a")) event.target.closest("details").open = false;
    if (!event.target.closest?.("#lab-body") || event.target.closest("a[href], details")) return;
    for (const [selector, act] of Object.entries(clicks)) {
      const found = event.target.closest(selector);
      if (found) return act(found);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    const field = event.target;
    if (field === box() || field.id === "lab-k") {
      graphwright.go(path());
      box().blur();
    } else if (field.matches?.("#lab-body .keep input")) {
      keep(field);
    } else if (field.closest?.("#lab-body .form") && (event.ctrlKey || event.metaKey)) {
      put(field.closest(".form"));
    }
  });

  document.addEventListener("input", (event) => event.target.matches?.("#lab-body .sliders input") && slid(event.target));
  document.addEventListener("focusin", (event) => event.target.matches?.("#lab-body .form textarea") && (list = event.target.name));

  // the same tool in all lists
  document.addEventListener("pointerover", (event) => {
    const tool = event.target.closest?.("#lab-body .res li[data-tool]")?.dataset.tool;
    for (const row of body()?.querySelectorAll(".res li[data-tool]") ?? []) row.classList.toggle("twin", row.dataset.tool === tool);
  });

  let explained = "";

  document.addEventListener("drawn", (event) => {
    if (event.target.id !== "lab-body") return;
    const { query, k, explain } = shown();
    if (explain && explain !== explained) graphwright.select({ kind: "tool", name: explain });
    explained = explain;
    if (k && turns.settled() && document.activeElement.id !== "lab-k") dash_clientside.set_props("lab-k", { value: k });
    showWeights();
    query ? remember(query) : showHistory();
    addTools();
    body().querySelectorAll("input[data-tools]").forEach(complete);
  });

  const follow = (selector) => {
    const href = document.querySelector(`#lab-tools ${selector}`)?.getAttribute("href");
    return href ? graphwright.go(href) : false;
  };

  // One step back: from the fixes to the score, to the results, to the question.
  function back({ target }) {
    if (target.matches("input, textarea, select")) return target.closest("#lab-page") ? target.blur() : false;
    const menu = document.querySelector("#lab-page details[open]");
    if (menu) return menu.removeAttribute("open");
    const said = params();
    const last = ["fix", "explain", "terms", "tune", "beside"].find((name) => said.has(name));
    if (onQuery() && last) return graphwright.go(path({ [last]: "" }));
    return onQuery() ? false : graphwright.go("/lab");
  }

  const keys = graphwright.keys;
  keys.add("lab", "Escape", "One step back", back, { inText: true });
  keys.add("lab", "J", "Next result", () => move(1));
  keys.add("lab", "K", "Previous result", () => move(-1));
  keys.add("lab", "ArrowDown", "Next result", () => move(1));
  keys.add("lab", "ArrowUp", "Previous result", () => move(-1));
  keys.add("lab", "Home", "First result", () => moveTo(0));
  keys.add("lab", "End", "Last result", () => moveTo(Infinity));
  keys.add("lab", "W", "Why not …", () => one(".why input")?.select() ?? one(".why input")?.focus());
  keys.add("lab", "F", "What would mend it", () => (chosen() && onQuery() ? explain(chosen(), { fix: "1" }) : false));
  keys.add("lab", "Enter", "Apply the first fix", () => fix(one(".fixes tr[data-commands]")));
  keys.add("lab", "Shift+Enter", "Apply the first fix, and on to the next failing query", () => fix(one(".fixes tr[data-commands]")) !== false && failing(1));
  keys.add("lab", "X", "This result is right, or is not", () => mark(chosen()));
  keys.add("lab", "S", "Save as golden query", save);
  keys.add("lab", "B", "Set the baseline", setBaseline);
  keys.add("lab", "C", "Compare with the baseline", () => {
    const href = document.querySelector("#lab-tools .choose")?.dataset.baseline;
    return href ? graphwright.go(href) : graphwright.go("/lab/compare");
  });
  keys.add("lab", "V", "Weights", () => follow("[data-key=V]"));
  keys.add("lab", "T", "What each score is made of", () => follow("[data-key=T]"));
  keys.add("lab", "N", "New golden query", () => graphwright.go("/lab/golden?edit=+"));
  keys.add("lab", ".", "Next failing query", () => failing(1));
  keys.add("lab", ",", "Previous failing query", () => failing(-1));

  window.dash_clientside = Object.assign(window.dash_clientside ?? {}, {
    lab: {
      asked(address) {
        const said = new URLSearchParams((address ?? "").split("?")[1] ?? "");
        const none = dash_clientside.no_update;
        const k = Number(said.get("k"));
        return [said.get("q") ?? none, k >= 1 && k <= 100 ? k : none];
      },
    },
  });
})();
