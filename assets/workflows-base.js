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
  const edit = (what) => (id() ? graphwright.send({ do: "edit-workflow", id: id(), ...what }) : false);
  const here = (what) => (chosen() ? edit({ ...what, step: chosen() }) : false);

  function goto(changed) {
    const said = params();
    for (const [key, value] of Object.entries(changed)) value ? said.set(key, value) : said.delete(key);
    graphwright.go(location.pathname + (said.size ? `?${said}` : ""), { replace: true });
  }

  // Keys pressed while the sheet is still to ask something wait until it stands.
  let held = null;
  function ask(what, parameter = "") {
    const mine = (held = []);
    goto({ ask: what, parameter });
    setTimeout(() => held === mine && (held = null), 10000); // no answer: the keys are let go
  }
  addEventListener("keydown", (event) => {
    if (!held || !event.isTrusted || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  }, true);
  function release() {
    const keys = held ?? [];
    held = null;
    for (const { key, code, ctrlKey, metaKey, shiftKey, altKey } of keys) {
      const target = document.activeElement;
      const letter = key.length === 1 && !ctrlKey && !metaKey && target.matches("input, textarea");
      if (letter) target.setRangeText(key, target.selectionStart, target.selectionEnd, "end");
      else target.dispatchEvent(new KeyboardEvent("keydown", { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true }));
    }
  }

  const leave = () => goto({ ask: "", parameter: "" });

  function select(step, more = {}) {
    page.refocus = true;
    goto({ step, ask: "", parameter: "", ...more });
  }

  // Once what was just sent has become a revision; a refusal leaves the page as it is.
  function afterSaved(then) {
    const text = byId("shell-saved");
    const before = text.textContent;
    let under_way = before.startsWith("Saving");
    const seen = new MutationObserver(() => {
      const now = text.textContent;
      if (now.startsWith("Saving")) return (under_way = true);
      if (!under_way) return;
      seen.disconnect();
      if (now !== before) then();
    });
    seen.observe(text, { childList: true, characterData: true, subtree: true });
  }

  const page = { byId, body, sheet, stage, id, cards, params, chosen, place, edit, here, goto, ask, release, leave, select, afterSaved, refocus: false, zoom: 1 };
  graphwright.workflow = page;
})();
