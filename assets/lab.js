// The Search Lab: the question lives in the address; rows, fixes and golden marks become commands.
(() => {
  const state = { now: {} };
  const box = () => document.getElementById("lab-query");
  const body = () => document.getElementById("lab-body");

  function path(changed = {}) {
    const said = { q: box().value.trim(), k: document.getElementById("lab-k").value, ...changed };
    const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value));
    return query.size ? `/lab?${query}` : "/lab";
  }

  const explain = (tool, more = {}) => graphwright.go(path({ explain: tool, ...more }));
  const chosen = () => body().querySelector(".res li.on")?.dataset.tool ?? state.now.explain ?? "";

  function move(step) {
    const rows = [...body().querySelectorAll(".res li[data-tool]")];
    if (!rows.length) return false;
    const at = rows.findIndex((row) => row.classList.contains("on"));
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    next.scrollIntoView({ block: "nearest" });
    explain(next.dataset.tool);
  }

  // Marks a tool as one that must answer, or takes the mark back.
  function mark(tool) {
    const query = state.now.query;
    if (!query || !tool) return false;
    const golden = state.now.golden ?? { expect: [], forbid: [] };
    const expect = golden.expect.includes(tool)
      ? golden.expect.filter((name) => name !== tool)
      : [...golden.expect, tool];
    graphwright.send({ do: "put-golden", golden: { ...golden, query, expect } });
  }

  function save() {
    if (!state.now.query) return false;
    if (state.now.golden) return graphwright.notify("This question is a golden query already; X changes what it expects.");
    mark(chosen() || state.now.tools?.[0]);
  }

  function fix(row) {
    if (!row) return false;
    const commands = JSON.parse(row.dataset.commands);
    graphwright.send(commands.length === 1 ? commands[0] : { do: "all", commands, label: "fix" });
  }

  function failing(step) {
    const list = state.now.failing ?? [];
    if (!list.length) return graphwright.notify("No golden query fails.");
    const at = list.indexOf(state.now.query);
    const next = list[(at + step + list.length) % list.length];
    graphwright.go(`/lab?${new URLSearchParams({ q: next })}`);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    if (event.target === box() || event.target.id === "lab-k") {
      graphwright.go(path());
      box().blur();
    } else if (event.target.matches?.("#lab-body .why input")) {
      explain(event.target.value.trim());
    }
  });

  document.addEventListener("click", (event) => {
    const inside = event.target.closest?.("#lab-body");
    if (!inside) return event.target.closest?.("#lab-save") && save();
    const row = event.target.closest(".res li[data-tool]");
    if (row) return explain(row.dataset.tool);
    if (event.target.closest(".fixes button")) return fix(event.target.closest("tr"));
    const golden = event.target.closest("button[data-golden]");
    if (golden) graphwright.send({ do: "remove-golden", query: golden.dataset.golden });
  });

  const keys = graphwright.keys;
  keys.add("lab", "J", "Next result", () => move(1));
  keys.add("lab", "K", "Previous result", () => move(-1));
  keys.add("lab", "ArrowDown", "Next result", () => move(1));
  keys.add("lab", "ArrowUp", "Previous result", () => move(-1));
  keys.add("lab", "W", "Why not …", () => body().querySelector(".why input")?.focus());
  keys.add("lab", "F", "What would mend it", () => (chosen() ? explain(chosen(), { fix: "1" }) : false));
  keys.add("lab", "Enter", "Apply the first fix", () => fix(body().querySelector(".fixes tr[data-commands]")));
  keys.add("lab", "X", "This result is right, or is not", () => mark(chosen()));
  keys.add("lab", "S", "Save as golden query", save);
  keys.add("lab", ".", "Next failing query", () => failing(1));
  keys.add("lab", ",", "Previous failing query", () => failing(-1));

  window.dash_clientside = Object.assign(window.dash_clientside ?? {}, {
    lab: {
      asked(address, now) {
        const before = state.now.explain;
        state.now = now ?? {};
        if (state.now.explain && state.now.explain !== before) graphwright.select({ kind: "tool", name: state.now.explain });
        const said = new URLSearchParams((address ?? "").split("?")[1] ?? "");
        const none = dash_clientside.no_update;
        return [said.get("q") ?? none, Number(said.get("k")) || none];
      },
    },
  });
})();
