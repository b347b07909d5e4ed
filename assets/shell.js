// The frame: pages by path, the command channel, the notice, the theme, other tabs' edits.
(() => {
  const set = (id, data) => dash_clientside.set_props(id, { data });
  const byId = (id) => document.getElementById(id);

  // ---- the channel: commands go one at a time, in the order of the gestures
  const waiting = [];
  let busy = false;
  let known = -1; // the revision that this tab has shown
  let reached = -1; // the revision that is to be shown
  let answers = true; // the server was there when last asked

  let last = null; // what was sent last: it may be meant all the same
  let done = null; // what follows it, unless it is refused

  let refused = false; // the last answer was a refusal

  function pump() {
    if (busy || known < 0 || waiting.length === 0) return;
    busy = true;
    refused = false;
    ({ command: last, then: done } = waiting.shift());
    set("shared-command", last);
  }

  const isBusy = () => busy || waiting.length > 0;
  // Whether what was drawn for an address and a revision shows all that was done since.
  const isCurrent = (stamp) => !isBusy() && stamp?.at === location.pathname + location.search && Number(stamp.revision) >= reached;

  // `next` is the address at which the page is drawn once the command is done, or refused;
  // `then` is called once it is done, and not when it is refused.
  function send(command, { next = "", then = null } = {}) {
    if (!answers) return notify("The server does not answer. Nothing was changed.", "bad");
    if (next) history.replaceState(null, "", next);
    waiting.push({ command, then });
    pump();
  }

  function notify(text, tone = "") {
    set("shared-notice", { text, tone, undo: false });
  }

  // ---- pages
  function go(path, { replace = false } = {}) {
    if (path !== location.pathname + location.search) {
      history[replace ? "replaceState" : "pushState"](null, "", path);
    }
    if (known >= 0) set("shared-page", path); // before the page stands, its start sees to it
  }

  // Puts the focus into a field as soon as its page is seen; letters typed meanwhile are for it.
  const PATIENCE = 10_000; // ms

  function arrive(id) {
    const field = id && byId(id);
    if (!field) return;
    let typed = "";
    const hold = (event) => {
      const letter = event.key === "Enter" ? "\n" : event.key;
      if (event.ctrlKey || event.metaKey || event.altKey || letter.length > 1 || typed.endsWith("\n")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      typed += letter;
    };
    const until = Date.now() + PATIENCE;
    graphwright.arriving = true; // no key is for the page
    const look = () => {
      if (!field.offsetParent && Date.now() < until) return requestAnimationFrame(look);
      removeEventListener("keydown", hold, true);
      graphwright.arriving = false;
      field.focus();
      field.select();
      const text = typed.replace("\n", "");
      if (text) document.execCommand("insertText", false, text); // at once, as typed: whoever listens to the field hears it
      if (typed.endsWith("\n")) field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    };
    addEventListener("keydown", hold, true);
    requestAnimationFrame(look);
  }

  addEventListener("popstate", () => go(location.pathname + location.search));

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='/']");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.hasAttribute("download") || link.target) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });

  const within = (path, page) => path === page || (page !== "/" && path.startsWith(`${page}/`));

  function markRail(path) {
    let title = "Graphwright";
    for (const link of document.querySelectorAll(".rail a")) {
      const section = link.getAttribute("href").match(/^\/[a-z]*/)[0];
      const here = within(path, section);
      here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
      if (here) title = `${link.dataset.title} · Graphwright`;
    }
    document.title = title;
  }

  const drawn = {}; // page name → the revision that it was last told to draw
  const addresses = {}; // page name → the address that it was last told

  // Dash calls `show_page` once its page stands: only then can a store be set.
  function start() {
    set("shared-theme", document.documentElement.dataset.theme);
    set("shared-page", location.pathname + location.search);
    pump();
    poll();
  }

  function show_page(_, revision) {
    if (known < 0) setTimeout(start);
    const page = location.pathname + location.search;
    known = revision;
    reached = Math.max(reached, revision);
    const path = page.split("?")[0];
    const pages = [...document.querySelectorAll(".page[data-page]")];
    const fits = pages.filter((p) => within(path, p.dataset.path));
    const current = fits.sort((a, b) => b.dataset.path.length - a.dataset.path.length)[0];
    markRail(path);
    const NONE = dash_clientside.no_update;
    const stale = (p) => p === current && drawn[p.dataset.page] !== revision;
    const shown = pages.map((p) => (stale(p) ? revision : NONE));
    const moved = current && addresses[current.dataset.page] !== page;
    if (current) {
      drawn[current.dataset.page] = revision;
      addresses[current.dataset.page] = page;
    }
    return [
      current !== undefined,
      ...pages.map((p) => p !== current),
      ...shown,
      ...pages.map((p) => (p === current && moved ? page : NONE)),
    ];
  }

  // An address that came with a command which was refused is drawn all the same.
  function follow() {
    if (!refused) done?.();
    document.dispatchEvent(new CustomEvent("answered", { detail: { refused } }));
    const path = location.pathname + location.search;
    if (waiting.length === 0 && !Object.values(addresses).includes(path)) set("shared-page", path);
  }

  // ---- the notice
  const SECONDS = { conflict: 60, bad: 12, undo: 12, other: 5 };
  let fade = 0;
  let offers = false; // the notice has something to press, or is a refusal

  function notice(said) {
    const toast = byId("shell-toast");
    toast.dataset.tone = said?.tone ?? "";
    refused = said?.tone === "bad";
    toast.toggleAttribute("data-idle", !said?.text);
    byId("shell-toast-undo").hidden = !said?.undo;
    for (const id of ["shell-toast-show", "shell-toast-anyway"]) byId(id).hidden = !said?.conflict;
    const kind = said?.conflict ? "conflict" : refused ? "bad" : said?.undo ? "undo" : "other";
    offers = kind !== "other";
    stay(SECONDS[kind]);
    byId("shell-status").title = said?.text ?? "";
    return said?.text ?? "";
  }

  // Only seconds count in which it could be read: not those of a page that is at work.
  function stay(seconds) {
    const toast = byId("shell-toast");
    clearTimeout(fade);
    fade = setTimeout(() => {
      if (toast.matches(":hover, :focus-within")) stay(Math.max(seconds, 2));
      else if (busy || seconds > 1) stay(seconds - !busy);
      else toast.toggleAttribute("data-idle", true);
    }, 1000);
  }

  // What others did takes nobody's Undo away: it is told once the notice has gone.
  function news(text) {
    if (offers && !byId("shell-toast").hasAttribute("data-idle")) setTimeout(() => news(text), 1000);
    else notify(text);
  }

  // ---- other tabs' edits, and whether the server is there
  async function poll() {
    if (document.visibilityState === "visible" && known >= 0) {
      const before = busy ? NaN : known; // what this tab does meanwhile makes the answer an old one
      try {
        const answer = await fetch("/revision");
        if (answer.status === 401) return location.reload(); // the session has ended
        const revision = Number(await answer.text());
        back(answer.ok);
        if (answer.ok && !busy && before === known && revision !== known) set("shared-revision", revision);
      } catch {
        back(false);
      }
    }
    setTimeout(poll, 2500);
  }

  function back(now) {
    if (answers && !now) notify("The server does not answer. What was saved is safe; edits wait until it is back.", "bad");
    if (!answers && now) notify("The server is back.");
    answers = now;
  }

  // ---- theme and inspector
  function theme(name) {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.agThemeMode = name;
    localStorage.setItem("graphwright-theme", name);
    set("shared-theme", name);
  }

  function toggleInspector(on) {
    const root = document.documentElement;
    root.dataset.inspector = on ?? root.dataset.inspector === "off" ? "on" : "off";
    localStorage.setItem("graphwright-inspector", root.dataset.inspector);
    dispatchEvent(new Event("resize"));
  }

  // Undo and redo are of the press before them, which a page may still hold back.
  const inTurn = (act) => graphwright.holds.some((hold) => hold(act)) || act();
  const undo = () => inTurn(() => send({ do: "undo" }));
  const redo = () => inTurn(() => send({ do: "redo" }));

  const actions = {
    "shell-skip": () => document.querySelector(".page:not([hidden]) :is(h1, [tabindex], button, input, a)")?.focus(),
    "shell-undo": undo,
    "shell-redo": redo,
    "shell-toast-undo": () => ((byId("shell-toast-undo").hidden = true), undo()), // once: it is of one edit
    "shell-toast-anyway": () => send({ ...last, anyway: true }),
    "shell-toast-close": () => byId("shell-toast").toggleAttribute("data-idle", true),
    "shell-help": () => graphwright.keys.help(),
    "shell-theme": () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  };
  document.addEventListener("click", (event) => actions[event.target.closest?.("button")?.id]?.());

  const keys = graphwright.keys;
  keys.add("global", "Ctrl+Z", "Undo", undo);
  keys.add("global", "Ctrl+Shift+Z", "Redo", redo);
  keys.add("global", "Ctrl+Y", "Redo", redo);
  keys.add("global", "[", "Show or hide the list at the left", () => {
    const root = document.documentElement;
    root.dataset.list = root.dataset.list === "off" ? "on" : "off";
    dispatchEvent(new Event("resize"));
  });
  keys.add("global", "]", "Show or hide the inspector", () => toggleInspector());
  const pages = { o: ["/", "Overview"], e: ["/explore", "Explore"], r: ["/review/relations", "Review"], s: ["/lab", "Search Lab"], w: ["/workflows", "Workflows"], l: ["/release", "Release"], ",": ["/settings", "Settings"] };
  const focused = { "/lab": "lab-query" }; // what a page that is reached by a key begins with
  for (const [key, [path, title]] of Object.entries(pages)) keys.add("global", `g ${key}`, `Go to ${title}`, () => (go(path), arrive(focused[path])), { group: "Pages" });
  keys.add("global", "Z", "Go to History", () => go("/history"), { group: "Pages" });

  window.dash_clientside = Object.assign(window.dash_clientside ?? {}, {
    shell: {
      show_page,
      notice,
      // Dash says when a command is under way and when its answer has been taken in
      released(now, revision) {
        if (!now) setTimeout(() => { busy = false; reached = revision; follow(); pump(); });
      },
      saved(revision, now) {
        return now ? "Saving…" : revision ? `Saved · rev ${revision}` : "Nothing to save";
      },
      gate(state) {
        if (!state) return ["No gate yet", "chip"];
        if (state.blockers === 0) return ["Gate: open", "chip ok"];
        return [`Gate: ${state.blockers} ${state.blockers === 1 ? "blocker" : "blockers"}`, "chip bad"];
      },
      waits(counts) {
        for (const link of document.querySelectorAll(".rail a[data-counts]:not([data-counts=''])")) {
          const n = counts?.[link.dataset.counts] ?? 0;
          link.querySelector(".waits").hidden = n === 0;
          link.title = n ? `${link.dataset.title} (${n} waiting)` : link.dataset.title;
        }
      },
    },
  });

  Object.assign(graphwright, {
    send, go, notify, news, theme, toggleInspector, isCurrent, isBusy,
    reached: () => reached,
    select: (what) => what?.kind === "domain" || set("shared-selection", what), // a domain holds groups and says nothing of itself
    set,
  });

})();
