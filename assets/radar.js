// The drawer above the strip: what a count stands for, the edit that broke it, and what to do.
(() => {
  const SHOW = "radar-show";
  let open = "";
  const show = (what) => graphwright.set(SHOW, (open = what));

  document.addEventListener("click", (event) => {
    const inside = event.target.closest?.(".radar");
    if (!inside) return open && show("");
    const count = event.target.closest("button[data-show]");
    if (count) return show(open === count.dataset.show ? "" : count.dataset.show);
    if (event.target.closest("[data-close], a[href]")) return show("");
    const revert = event.target.closest("button[data-revert]");
    if (revert) return graphwright.send({ do: "revert", revision: Number(revert.dataset.revert) });
    const accept = event.target.closest("button[data-accept]");
    if (accept) accepted(accept);
  });

  function accepted(button) {
    const field = button.closest("li").querySelector("input");
    const reason = field.value.trim();
    if (!reason) {
      field.focus();
      return graphwright.notify("Say why it is intended: the reason stays with the query.");
    }
    graphwright.send({ do: "accept-broken", query: button.dataset.accept, reason });
  }

  // The drawer lies over the page: Escape closes it before anything below, wherever the focus is.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("[role=menu], [role=dialog], [aria-expanded=true]")) return; // that lies over the drawer
    event.preventDefault();
    event.stopImmediatePropagation();
    show("");
  }, true);

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.(".drawer input")) return;
    accepted(event.target.closest("li").querySelector("button[data-accept]"));
  });

  window.dash_clientside = Object.assign(window.dash_clientside ?? {}, {
    radar: {
      opened(what) {
        open = what ?? "";
        return dash_clientside.no_update;
      },
    },
  });
})();
