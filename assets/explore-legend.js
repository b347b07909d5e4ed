// The filters of Explore: the legend with its digits, and the choices in the head.
(() => {
  const byId = (id) => document.getElementById(id);
  const ALL = { off: ["belongs_to"], verdict: "", least: 0, source: "", effect: "", lens: "" };
  let filters = ALL;
  let counts = {}; // relations of each kind in the picture
  let dimmed = 0; // lines that the filters dim

  const kinds = () => [...document.querySelectorAll("#explore-legend [data-kind]")];

  const boxes = () => document.querySelectorAll("#explore-page select[data-filter]");

  function mark() {
    for (const row of kinds()) {
      const on = !filters.off.includes(row.dataset.kind);
      row.setAttribute("aria-pressed", String(on));
      row.querySelector(".num").textContent = counts[row.dataset.kind] ?? "";
    }
    byId("explore-legend").querySelector(".hd .muted").textContent = dimmed ? `${dimmed} ${dimmed === 1 ? "line" : "lines"} dimmed` : "click to filter";
    for (const box of boxes()) box.value = String(filters[box.dataset.filter] || box.options[0].value);
  }

  function filter(change) {
    filters = { ...filters, ...change };
    mark();
    graphwright.set("shared-filters", filters);
    graphwright.address.write();
  }

  function toggleKind(kind) {
    filter({ off: filters.off.includes(kind) ? filters.off.filter((k) => k !== kind) : [...filters.off, kind] });
  }

  function digit(number) {
    const row = kinds()[number - 1];
    if (graphwright.adding.pick(row.dataset.kind)) return true;
    if (graphwright.pair.digit(row.dataset.kind)) return true;
    toggleKind(row.dataset.kind);
    return true;
  }

  function count(next, dim) {
    counts = next;
    dimmed = dim;
    mark();
  }

  function foldLegend(away) {
    const legend = byId("explore-legend");
    legend.classList.toggle("folded", away);
    legend.querySelector("[data-fold]").setAttribute("aria-expanded", String(!away));
    localStorage.setItem("graphwright-legend", away ? "folded" : "open");
    graphwright.explore.canvas?.fit(true);
  }

  document.addEventListener("change", ({ target }) => {
    const name = target.closest?.("#explore-page") && target.dataset.filter;
    if (name) filter({ [name]: name === "least" ? Number(target.value) : target.value });
  });

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("#explore-page button");
    const { fold, kind, reset } = button?.dataset ?? {};
    if (fold !== undefined) foldLegend(button.getAttribute("aria-expanded") === "true");
    else if (kind && button.closest("#explore-legend, [data-kinds]")) toggleKind(kind);
    else if (reset !== undefined) filter(ALL);
  });

  document.addEventListener("drawn", ({ target }) => target.querySelector?.("select[data-filter]") && mark()); // the sources come later

  for (let n = 1; n <= 6; n++) graphwright.keys.add("explore", String(n), "Show or hide a kind of relation", () => digit(n), { group: "Graph" });

  const restore = () => localStorage.getItem("graphwright-legend") === "folded" && foldLegend(true);
  graphwright.legend = { count, restore, filter, all: ALL, get filters() { return filters; } };
})();
