// The box in the bar: Ctrl K finds a tool, group, page or action; / asks a question.
(() => {
  let box = null;
  let asking = false; // opened with /: Enter searches

  async function options(text) {
    if (!text.trim()) return asking ? [] : [{ head: "On this page" }, ...graphwright.actions("")];
    const names = (await graphwright.find(text)).map((found) => ({ ...found, code: found.kind === "tool", icon: found.kind === "tool" ? "explore" : "group" }));
    const search = { title: `Search for “${text.trim()}”`, hint: text.length < 24 ? "what an agent would find" : "", icon: "search", query: text.trim() };
    const actions = graphwright.actions(text);
    const named = [...names, ...(actions.length ? [{ head: "Pages and actions" }, ...actions] : [])];
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
    if (/^\/lab/.test(location.pathname)) return ask(query);
    graphwright.set("shared-query", query);
    if (!/^\/explore/.test(location.pathname)) graphwright.go("/explore");
  }

  // In the Lab the box asks the Lab's question, with all that is set beside it.
  function ask(query) {
    const said = new URLSearchParams(location.pathname === "/lab" ? location.search : "");
    ["explain", "fix"].forEach((name) => said.delete(name));
    said.set("q", query);
    graphwright.go(`/lab?${said}`);
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
    box = graphwright.combobox(field, { label: "Find tool, query, command", placeholder: "Find tool, query, command…", options, pick, first: (text) => text.trim() !== "" });
    box.input.addEventListener("pointerdown", () => (asking = false));
    box.input.addEventListener("keydown", (event) => event.key === "Escape" && box.input.blur());
  }).observe(document.documentElement, { childList: true, subtree: true });

  graphwright.keys.add("global", "Ctrl+K", "Find a tool, query or command", () => open(false), { inText: true });
  graphwright.keys.add("global", "/", "Search as an agent would", () => open(true));

  window.dash_clientside = window.dash_clientside ?? {};
  window.dash_clientside.finder = { asked: (query) => { if (box && document.activeElement !== box.input) box.input.value = query ?? ""; } };
})();
