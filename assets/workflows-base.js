// What the scripts of the workflow page share. Its state is its address; every change is a request
// in the command channel, and the server knows what it means.
window.graphwright = window.graphwright ?? {};
(() => {
  const byId = (id) => document.getElementById(id);
  const body = () => byId("workflows-body");
  const sheet = () => byId("workflows-sheet");
  const stage = () => body()?.querySelector(".stage");
  const id = () => body()?.querySelector("[data-workflow]")?.dataset.workflow ?? "";
  const cards = () => [...(body()?.querySelectorAll(".step[data-step]:not([data-step='$inputs'])") ?? [])];
  const params = () => new URLSearchParams(location.search);
  const chosen = () => params().get("step") ?? "";
  const place = () => cards().findIndex((card) => card.dataset.step === chosen());
  const edit = (what, then) => (id() ? graphwright.send({ do: "edit-workflow", id: id(), ...what }, { then }) : false);
  const here = (what, then) => (chosen() ? edit({ ...what, step: chosen() }, then) : false);

  function goto(changed) {
    if (!location.pathname.startsWith("/workflows/")) return; // the page was left meanwhile
    const said = params();
    for (const [key, value] of Object.entries(changed)) value ? said.set(key, value) : said.delete(key);
    graphwright.go(location.pathname + (said.size ? `?${said}` : ""), { replace: true });
  }

  // From step to step one walks by the address.
  const walks = (event) => !params().get("ask") && !graphwright.isBusy() && ["J", "K", "ArrowLeft", "ArrowRight"].includes(graphwright.keys.named(event));
  const turns = graphwright.turns("workflows", "workflows-sheet", walks);

  // The second press of a double one is meant for what was there at the first.
  document.addEventListener("click", (event) => {
    const doubled = event.detail > 1 && !turns.settled() && event.target.closest?.("#workflows-page :is(button, [data-source])");
    if (doubled && !["earlier", "later"].includes(doubled.dataset.act)) event.stopImmediatePropagation();
  }, true);

  const ask = (what, parameter = "") => goto({ ask: what, parameter });
  const leave = () => goto({ ask: "", parameter: "" });

  function select(step, more = {}) {
    page.refocus = true;
    goto({ step, ask: "", parameter: "", ...more });
  }

  const page = { byId, body, sheet, stage, id, cards, params, chosen, place, edit, here, goto, turns, ask, leave, select, refocus: false, zoom: 1 };
  graphwright.workflow = page;
})();
