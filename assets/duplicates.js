// Doubles: every choice is in the address, every decision a command that the page has ready.
(() => {
  const page = () => document.querySelector(".page[data-page='duplicates']");
  const act = (name) => page().querySelector(`[data-act='${name}']`);

  // What is pressed before the next cluster is drawn is meant for that one, and waits.
  const turns = graphwright.turns("duplicates", "duplicates-body");

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

  const marked = () => [...page().querySelectorAll("[data-take][aria-checked=true]")].map((one) => one.dataset.take);

  // Another name is another survivor: the other fields stay as they are marked.
  function take(choice) {
    const [field] = choice.split(":");
    const rest = marked().filter((one) => !one.startsWith(`${field}:`) && !one.startsWith("name:"));
    change((said) => {
      said.delete("take");
      if (field === "name") said.set("keep", choice.slice("name:".length));
      else rest.push(choice);
      rest.forEach((one) => said.append("take", one));
    });
  }

  function map(select) {
    change((said) => {
      const kept = said.getAll("map").filter((one) => !one.startsWith(`${select.dataset.map}\n`));
      said.delete("map");
      [...kept, `${select.dataset.map}\n${select.value}`].forEach((one) => said.append("map", one));
    });
  }

  const fields = () => change((said) => (said.has("fields") ? said.delete("fields") : said.set("fields", "1")));

  const without = (...names) => {
    const said = new URLSearchParams(location.search);
    names.forEach((name) => said.delete(name));
    return `/review/duplicates${said.size ? `?${said}` : ""}`;
  };

  let armed = ""; // what looks wrong and was pressed once

  function decide(button) {
    if (!button || button.disabled) return false;
    if (button.dataset.act === "fields") return fields();
    if (button.dataset.act === "swap") {
      return change((said) => {
        said.set("keep", button.dataset.keep);
        ["take", "map"].forEach((name) => said.delete(name));
      });
    }
    // What looks wrong takes a second press of the same key.
    if (button.dataset.confirm && armed !== button.dataset.command) {
      armed = button.dataset.command;
      return graphwright.notify(`${button.title} Press again to merge all the same.`, "bad");
    }
    graphwright.send(JSON.parse(button.dataset.command), { next: without("cluster", "keep", "out", "take", "map") });
  }

  // The count follows the slider; the list waits for Apply.
  const two = (hundredths) => `.${hundredths}`;
  function predict(slider) {
    const sheet = slider.closest(".threshold");
    const pairs = JSON.parse(sheet.dataset.counts)[slider.value] ?? 0;
    sheet.querySelector(".at").textContent = two(slider.value);
    sheet.querySelector(".found").textContent = pairs === 1 ? "1 pair" : `${pairs} pairs`;
  }

  function apply(button) {
    const sheet = button.closest(".threshold");
    const said = new URLSearchParams({ t: `0${two(sheet.querySelector(".range").value)}` });
    sheet.open = false;
    graphwright.go(`/review/duplicates?${said}`, { replace: true });
  }

  document.addEventListener("input", ({ target }) => {
    if (target.closest?.(".page[data-page='duplicates'] .threshold .range")) predict(target);
  });

  document.addEventListener("change", ({ target }) => {
    if (target.closest?.(".page[data-page='duplicates'] select[data-map]")) map(target);
  });

  document.addEventListener("drawn", ({ target }) => {
    if (target.id !== "duplicates-body" || page().hidden) return;
    const keep = page().querySelector(".actions")?.dataset.keep;
    if (keep) graphwright.select({ kind: "tool", name: keep });
  });

  const items = () => [...page().querySelectorAll(".q li[data-href]")];
  const walk = (step) => moveTo(items().findIndex((one) => one.getAttribute("aria-selected") === "true") + step);

  function moveTo(at) {
    const next = items()[Math.min(Math.max(at, 0), items().length - 1)];
    if (!next) return false;
    next.scrollIntoView({ block: "nearest" });
    graphwright.go(next.dataset.href, { replace: true });
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".page[data-page='duplicates']")) return;
    const item = event.target.closest("li[data-href]");
    if (item) return graphwright.go(item.dataset.href, { replace: true });
    const button = event.target.closest("button");
    if (!button || event.detail > 1) return; // a double click is one press
    const { unmerge, revert, toggle: member, take: field, threshold, act: name, command } = button.dataset;
    if (unmerge) turns.press("unmerge", unmerge, () => graphwright.send({ do: "unmerge", keep: unmerge }));
    else if (revert) turns.press("revert", revert, () => graphwright.send({ do: "revert", revision: Number(revert) }));
    else if (member) turns.press("toggle", member, () => toggle(member));
    else if (field) turns.press("take", field, () => take(field));
    else if (threshold) apply(button);
    else if (command) turns.press("command", command, decide);
    else if (name) turns.press("act", name, decide);
  });

  const keys = graphwright.keys;
  const add = (key, label, fn) => keys.add("duplicates", key, label, fn);
  add("M", "Merge", () => decide(act("merge")));
  add("W", "Swap the survivor", () => decide(act("swap")));
  add("K", "Keep apart, and remember it", () => decide(act("apart")));
  add("D", "Field by field", () => decide(act("fields")));
  keys.add("duplicates", "Escape", "Close the similarity", () => {
    const sheet = page().querySelector(".threshold[open]");
    return sheet ? void (sheet.open = false) : false;
  }, { inText: true });
  add("J", "Next cluster", () => walk(1));
  add("ArrowDown", "Next cluster", () => walk(1));
  add("ArrowUp", "Previous cluster", () => walk(-1));
  add("Home", "First cluster", () => moveTo(0));
  add("End", "Last cluster", () => moveTo(Infinity));
  for (let n = 2; n <= 9; n++) {
    add(String(n), "A member goes into the merge, or stays apart", () => {
      const box = page().querySelectorAll("[data-toggle]")[n - 2];
      return box ? toggle(box.dataset.toggle) : false;
    });
  }
})();
