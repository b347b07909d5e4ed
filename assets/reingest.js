// A newer version of a source: the file goes up as it is, and the page waits until it is taken.
(() => {
  const page = () => document.querySelector(".page[data-page='reingest']");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const curator = () => { try { return JSON.parse(localStorage.getItem("shared-curator")) ?? ""; } catch { return ""; } };
  let under_way = false;

  async function taken() {
    for (;;) {
      const now = await (await fetch("/reingest/state")).json();
      if (now.done) return now;
      graphwright.notify(now.note || "Reads the file …");
      await pause(300);
    }
  }

  async function give(file, source) {
    if (under_way) return graphwright.notify("A file is being read; wait for it.", "bad");
    under_way = true;
    try {
      const about = new URLSearchParams({ source, by: curator() });
      const answer = await fetch(`/reingest?${about}`, { method: "POST", body: file });
      if (!answer.ok) return graphwright.notify(await answer.text(), "bad");
      const { error, revision } = await taken();
      if (error) return graphwright.notify(error, "bad");
      graphwright.set("shared-revision", revision);
      graphwright.notify(`${source} is the version of ${file.name} now.`);
    } catch {
      graphwright.notify("The file did not arrive; nothing is changed.", "bad");
    } finally {
      under_way = false;
    }
  }

  function pick(source) {
    const input = Object.assign(document.createElement("input"), { type: "file" });
    input.addEventListener("change", () => input.files[0] && give(input.files[0], source));
    input.click();
  }

  graphwright.turns("reingest", "reingest-body");
  const answer = (key) => {
    const button = page().querySelector(`[data-answer='${key}']`);
    return button ? graphwright.send(JSON.parse(button.dataset.do)) : false;
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".page[data-page='reingest']")) return;
    const button = event.target.closest("button");
    if (button?.dataset.do) graphwright.send(JSON.parse(button.dataset.do));
    else if (button?.dataset.source) pick(button.dataset.source);
  });

  graphwright.keys.add("reingest", "A", "The decision stays", () => answer("A"));
  graphwright.keys.add("reingest", "X", "Reopen it, or drop what waits", () => answer("X"));
})();
