// The table twin: cells, and the same selection as the graph.
(() => {
  // Asked for a grid that does not stand yet, the library complains in the console.
  const grid = () => document.querySelector("#explore-rows .ag-root") && window.dash_ag_grid?.getApi("explore-rows");
  const idOf = (what) => (what?.kind === "relation" ? `${what.source}\n${what.relation}\n${what.target}` : what?.name);
  let selection = null;

  const cells = {
    RelationCell: ({ data }) => data && window.React.createElement("span", { className: "row" },
      window.React.createElement("i", { className: `rl k${data.digit}`, "aria-hidden": "true" }), data.relation),
    MethodCell: ({ value }) => value && window.React.createElement("span", { className: `method ${value.toLowerCase()}` }, value),
    StateCell: ({ value }) => value && window.React.createElement("span", { className: { open: "warn", rejected: "bad", accepted: "ok" }[value] ?? "muted" }, value),
  };
  window.dashAgGridComponentFunctions = Object.assign(window.dashAgGridComponentFunctions ?? {}, cells);

  function refill(_shown, _address, _filters, view) {
    if (view === "table") setTimeout(() => grid()?.purgeInfiniteCache?.());
  }

  function chosen(rows) {
    const row = rows?.[0];
    if (!row) return;
    const what = row.relation ? { kind: "relation", source: row.source, target: row.target, relation: row.relation } : { kind: "tool", name: row.name };
    if (idOf(what) !== idOf(selection)) graphwright.select(what);
  }

  function follow(what) {
    selection = what;
    const node = what && grid()?.getRowNode(idOf(what));
    if (node && !node.isSelected()) node.setSelected(true, true);
  }

  function rowsOf(kind) {
    for (const one of ["relations", "tools"]) document.getElementById(`explore-rows-of-${one}`).setAttribute("aria-selected", String(one === kind));
    graphwright.set("explore-rows-kind", kind);
  }

  document.addEventListener("click", ({ target }) => {
    const id = target.closest?.("button")?.id;
    if (id === "explore-rows-of-relations") rowsOf("relations");
    if (id === "explore-rows-of-tools") rowsOf("tools");
  });

  graphwright.table = { follow };
  window.dash_clientside = window.dash_clientside ?? {};
  window.dash_clientside.explore = Object.assign(window.dash_clientside.explore ?? {}, { refill, chosen });
})();
