// Keys of plain lists: J and K, arrows, Home and End lead the focus from row to row, Enter opens.
(() => {
  const LISTS = {
    overview: { rows: "#overview-body .todo a" },
    contradictions: { rows: "#contradictions-body .chk a" },
    history: { rows: "#history-rows tbody tr", opens: "button[data-compare]" },
  };

  for (const [page, { rows, opens }] of Object.entries(LISTS)) {
    const all = () => [...document.querySelectorAll(rows)];
    const at = () => all().indexOf(document.activeElement);

    function focus(place) {
      const row = all()[Math.min(Math.max(place, 0), all().length - 1)];
      if (!row) return false;
      row.focus();
      row.scrollIntoView({ block: "nearest" });
    }

    const add = (key, label, fn) => graphwright.keys.add(page, key, label, fn);
    for (const key of ["J", "ArrowDown"]) add(key, "Next row", () => focus(at() + 1));
    for (const key of ["K", "ArrowUp"]) add(key, "Previous row", () => focus(at() - 1));
    add("Home", "First row", () => focus(0));
    add("End", "Last row", () => focus(Infinity));
    if (opens) add("Enter", "What changed since before this edit", () => (at() < 0 ? false : document.activeElement.querySelector(opens).click()));
  }
})();
