// The release: which formats go out, the button that sends them, and a release that comes back.
(() => {
  const FORMS = "release-chosen";
  let chosen = []; // as it was pressed last, which may not be drawn yet

  document.addEventListener("click", (event) => {
    const chip = event.target.closest?.("#release-forms [data-form]");
    if (chip) {
      const names = new Set(chosen);
      names.delete(chip.dataset.form) || names.add(chip.dataset.form);
      chosen = [...names];
      graphwright.set(FORMS, chosen);
    }
    const back = event.target.closest?.("#release-past [data-rollback]");
    if (back) graphwright.send({ do: "roll-back", release: Number(back.dataset.rollback) });
  });

  graphwright.keys.add("release", "Enter", "Publish, when nothing keeps it back", () => {
    if (document.activeElement?.closest("a, button")) return false;
    document.getElementById("release-publish").click();
  });
  graphwright.keys.add("release", "C", "Run all checks", () => document.getElementById("release-run").click());

  window.dash_clientside = Object.assign(window.dash_clientside ?? {}, {
    release: {
      chosen(names) {
        chosen = names ?? [];
      },
      publishing(blockers, reason, busy, releases) {
        const known = Number.isInteger(blockers) && Number.isInteger(releases);
        const kept = !known || (blockers > 0 && !(reason ?? "").trim());
        const label = blockers > 0 ? `Publish: ${blockers} ${blockers === 1 ? "blocker" : "blockers"}` : "Publish";
        return [kept || Boolean(busy), label, blockers === 0];
      },
    },
  });
})();
