// Several rows of the review's list, chosen to be decided together as one step.
(() => {
  const list = () => document.querySelector(".page[data-page='review'] .q");
  const items = () => [...(list()?.querySelectorAll("li[data-key]") ?? [])];
  const chosen = new Set();

  function show() {
    for (const item of items()) chosen.has(item.dataset.key) ? item.setAttribute("aria-checked", "true") : item.removeAttribute("aria-checked");
    const place = document.getElementById("review-chosen");
    place.hidden = chosen.size === 0;
    place.textContent = chosen.size ? `${chosen.size} chosen: ⇧A accepts, ⇧X rejects, Esc lets go` : "";
  }

  // With `on`, each of the keys is chosen; without, it is chosen or let go.
  function choose(keys, on) {
    for (const key of keys) on || !chosen.has(key) ? chosen.add(key) : chosen.delete(key);
    show();
  }

  function clear() {
    if (!chosen.size) return false;
    chosen.clear();
    show();
  }

  function decided(verb) {
    const commands = items().filter((item) => chosen.has(item.dataset.key)).map((item) => {
      const [kind, source, target] = item.dataset.key.split("\n");
      return { do: verb, source, target, kind };
    });
    clear();
    return { do: "all", commands, label: `${verb} ${commands.length} relations` };
  }

  document.addEventListener("drawn", ({ target }) => {
    if (target.id !== "review-queue") return;
    const here = new Set(items().map((item) => item.dataset.key));
    for (const key of chosen) if (!here.has(key)) chosen.delete(key);
    show();
  });

  graphwright.chosen = { choose, clear, decided, has: (key) => chosen.has(key), get size() { return chosen.size; } };
})();
