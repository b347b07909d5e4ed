// The inspector: tabs, selections from its lists, and words that are edited where they stand.
(() => {
  const aside = () => document.getElementById("inspector-aside");
  let tab = "overview";

  function drawn() {
    setTimeout(() => {
      if (!aside().querySelector(`[data-tab="${tab}"]`)) return;
      for (const button of aside().querySelectorAll("[role=tab]")) button.setAttribute("aria-selected", String(button.dataset.tab === tab));
      for (const body of aside().querySelectorAll("[data-tab-body]")) body.hidden = body.dataset.tabBody !== tab;
    });
  }

  function show(name) {
    tab = name;
    drawn();
    document.getElementById("inspector-body").scrollTop = 0;
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("#inspector-aside button");
    if (!button) return;
    const { tab: name, select, command, relation, drop } = button.dataset;
    if (button.id === "inspector-close") graphwright.toggleInspector(false);
    else if (name) show(name);
    else if (select) graphwright.select(JSON.parse(select));
    else if (command) graphwright.send({ do: command, ...JSON.parse(relation) });
    else if (drop !== undefined) change(button.closest("[data-list]"), (values) => values.filter((value) => value !== drop));
  });

  // ---- words in place: Enter keeps a word, Ctrl Enter a text, leaving keeps both, Escape drops
  const was = new WeakMap();
  const editable = (target) => target.closest?.("#inspector-aside .editable");

  function change(list, edit) {
    const before = JSON.parse(list.dataset.values);
    const after = edit(before);
    if (after.length === before.length) return;
    list.dataset.values = JSON.stringify(after); // the next edit may come before the answer to this one
    graphwright.send({ do: "describe", tool: list.dataset.tool, [list.dataset.list]: after });
  }

  function keep(box) {
    const text = box.innerText.trim();
    const before = was.get(box) ?? "";
    box.textContent = before; // the server's answer brings the new text
    if (text === before.trim()) return;
    const list = box.closest("[data-list]");
    if (list) change(list, (values) => (values.includes(text) ? values : [...values, text]));
    else graphwright.send({ do: "describe", tool: box.dataset.tool, [box.dataset.field]: text });
  }

  document.addEventListener("focusin", ({ target }) => editable(target) && was.set(target, target.textContent));
  document.addEventListener("focusout", ({ target }) => editable(target) && keep(target));
  document.addEventListener("keydown", (event) => {
    const box = editable(event.target);
    if (!box) return;
    const done = event.key === "Enter" && (box.classList.contains("word") || event.ctrlKey || event.metaKey);
    if (event.key === "Escape") box.textContent = was.get(box) ?? "";
    if (!done && event.key !== "Escape") return;
    event.preventDefault();
    box.blur();
  });

  window.dash_clientside = window.dash_clientside ?? {};
  window.dash_clientside.inspector = { drawn };
})();
