// The table twin: its grid when it is first wanted, cells, facets, edits in place, and the same
// selection as the graph.
(() => {
  const { make } = graphwright;
  const byId = (id) => document.getElementById(id);
  const SCRIPT = "/_dash-component-suites/dash_ag_grid/dash_ag_grid.min.js";
  // Asked for a grid that does not stand yet, the library complains in the console.
  const grid = () => document.querySelector("#explore-rows .ag-root") && window.dash_ag_grid?.getApi("explore-rows");
  const idOf = (what) => (what?.kind === "relation" ? `${what.source}\n${what.relation}\n${what.target}` : what?.name);
  const element = (...rest) => window.React.createElement(...rest);
  let selection = null;
  let kind = "tools";
  let wanted = false;

  const cells = {
    RelationCell: ({ data }) => data && element("span", { className: "row" },
      element("i", { className: `rl k${data.digit}`, "aria-hidden": "true" }), data.relation),
    NameCell: ({ value }) => value !== undefined && graphwright.names.plain(value),
    MethodCell: ({ value, data }) => value && element("span", { className: `method ${value.toLowerCase()}${data?.danger ? " danger" : ""}` }, value),
    StateCell: ({ value }) => value && element("span", { className: { open: "warn", rejected: "bad", accepted: "ok" }[value] ?? "muted" }, value),
    HintCell: ({ value }) => value && element("span", { className: /^no desc|^too|same/.test(value) ? "warn" : "muted" }, value),
  };
  window.dashAgGridComponentFunctions = Object.assign(window.dashAgGridComponentFunctions ?? {}, cells);

  // ---- the grid is a third of all scripts: it comes when somebody looks at a table
  function want() {
    if (wanted) return;
    wanted = true;
    height = rowHeight();
    const script = make("script");
    script.src = SCRIPT;
    script.addEventListener("load", () => graphwright.set("explore-grid-wanted", kind));
    document.head.append(script);
  }

  let seen = {};

  // An edit fills the rows that are seen anew; another question starts at the top.
  function refill(revision, address, filters, view, kind) {
    const now = { revision, address, filters, view, kind };
    const edit = seen.view === view && seen.address === address && seen.filters === filters && seen.kind === kind;
    seen = now;
    if (view !== "table") return;
    setTimeout(() => (edit ? grid()?.refreshInfiniteCache?.() : grid()?.purgeInfiniteCache?.()));
  }

  // The grid reads its rows' height from the stylesheet once; another density comes with a resize.
  const rowHeight = () => parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row"));
  let height = 0;

  addEventListener("resize", () => {
    if (height === (height = rowHeight()) || !grid()) return;
    grid().setGridOption("rowHeight", height);
    grid().purgeInfiniteCache();
  });

  const whatOf = (row) => (row.relation ? { kind: "relation", source: row.source, target: row.target, relation: row.relation } : { kind: "tool", name: row.name });

  function chosen(rows) {
    rows = rows ?? [];
    graphwright.batch?.show(byId("explore-batch"), rows.length > 1 ? rows : [], kind);
    if (rows.length !== 1) return;
    const what = whatOf(rows[0]);
    if (idOf(what) !== idOf(selection)) graphwright.select(what);
  }

  function follow(what) {
    selection = what;
    const node = what && grid()?.getRowNode(idOf(what));
    if (node && !node.isSelected() && grid().getSelectedNodes().length < 2) node.setSelected(true, true);
  }

  // ---- a description is edited where it stands; what it would do to golden queries is said at once
  function edited(changes) {
    for (const { data, value, oldValue, colId } of changes ?? []) {
      if (colId === "description" && value !== oldValue) graphwright.send({ do: "describe", tool: data.name, description: value ?? "" });
    }
    document.querySelector(".trial")?.remove();
  }

  let typing = 0;

  document.addEventListener("input", ({ target }) => {
    if (!target.matches?.("#explore-table .ag-large-text textarea, #explore-table .ag-large-text-input textarea")) return;
    const cell = grid()?.getEditingCells?.()[0];
    const row = cell && grid().getDisplayedRowAtIndex(cell.rowIndex)?.data;
    clearTimeout(typing);
    if (row) typing = setTimeout(() => tryOut(row.name, target), 250);
  });

  async function tryOut(tool, field) {
    const text = field.value;
    const answer = await fetch("/trial", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ tool, text }) });
    const found = answer.ok ? await answer.json() : null;
    if (!found || text !== field.value || !field.isConnected) return; // more was typed since
    const box = field.closest(".ag-popup-editor, .ag-cell-editor, .ag-large-text") ?? field.parentElement;
    const line = box.querySelector(".trial") ?? box.appendChild(make("p", "trial"));
    line.setAttribute("role", "status");
    line.replaceChildren(...said(found));
  }

  function said({ queries, fixes, breaks, fixed, broken, before, after }) {
    if (!queries) return [make("span", "muted", "No golden queries say what this changes.")];
    const percent = (share) => `${Math.round(1000 * share) / 10} %`;
    const change = fixes || breaks ? `${percent(before)} → ${percent(after)}` : percent(after);
    return [
      make("span", "", `Golden queries that hit: ${change} of ${queries}`),
      make("span", fixes ? "ok" : "muted", `✔ ${fixes} fixed ${(fixed ?? []).join("; ")}`),
      make("span", breaks ? "bad" : "muted", `✘ ${breaks} broken ${(broken ?? []).join("; ")}`),
    ];
  }

  // ---- what the address says: rows of tools or of relations, facets
  const params = () => new URLSearchParams(location.search);
  const go = (search) => graphwright.go(`/explore?${search}`);

  function rowsOf(name) {
    const next = params();
    next.set("rows", name);
    next.delete("f");
    go(next);
  }

  function look(address) {
    const next = new URLSearchParams(address.split("?")[1] ?? "").get("rows") === "relations" ? "relations" : "tools";
    for (const one of ["relations", "tools"]) byId(`explore-rows-of-${one}`).setAttribute("aria-selected", String(one === next));
    byId("explore-facets").hidden = next !== "tools";
    if (next !== kind) graphwright.set("explore-rows-kind", next);
    kind = next;
    graphwright.batch?.show(byId("explore-batch"), [], kind);
    want();
  }

  function toggleFacet(facet) {
    const next = params();
    const on = next.getAll("f");
    next.delete("f");
    for (const one of on.includes(facet) ? on.filter((f) => f !== facet) : [...on, facet]) next.append("f", one);
    go(next);
  }

  // Rows of all tools or groups, not only of the one that the address names.
  function noLonger(kind) {
    const next = params();
    next.delete(kind);
    go(next);
  }

  function noFilter(column) {
    const { [column]: _, ...rest } = grid().getFilterModel();
    grid().setFilterModel(rest);
  }

  // From wherever one is into the rows, past facets and filters.
  function intoRows() {
    const first = document.getElementById("explore-page").dataset.view === "table" && grid()?.getAllDisplayedColumns()[0];
    if (!first || !grid().getDisplayedRowCount()) return false;
    grid().setFocusedCell(0, first);
    return true;
  }

  graphwright.keys.add("explore", "J", "Into the rows of the table", intoRows, { group: "Table" });

  function noFacets() {
    const next = params();
    next.delete("f");
    go(next);
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("#explore-table button");
    if (!button) return;
    if (button.id === "explore-rows-of-relations") rowsOf("relations");
    else if (button.id === "explore-rows-of-tools") rowsOf("tools");
    else if (button.dataset.facet !== undefined) toggleFacet(button.dataset.facet);
    else if (button.dataset.of !== undefined) noLonger(button.dataset.of);
    else if (button.dataset.column !== undefined) noFilter(button.dataset.column);
    else if (button.dataset.allValues !== undefined) button.closest("section").classList.add("every");
    else if (button.dataset.noFacets !== undefined) noFacets();
  });

  // What a batch edit of all rows needs, instead of their names.
  const filters = () => ({ where: location.pathname + location.search, filters: graphwright.legend.filters, columns: grid()?.getFilterModel() ?? {} });

  graphwright.table = { follow, look, filters, grid, get kind() { return kind; } };
  window.dash_clientside = window.dash_clientside ?? {};
  window.dash_clientside.explore = Object.assign(window.dash_clientside.explore ?? {}, { refill, chosen, edited });
})();
