// Keys: one dispatcher with one table, from which the sheet of keys (?) is made as well.
//
//   graphwright.keys.add("explore", "E", "Add a relation", () => …);
//
// Scopes: "global", or a page's name (its keys work while the page is visible). A key is written
// "A", "Shift+A", "Ctrl+Z" (also ⌘), "g e" (a sequence), "?", "Enter", "F8". In text fields only keys
// added with {inText: true} work. A function that returns false leaves the key to others.
window.graphwright = window.graphwright ?? {};
graphwright.holds = []; // functions of pages that hold presses back until what they are meant for is drawn
(() => {
  const table = [];
  let prefix = "";
  let prefixTimer = 0;

  const visible = (scope) =>
    scope === "global" || document.querySelector(`.page[data-page="${scope}"]:not([hidden])`) !== null;

  const inText = (target) =>
    target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea, select") !== null);

  // A letter says by itself that Shift is down; "?" does too. Only letters and named keys show it.
  function named(event) {
    const letter = /^[a-z]$/i.test(event.key);
    const key = event.key === " " ? "Space" : letter ? event.key.toUpperCase() : event.key;
    const shift = event.shiftKey && (letter || event.key.length > 1);
    return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
  }

  const written = (key) => key.split(" ").map((part) => part.replace(/(^|\+)([a-z])$/, (_, a, b) => a + b.toUpperCase())).join(" ");

  // ---- keys of the curator's own: kept in this browser, by what the key was before
  const KEPT = "graphwright-keys";
  const own = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  const nameOf = (row) => `${row.scope} ${row.before} ${row.label}`; // one key may be of two actions, each where it can be

  function add(scope, key, label, fn, { inText = false, group = "" } = {}) {
    const row = { scope, before: key, label, fn, inText, group };
    table.push(Object.assign(row, shownAs(own()[nameOf(row)] ?? key)));
  }

  const shownAs = (key) => ({ key: written(key), shown: key });

  const begins = (key, other) => key === other || other.startsWith(`${key} `);

  // Gives an action another key, its first one again for "". Answers why it cannot have it, or "".
  function remap(row, key) {
    const next = key || row.before;
    const wanted = written(next);
    const meets = (other) =>
      other !== row &&
      (begins(wanted, other.key) || begins(other.key, wanted)) &&
      (other.scope === row.scope || other.scope === "global" || row.scope === "global") &&
      !(other.scope === row.scope && other.before === row.before && next === row.before); // they share it from the start
    const taken = table.find(meets);
    if (taken?.key === wanted) return `That key does something already: ${taken.label}.`;
    if (taken) return `${taken.shown} (${taken.label}) begins with that key.`;
    const kept = own();
    if (next === row.before) delete kept[nameOf(row)];
    else kept[nameOf(row)] = next;
    localStorage.setItem(KEPT, JSON.stringify(kept));
    Object.assign(row, shownAs(next));
    return "";
  }

  // Whether something that can be seen hears the key, or begins with it.
  const bound = (event) => table.some((row) => begins(named(event), row.key) && visible(row.scope));

  // The page's own keys come before the global ones.
  const candidates = (name, text) =>
    table
      .filter((row) => row.key === name && visible(row.scope) && (!text || row.inText))
      .sort((a, b) => (a.scope === "global") - (b.scope === "global"));

  function run(name, event, text) {
    for (const row of candidates(name, text)) {
      if (row.fn(event) !== false) {
        event.preventDefault();
        return true;
      }
    }
    return false;
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const dialog = document.querySelector("dialog[open]");
    if (dialog) return; // a dialog has the browser's own keys
    const text = inText(event.target);
    const name = named(event);
    const sequence = prefix && !text ? `${prefix} ${name}` : "";
    clearTimeout(prefixTimer);
    prefix = "";
    if (sequence && run(sequence, event, text)) return;
    if (run(name, event, text) || text) return;
    if (table.some((row) => row.key.startsWith(`${name} `) && visible(row.scope))) {
      prefix = name;
      prefixTimer = setTimeout(() => (prefix = ""), 1500);
    }
  });

  const element = (name, text, className = "") => {
    const made = document.createElement(name);
    made.textContent = text;
    made.className = className;
    return made;
  };

  function caps(key) {
    return key.split(" ").map((part) => element("kbd", part.replace("Shift+", "⇧ ").replace("Ctrl+", "Ctrl ").replace("Arrow", "")));
  }

  // What the page in front has stands first.
  function groups() {
    const found = new Map();
    for (const row of table) {
      const title = row.group || (row.scope === "global" ? "Everywhere" : row.scope[0].toUpperCase() + row.scope.slice(1));
      const rows = found.get(title) ?? found.set(title, new Map()).get(title);
      const line = rows.get(row.label) ?? { scope: row.scope, keys: [] };
      line.keys.push(row.shown);
      rows.set(row.label, line);
    }
    const here = ([, rows]) => [...rows.values()].some(({ scope }) => scope !== "global" && visible(scope));
    return [...found].sort((a, b) => here(b) - here(a)).map(([title, rows]) => [title, [...rows.entries()]]);
  }

  function help() {
    const dialog = document.createElement("dialog");
    dialog.className = "sheet";
    dialog.setAttribute("aria-label", "Keys");
    const head = document.createElement("header");
    const close = element("button", "Close", "btn sm ghost");
    close.addEventListener("click", () => dialog.close());
    head.append(element("h2", "Keys"), close);
    const list = element("div", "", "keys");
    for (const [title, rows] of groups()) {
      const section = document.createElement("section");
      const items = document.createElement("ul");
      for (const [label, { keys }] of rows) {
        const item = document.createElement("li");
        item.append(element("span", label), ...keys.slice(0, 3).flatMap(caps));
        items.append(item);
      }
      section.append(element("h3", title), items);
      list.append(section);
    }
    dialog.append(head, list);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("keydown", (event) => event.key === "?" && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
  }

  graphwright.keys = { add, help, table, bound, visible, remap, named, nameOf, caps };
  add("global", "?", "This sheet", help);
})();
