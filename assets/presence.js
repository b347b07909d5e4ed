// Who else is here, and what they did: asked for every few seconds while the page is seen.
(() => {
  const EVERY = 3000; // ms
  const tab = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2); // no TLS, no UUID
  let seen = -1; // the last revision of which others' edits were told

  const by = () => {
    try { return JSON.parse(localStorage.getItem("shared-curator")) ?? ""; } catch { return ""; }
  };
  const named = (name) => name || "Someone";
  const initials = (name) => (name ? name.trim().split(/\s+/).map((word) => [...word][0]).slice(0, 2).join("").toUpperCase() : "?");

  function person({ by: name, path }) {
    const chip = document.createElement("span");
    chip.className = "person";
    chip.textContent = initials(name);
    chip.title = `${named(name)} is at ${path}`;
    return chip;
  }

  function draw(others) {
    const place = document.getElementById("shell-people");
    const key = JSON.stringify(others);
    if (!place || place.dataset.shown === key) return;
    place.dataset.shown = key;
    const more = others.length - 4;
    place.replaceChildren(...others.slice(0, 4).map(person));
    if (more > 0) place.append(Object.assign(document.createElement("span"), { className: "small muted", textContent: `+${more}` }));
    place.setAttribute("aria-label", others.length ? `Also here: ${others.map((one) => named(one.by)).join(", ")}` : "");
  }

  function tell(edits) {
    const news = edits.filter((edit) => edit.revision > seen);
    if (!news.length) return;
    const people = [...new Set(news.map((edit) => named(edit.by)))];
    const last = news.at(-1);
    graphwright.news(news.length === 1 ? `${people[0]}: ${last.text}.` : `${people.join(", ")}: ${news.length} edits, the last one: ${last.text}.`);
  }

  async function ask() {
    if (document.visibilityState === "visible") {
      try {
        const answer = await fetch("/presence", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ tab, by: by(), path: location.pathname, seen: Math.max(seen, 0) }),
        });
        if (answer.ok) {
          const { revision, others, edits } = await answer.json();
          draw(others);
          if (seen >= 0) tell(edits);
          seen = revision;
        }
      } catch { /* the poll of the frame tells that the server is gone */ }
    }
    setTimeout(ask, EVERY);
  }

  addEventListener("pagehide", () => {
    const gone = new Blob([JSON.stringify({ tab, gone: true })], { type: "application/json" });
    navigator.sendBeacon("/presence", gone);
  });

  // once the page stands: only then can a store be set
  document.addEventListener("drawn", function begin() {
    document.removeEventListener("drawn", begin);
    graphwright.set("shared-tab", tab);
    graphwright.tab = tab;
    ask();
  });
})();
