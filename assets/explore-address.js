// What the address of Explore says beside the picture: lens, filters and selection, as
// `&lens=doubt&off=36&verdict=open&sel=1%0AgetOrder%0AlistOrders`. Read where an address has it,
// written as they change.
(() => {
  const PLAIN = ["verdict", "effect", "source", "lens"];
  const OWN = [...PLAIN, "off", "least", "sel"];
  const LETTERS = { t: "tool", g: "group" };
  const parts = (address) => new URLSearchParams((address ?? "").split("?")[1] ?? "");
  const kinds = () => [...document.querySelectorAll("#explore-legend [data-kind]")].map((row) => row.dataset.kind);
  let shown = null; // the tool or group that was opened last

  function selectionOf(text) {
    const [what, ...names] = text.split("\n");
    if (what in LETTERS && names.length === 1) return { kind: LETTERS[what], name: names[0] };
    const relation = kinds()[Number(what) - 1];
    return relation && names.length === 2 ? { kind: "relation", source: names[0], target: names[1], relation } : null;
  }

  function textOf({ kind, name, source, target, relation }) {
    if (kind === "relation") return [kinds().indexOf(relation) + 1, source, target].join("\n");
    return [kind[0], name].join("\n");
  }

  const opened = (said) => ["tool", "group"].filter((kind) => said.has(kind)).map((kind) => ({ kind, name: said.get(kind) }))[0] ?? null;
  const isOf = (selection, what) => selection && [selection.name, selection.source, selection.target].includes(what.name);

  // An address without filters leaves those that are set; a tool or group that it opens is selected.
  function read(address) {
    const said = parts(address);
    const { legend, explore } = graphwright;
    if (OWN.some((name) => name !== "sel" && said.has(name))) {
      const found = Object.fromEntries(PLAIN.map((name) => [name, said.get(name) ?? ""]));
      const off = said.has("off") ? kinds().filter((_, at) => said.get("off").includes(String(at + 1))) : legend.all.off;
      const least = Number(said.get("least"));
      legend.filter({ ...found, off, least: Number.isFinite(least) ? least : 0 });
    }
    const what = opened(said);
    const key = JSON.stringify(what);
    if (said.has("sel")) explore.select(selectionOf(said.get("sel")));
    else if (what && key !== shown && !isOf(explore.selection, what)) explore.select(what);
    shown = key;
    write();
  }

  function write() {
    if (location.pathname !== "/explore") return;
    const { legend, explore } = graphwright;
    const next = new URLSearchParams(location.search);
    const what = opened(next);
    for (const name of OWN) next.delete(name);
    for (const name of PLAIN) if (legend.filters[name]) next.set(name, legend.filters[name]);
    if (String(legend.filters.off) !== String(legend.all.off)) next.set("off", legend.filters.off.map((kind) => kinds().indexOf(kind) + 1).sort().join(""));
    if (legend.filters.least) next.set("least", legend.filters.least);
    const chosen = explore.selection;
    if (chosen && !(what && chosen.kind === what.kind && chosen.name === what.name)) next.set("sel", textOf(chosen));
    if (String(next) === String(new URLSearchParams(location.search))) return;
    history.replaceState(history.state, "", `/explore${next.size ? `?${next}` : ""}`);
  }

  graphwright.address = { read, write };
})();
