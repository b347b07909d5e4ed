// What this browser keeps: theme, density, motion, and keys of the curator's own.
(() => {
  const { make } = graphwright;
  const root = document.documentElement;
  const host = () => document.getElementById("settings-keys");

  function keep(name, value) {
    if (name === "theme") return graphwright.theme(value);
    root.dataset[name] = value;
    localStorage.setItem(`graphwright-${name}`, value);
    dispatchEvent(new Event("resize"));
  }

  graphwright.keep = keep;

  function fill() {
    for (const box of document.querySelectorAll("[data-keeps]")) box.value = root.dataset[box.dataset.keeps] ?? box.value;
    if (!host()) return;
    const focused = host().contains(document.activeElement) ? document.activeElement.dataset.name : "";
    const groups = new Map();
    for (const row of graphwright.keys.table) {
      const title = row.group || (row.scope === "global" ? "Everywhere" : row.scope[0].toUpperCase() + row.scope.slice(1));
      groups.set(title, [...(groups.get(title) ?? []), row]);
    }
    host().replaceChildren(...[...groups].map(([title, rows]) => {
      const section = make("section");
      section.append(make("h3", "", title), ...rows.map(line));
      return section;
    }));
    if (focused) [...host().querySelectorAll(".key")].find((button) => button.dataset.name === focused)?.focus();
  }

  function line(row) {
    const button = make("button", `key${row.shown === row.before ? "" : " own"}`);
    button.append(make("span", "", row.label), ...graphwright.keys.caps(row.shown));
    button.setAttribute("aria-label", `${row.label}: ${row.shown}. Change the key`);
    button.dataset.name = graphwright.keys.nameOf(row);
    button.addEventListener("click", () => listen(row, button));
    return button;
  }

  function listen(row, button) {
    button.classList.add("listens");
    button.replaceChildren(make("span", "", row.label), make("em", "", "press a key…"));
    let heard = false; // a button that is replaced loses the focus, which ends nothing more
    const done = () => {
      if (heard) return;
      heard = true;
      removeEventListener("keydown", hear, true);
      fill();
    };
    function hear(event) {
      if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key !== "Escape") {
        const refused = graphwright.keys.remap(row, event.key === "Backspace" ? "" : graphwright.keys.named(event));
        if (refused) graphwright.notify(refused, "bad");
      }
      done();
    }
    addEventListener("keydown", hear, true);
    button.addEventListener("blur", done, { once: true });
  }

  document.addEventListener("change", ({ target }) => target.dataset?.keeps && keep(target.dataset.keeps, target.value));
  document.addEventListener("drawn", ({ target }) => (target.id === "settings-keys" || target.closest?.("#settings-page")) && fill());
  document.addEventListener("click", ({ target }) => target.closest?.("a[href='/settings']") && setTimeout(fill));
})();
