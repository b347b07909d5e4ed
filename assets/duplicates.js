// Doubles: every choice is in the address, every decision a command that the page has ready.
(() => {
  const page = () => document.querySelector(".page[data-page='duplicates']");
  const act = (name) => page().querySelector(`.actions [data-act='${name}']`);

  function change(edit) {
    const said = new URLSearchParams(location.search);
    said.set("cluster", page().querySelector(".actions").dataset.cluster);
    edit(said);
    graphwright.go(`/review/duplicates?${said}`, { replace: true });
  }

  function toggle(name) {
    change((said) => {
      const out = said.getAll("out");
      said.delete("out");
      (out.includes(name) ? out.filter((one) => one !== name) : [...out, name]).forEach((one) => said.append("out", one));
    });
  }

  function take(choice) {
    const [field] = choice.split(":");
    change((said) => {
      const rest = said.getAll("take").filter((one) => !one.startsWith(`${field}:`));
      said.delete("take");
      [...rest, choice].forEach((one) => said.append("take", one));
    });
  }

  function decide(button) {
    if (!button || button.disabled) return false;
    if (button.dataset.act === "swap") {
      return change((said) => {
        said.set("keep", button.dataset.keep);
        said.delete("take");
      });
    }
    // What looks wrong takes a second press of the same key.
    if (button.dataset.confirm && !button.hasAttribute("data-armed")) {
      button.setAttribute("data-armed", "");
      return graphwright.notify(`${button.title} Press again to merge all the same.`, "bad");
    }
    graphwright.send(JSON.parse(button.dataset.command));
    const said = new URLSearchParams(location.search);
    const threshold = said.get("t");
    graphwright.go(`/review/duplicates${threshold ? `?t=${threshold}` : ""}`, { replace: true });
  }

  function walk(step) {
    const items = [...page().querySelectorAll(".q li[data-href]")];
    const at = items.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const next = items[Math.min(Math.max(at + step, 0), items.length - 1)];
    if (!next) return false;
    next.scrollIntoView({ block: "nearest" });
    graphwright.go(next.dataset.href, { replace: true });
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".page[data-page='duplicates']")) return;
    const item = event.target.closest("li[data-href]");
    if (item) return graphwright.go(item.dataset.href, { replace: true });
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.unmerge) graphwright.send({ do: "unmerge", keep: button.dataset.unmerge });
    else if (button.dataset.toggle) toggle(button.dataset.toggle);
    else if (button.dataset.take) take(button.dataset.take);
    else if (button.dataset.act) decide(button);
  });

  const keys = graphwright.keys;
  const add = (key, label, fn) => keys.add("duplicates", key, label, fn);
  add("M", "Merge", () => decide(act("merge")));
  add("W", "Swap the survivor", () => decide(act("swap")));
  add("K", "Keep apart, and remember it", () => decide(act("apart")));
  add("J", "Next cluster", () => walk(1));
  add("ArrowDown", "Next cluster", () => walk(1));
  add("ArrowUp", "Previous cluster", () => walk(-1));
  for (let n = 2; n <= 9; n++) {
    add(String(n), "A member goes into the merge, or stays apart", () => {
      const box = page().querySelectorAll("[data-toggle]")[n - 2];
      return box ? toggle(box.dataset.toggle) : false;
    });
  }
})();
