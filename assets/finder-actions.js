// What can be done, for the box in the bar: every action that has a key on some page, and places and
// switches that have none. An action of another page goes there first.
(() => {
  const MOST = 8; // of another page's, where words are looked for
  const BOUND = /Arrow|Tab|Escape|Space|Home|End|^\d$/; // keys that mean something only where the focus is
  const WALKS = /^(Next|Previous) (row|relation|result|cluster|step|workflow)$/;
  const WAIT = 1000; // ms after which a page that is not drawn anew stands as it was

  const root = document.documentElement;
  const to = (path) => () => graphwright.go(path);
  const others = [
    ["Theme: light or dark", "Settings", () => graphwright.theme(root.dataset.theme === "dark" ? "light" : "dark")],
    ["Density: comfortable or compact", "Settings", () => graphwright.keep("density", root.dataset.density === "compact" ? "comfortable" : "compact")],
    ["Motion: as the system says, or none", "Settings", () => graphwright.keep("motion", root.dataset.motion === "none" ? "system" : "none")],
    ["Golden queries that fail", "Overview", to("/lab/golden?show=failing")],
    ["Relations that wait", "Overview", to("/review/relations")],
    ["Doubles", "Overview", to("/review/duplicates")],
    ["What changed since the start", "History", to("/history?from=0")],
    ["Graph", "Explore", to("/explore")],
    ["Table of tools", "Explore", to("/explore?view=table")],
    ["Table of relations", "Explore", to("/explore?view=table&rows=relations")],
    ["Matrix", "Explore", to("/explore?view=matrix")],
    ["Lens", "Explore", () => there("explore", () => document.querySelector("[aria-label=Lens]")?.focus())],
    ["Duplicates: merge doubles", "Review", to("/review/duplicates")],
    ["Contradictions", "Review", to("/review/contradictions")],
    ["Confidence of the rules", "Review", to("/review/relations?view=confidence")],
    ["Golden set", "Search Lab", to("/lab/golden")],
    ["Compare snapshots with the baseline", "Search Lab", to("/lab/compare")],
    ["Self-test", "Search Lab", to("/lab/self")],
    ["Rules of the gate", "Search Lab", to("/lab/gate")],
    ["Export, and publish a release", "Release", to("/release")],
  ];

  const seen = (page) => graphwright.keys.visible(page);
  const titled = (page) => page[0].toUpperCase() + page.slice(1);

  function there(page, act) {
    if (seen(page)) return act();
    let late = 0;
    const begin = () => {
      clearTimeout(late);
      document.removeEventListener("drawn", hear);
      act();
    };
    const hear = ({ target }) => {
      if (!seen(page) || !target.closest?.(`.page[data-page="${page}"]`)) return;
      clearTimeout(late);
      late = setTimeout(begin, 50); // all of its parts are drawn in a row
    };
    document.addEventListener("drawn", hear);
    graphwright.go(document.querySelector(`.page[data-page="${page}"]`).dataset.path);
    late = setTimeout(begin, WAIT);
  }

  const perform = (row) => () =>
    there(row.scope, () => {
      if (row.fn({ target: document.body }) === false) graphwright.notify(`${row.label}: nothing here is chosen for it.`);
    });

  const option = (row) => ({ title: row.label, hint: [...(seen(row.scope) ? [] : [titled(row.scope)]), row.shown].join(" · "), icon: "chevron-right", run: perform(row) });

  function keyed() {
    const known = new Set();
    return graphwright.keys.table.filter((row) => {
      const name = `${row.scope} ${row.label}`;
      const fits = !row.inText && !BOUND.test(row.key) && !WALKS.test(row.label) && !known.has(name);
      if (fits) known.add(name);
      return fits;
    });
  }

  const places = (fits) => others.filter(fits).map(([title, hint, run]) => ({ title, hint, icon: "chevron-right", run }));
  const here = (row) => row.scope !== "global" && seen(row.scope);
  const rank = (row) => (here(row) ? 0 : row.scope === "global" ? 1 : 2);

  // Those whose words agree with the text; without a text those of the page.
  graphwright.actions = (text) => {
    const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!asked.length) return [...keyed().filter(here).map(option), ...places(([, page]) => document.title.startsWith(page))];
    const agrees = (...words) => asked.every((word) => words.join(" ").toLowerCase().includes(word));
    const rows = keyed().filter((row) => agrees(row.label, row.scope)).sort((a, b) => rank(a) - rank(b));
    const agreed = places(([title, page]) => agrees(title, page));
    return [...rows.filter((row) => rank(row) < 2).slice(0, MOST).map(option), ...agreed, ...rows.filter((row) => rank(row) === 2).slice(0, MOST).map(option)];
  };
})();
