// A text field with a list of options: arrow keys choose, Enter takes, Escape leaves.
//
//   const box = graphwright.combobox(element, { label, placeholder, options: async (text) => [{title, hint, …}], pick(option, text) });
//
// The first option is chosen from the start; with `first: (text) => …` only where that says so.
// An option may be {head: "Tools"}, a line that cannot be chosen. Names are set as text, never as HTML.
window.graphwright = window.graphwright ?? {};
(() => {
  let count = 0;

  function combobox(parent, { label, placeholder = "", options, pick, first = true, input = document.createElement("input") }) {
    const id = `options-${++count}`;
    const list = document.createElement("ul");
    const own = input.parentElement === null; // else it stands in the page already, and keeps its look
    Object.assign(input, { type: "text", autocomplete: "off", spellcheck: false });
    if (own) input.placeholder = placeholder;
    for (const [name, value] of Object.entries({ role: "combobox", "aria-label": label, "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list" })) input.setAttribute(name, value);
    Object.assign(list, { id, className: "options", hidden: true });
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", label);
    parent.classList.add(own ? "combo" : "combo-around");
    parent.append(...(own ? [input, list] : [list]));
    let shown = [];
    let at = -1;
    let asked = 0;
    let filled = null; // the text that the list answers
    let held = null; // keys pressed after Enter, while the last letters are still looked up

    const wanted = () => (typeof first === "function" ? first(input.value) : first);
    const firstOf = (rows) => (wanted() ? rows.findIndex((option) => !option.head) : -1);

    async function fill() {
      const mine = ++asked;
      const text = input.value;
      const next = await options(text);
      if (mine !== asked || document.activeElement !== input) return;
      shown = next;
      filled = text;
      list.replaceChildren(...shown.map(row));
      list.hidden = shown.length === 0;
      input.setAttribute("aria-expanded", String(!list.hidden));
      choose(firstOf(shown));
    }

    function row(option, index) {
      const item = document.createElement("li");
      item.id = `${id}-${index}`;
      if (option.head) {
        item.className = "part";
        item.textContent = option.head;
        return item;
      }
      item.setAttribute("role", "option");
      if (option.icon) item.append(Object.assign(document.createElement("i"), { className: `icon s icon-${option.icon}` }));
      const title = document.createElement(option.code ? "code" : "span");
      title.textContent = option.title;
      item.append(title);
      if (option.hint) item.append(Object.assign(document.createElement("span"), { className: "hint", textContent: option.hint }));
      item.addEventListener("pointerdown", (event) => event.preventDefault());
      item.addEventListener("click", () => take(option));
      item.addEventListener("pointermove", () => choose(index));
      return item;
    }

    function choose(index) {
      at = index;
      [...list.children].forEach((item, i) => item.getAttribute("role") === "option" && item.setAttribute("aria-selected", String(i === at)));
      input.setAttribute("aria-activedescendant", at >= 0 ? `${id}-${at}` : "");
      list.children[at]?.scrollIntoView({ block: "nearest" });
    }

    function step(by) {
      const places = shown.map((option, i) => (option.head ? -1 : i)).filter((i) => i >= 0);
      if (!places.length) return;
      const now = places.indexOf(at);
      choose(places[(now + by + places.length) % places.length] ?? places[0]);
    }

    function close() {
      asked++;
      list.hidden = true;
      shown = [];
      at = -1;
      filled = null;
      input.setAttribute("aria-expanded", "false");
    }

    function take(option) {
      const text = input.value;
      close();
      pick(option, text);
    }

    async function enter() {
      if (filled === input.value) return take(shown[at >= 0 ? at : firstOf(shown)] ?? null);
      held = [];
      const rows = await options(input.value);
      const keys = held;
      held = null;
      take(rows[firstOf(rows)] ?? null);
      for (const { key, code, ctrlKey, metaKey, shiftKey, altKey } of keys)
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true }));
    }

    input.addEventListener("input", fill);
    input.addEventListener("focus", fill);
    input.addEventListener("blur", () => setTimeout(close));
    input.addEventListener("keydown", async (event) => {
      if (event.isComposing) return;
      if (held) {
        event.preventDefault();
        event.stopPropagation();
        held.push(event);
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        list.hidden ? fill() : step(event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        await enter();
      } else if (event.key === "Escape" && !list.hidden) {
        event.preventDefault();
        event.stopPropagation();
        close();
      }
    });
    return { input, list, close, fill };
  }

  graphwright.combobox = combobox;

  // Tools, and groups unless only tools are wanted, by the letters of their names.
  graphwright.find = async (text, only = "") => {
    if (!text.trim()) return [];
    try {
      const answer = await fetch(`/find?q=${encodeURIComponent(text)}&only=${only}`);
      return answer.ok ? await answer.json() : [];
    } catch {
      return [];
    }
  };
})();
