// Files for the server, in pieces, with progress and a way to stop:
//
//   graphwright.upload(files)      a FileList or an array of File; resolves to whether all was read
//   graphwright.readAddress(url)   a document, page or MCP server on the web
//
// A button with `data-upload` opens the dialog, an element with `data-dropzone` takes what is dropped
// on it (and has `data-over` meanwhile); a form with `data-read-address` has a field for the address.
(() => {
  const LARGEST = 300 * 2 ** 20;
  const by = () => {
    try { return JSON.parse(localStorage.getItem("shared-curator")) ?? ""; } catch { return ""; }
  };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  let stop = null; // ends what is under way

  class Refused extends Error {}

  async function ask(method, path, body, signal) {
    const json = body !== undefined && !(body instanceof Blob);
    const answer = await fetch(path, {
      method, signal,
      body: json ? JSON.stringify(body) : body,
      headers: json ? { "Content-Type": "application/json" } : {},
    });
    if (!answer.ok) throw new Refused(answer.status === 409 ? await answer.text() : `The server answers ${answer.status}.`);
    return answer.json();
  }

  // ---- the box at the foot of the page
  const box = document.createElement("div");
  box.className = "uploading";
  box.hidden = true;
  box.setAttribute("role", "status");
  const text = document.createElement("span");
  const track = document.createElement("span");
  track.className = "bar-t";
  const bar = document.createElement("i");
  track.append(bar);
  const cancel = document.createElement("button");
  cancel.className = "btn sm";
  cancel.textContent = "Cancel";
  cancel.addEventListener("click", () => stop?.());
  box.append(text, track, cancel);

  function show(said, fraction) {
    if (!box.isConnected) document.body.append(box);
    box.hidden = false;
    text.textContent = said;
    bar.style.width = `${Math.round(100 * fraction)}%`;
  }

  // ---- one after the other: pieces, then reading
  async function send(file, name, before, all, signal) {
    const { token, piece } = await ask("POST", "/upload", { name, size: file.size }, signal);
    try {
      for (let at = 0; at < file.size; at += piece) {
        show(`Sends ${name}`, all ? (before + at) / all : 1);
        await ask("PUT", `/upload/${token}?at=${at}`, file.slice(at, at + piece), signal);
      }
      return token;
    } catch (error) {
      fetch(`/upload/${token}`, { method: "DELETE" }).catch(() => {});
      throw error;
    }
  }

  // What is read already may be done before it can be cancelled: the server says which it was.
  async function reading(signal) {
    let told = false;
    for (;;) {
      if (signal.aborted && !told) {
        told = true;
        await ask("POST", "/upload/cancel");
      }
      const state = await ask("GET", "/upload/state");
      if (state.error) throw new Refused(state.error);
      if (state.cancelled && state.done) throw new DOMException("", "AbortError");
      if (state.done) return state;
      show(state.note || "Reads …", state.fraction);
      await pause(250);
    }
  }

  async function work(does, done) {
    if (stop) {
      graphwright.notify("Something is being read already; cancel that first.", "bad");
      return false;
    }
    const leaving = new AbortController();
    stop = () => leaving.abort();
    try {
      await does(leaving.signal);
      const state = await reading(leaving.signal);
      graphwright.set("shared-revision", state.revision);
      graphwright.notify(done);
      return true;
    } catch (error) {
      if (error.name === "AbortError") graphwright.notify("Cancelled; nothing was changed.");
      else graphwright.notify(error instanceof Refused ? error.message : "The server does not answer. Nothing was changed.", "bad");
      return false;
    } finally {
      stop = null;
      box.hidden = true;
    }
  }

  const nameOf = (file) => file.webkitRelativePath || file.name;

  function upload(files) {
    const list = [...files];
    const large = list.find((file) => file.size > LARGEST);
    if (large) {
      graphwright.notify(`“${large.name}” has ${Math.round(large.size / 2 ** 20)} MB; at most 300 are read.`, "bad");
      return Promise.resolve(false);
    }
    if (!list.length) return Promise.resolve(false);
    const all = list.reduce((sum, file) => sum + file.size, 0);
    const named = list.length === 1 ? nameOf(list[0]) : `${list.length} files`;
    return work(async (signal) => {
      const tokens = [];
      let before = 0;
      for (const file of list) {
        tokens.push(await send(file, nameOf(file), before, all, signal));
        before += file.size;
      }
      signal.throwIfAborted();
      await ask("POST", "/upload/read", { tokens, by: by(), tab: graphwright.tab ?? "" });
    }, `Read ${named}.`);
  }

  const readAddress = (url) =>
    work(() => ask("POST", "/upload/read", { url, by: by(), tab: graphwright.tab ?? "" }), `Read ${url}.`);

  function choose() {
    const field = document.createElement("input");
    field.type = "file";
    field.multiple = true;
    field.addEventListener("change", () => upload(field.files));
    field.click();
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-upload]")) choose();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest?.("[data-read-address]");
    if (!form) return;
    event.preventDefault();
    const url = form.querySelector("input").value.trim();
    if (url) readAddress(url);
  });

  const zone = (event) => event.target.closest?.("[data-dropzone]");
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // else the browser would leave the page for the file
    event.dataTransfer.dropEffect = zone(event) ? "copy" : "none";
    zone(event)?.toggleAttribute("data-over", true);
  });
  document.addEventListener("dragleave", (event) => zone(event)?.toggleAttribute("data-over", false));
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const place = zone(event);
    place?.toggleAttribute("data-over", false);
    if (place) upload(event.dataTransfer.files);
  });

  Object.assign(graphwright, { upload, readAddress });
})();
