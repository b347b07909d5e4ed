// Keys wait until the page shows what the gesture before them made of it: they are meant for that.
//
//   const turns = graphwright.turns("workflows", "workflows-sheet");
//
// The element is drawn last, and a stamp in it (`drawn.stamp`) says for which address and revision.
// What is typed into a field stays there; undo and redo have an order of their own, the channel's.
// `free(event)`: what needs not wait while nothing else does.
window.graphwright = window.graphwright ?? {};
(() => {
  const PATIENCE = 30_000; // ms after which keys are heard again, whatever was not drawn

  // The browser does for a key that a person presses what it does not for one that is told again.
  function again({ key, code, ctrlKey, metaKey, shiftKey, altKey }) {
    const target = document.activeElement;
    const event = new KeyboardEvent("keydown", { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true });
    if (!target.dispatchEvent(event) || ctrlKey || metaKey || altKey) return;
    if (key.length === 1 && target.matches("input, textarea")) document.execCommand("insertText", false, key);
    else if ((key === "Enter" || key === " ") && target.matches("button, a, summary")) target.click();
  }

  function turns(name, id, free = () => false) {
    const page = () => document.querySelector(`.page[data-page="${name}"]`);
    const stamp = () => document.getElementById(id)?.querySelector("[data-at]")?.dataset;
    const held = [];
    let given_up = ""; // what was not drawn in all that time
    let timer = 0;
    const wanted = () => `${location.pathname}${location.search} ${graphwright.reached()}`;
    const settled = () => page().hidden || graphwright.isCurrent(stamp()) || given_up === wanted();

    let told = false; // a key that was held is told again now
    function release() {
      if (page().hidden) held.length = 0; // what it was meant for is seen no more
      while (held.length && (settled() || graphwright.arriving)) {
        told = true;
        try {
          held.shift()();
        } finally {
          told = false;
        }
      }
      clearTimeout(timer);
      if (held.length) timer = setTimeout(giveUp, PATIENCE);
    }
    function giveUp() {
      given_up = wanted();
      held.length = 0;
      graphwright.notify("The page was not drawn in time. What was pressed meanwhile was not done.", "bad");
    }
    const soon = () => held.length && requestAnimationFrame(release); // the focus is set by then

    function hold(act) {
      held.push(act);
      if (held.length === 1) timer = setTimeout(giveUp, PATIENCE);
      return true;
    }

    function isMeant(event) {
      const control = event.ctrlKey || event.metaKey || event.altKey;
      if (event.isComposing || graphwright.arriving || event.target.closest?.("input, textarea") || document.querySelector("dialog[open], .dragging")) return false;
      if (control) return held.length > 0 && graphwright.keys.bound(event);
      return event.key.length === 1 || ["Home", "End"].includes(event.key) || graphwright.keys.bound(event);
    }

    addEventListener("keydown", (event) => {
      if (page().hidden) held.length = 0; // what was meant for a page that was left is for no other
      if (!event.isTrusted || (!held.length && (settled() || free(event))) || !isMeant(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.repeat) hold(() => again(event)); // a key that is held down is one press
    }, true);
    document.addEventListener("drawn", ({ target }) => target.id === id && soon());
    document.addEventListener("answered", soon);
    graphwright.holds.push((act) => !told && !page().hidden && held.length > 0 && hold(act));

    const inTurn = (act) => (settled() && (told || !held.length) ? act() : hold(act));
    // What is pressed with the mouse: a second press on it comes to nothing where the first did away with it.
    function press(name, value, act) {
      inTurn(() => {
        const button = page().querySelector(`[data-${name}="${CSS.escape(value)}"]`);
        if (button) act(button);
      });
    }
    return { settled, hold, inTurn, press };
  }

  graphwright.turns = turns;
})();
