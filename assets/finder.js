// The box in the bar: Ctrl K finds a tool, group, page or action; / asks a question.
(() => {
  let box = null;
  let asking = false; // opened with /: Enter searches

  const matches = (label, text) => text.toLowerCase().split(/\s+/).every((word) => label.toLowerCase().includes(word));

  const FOCUSED = /Arrow|Tab|Enter|Escape|^\d$/; // keys that mean something only where the focus is

  function actions(text) {
    const seen = new Set();
    const rows = graphwright.keys.table.filter((row) => {
      const fits = !row.inText && !FOCUSED.test(row.key) && graphwright.keys.visible(row.scope) && matches(row.label, text) && !seen.has(row.label);
      if (fits) seen.add(row.label);
      return fits;
    });
    return rows.slice(0, 5).map((row) => ({ title: row.label, hint: row.shown, icon: "chevron-right", run: row.fn }));
  }

  async function options(text) {
    if (!text.trim()) return [];
    const names = (await graphwright.find(text)).map((found) => ({ ...found, code: found.kind === "tool", icon: found.kind === "tool" ? "explore" : "group" }));
    const search = { title: `Search for “${text.trim()}”`, hint: text.length < 24 ? "what an agent would find" : "", icon: "search", query: text.trim() };
    const commands = actions(text);
    const named = [...names, ...(commands.length ? [{ head: "Pages and actions" }, ...commands] : [])];
    return asking ? [search, ...named] : [...named, search];
  }

  function pick(option, text) {
    if (!option) return text.trim() === "" && graphwright.set("shared-query", "");
    if (option.run) {
      box.input.value = "";
      box.input.blur();
      option.run();
    } else if (option.query) search(option.query);
    else {
      box.input.value = "";
      box.input.blur();
      graphwright.select({ kind: option.kind, name: option.name });
      graphwright.go(`/explore?${option.kind}=${encodeURIComponent(option.name)}`);
      document.getElementById("explore-canvas")?.focus();
    }
  }

  function search(query) {
    box.input.value = query;
    box.input.blur();
    graphwright.set("shared-query", query);
    if (!/^\/(explore|lab)/.test(location.pathname)) graphwright.go("/explore");
  }

  function open(question) {
    if (!box) return false;
    asking = question;
    box.input.focus();
    box.input.select();
    return true;
  }

  new MutationObserver((_, observer) => {
    const field = document.getElementById("finder-field");
    if (!field) return;
    observer.disconnect();
    box = graphwright.combobox(field, { label: "Find tool, query, command", placeholder: "Find tool, query, command…", options, pick });
    box.input.addEventListener("pointerdown", () => (asking = false));
    box.input.addEventListener("keydown", (event) => event.key === "Escape" && box.input.blur());
  }).observe(document.documentElement, { childList: true, subtree: true });

  graphwright.keys.add("global", "Ctrl+K", "Find a tool, query or command", () => open(false), { inText: true });
  graphwright.keys.add("global", "/", "Search as an agent would", () => open(true));

  window.dash_clientside = window.dash_clientside ?? {};
  window.dash_clientside.finder = { asked: (query) => { if (box && document.activeElement !== box.input) box.input.value = query ?? ""; } };
})();
