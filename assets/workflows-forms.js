// The sheet beside the picture and the text: sources, the tree of values, what a removal breaks.
(() => {
  const page = graphwright.workflow;
  const { body, sheet, edit, here, goto, leave } = page;

  const inputFor = (parameter) => `$inputs.${parameter.split(/[.[]/).filter(Boolean).pop()?.replace("]", "") || "value"}`;

  // ---- where a value comes from: from a list, or from the tree of all values
  function take(parameter, source, beside) {
    if (source === "~constant") return constant(parameter, beside);
    page.refocus = true;
    if (source === "~unbind") here({ edit: "unbind", parameter });
    else here({ edit: "bind", parameter, source: source === "~input" ? inputFor(parameter) : source });
    if (page.params().get("ask")) leave();
  }

  function constant(parameter, beside) {
    if (beside.nextElementSibling?.matches("input.field")) return beside.nextElementSibling.focus();
    const box = document.createElement("input");
    box.className = "field mono";
    box.value = beside.dataset.constant ?? "";
    box.setAttribute("aria-label", `Constant for ${parameter}`);
    box.placeholder = "Value, then Enter";
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") {
        box.remove();
        beside.focus();
      }
      if (event.key !== "Enter" || event.isComposing) return;
      page.refocus = true;
      here({ edit: "constant", parameter, value: box.value });
      box.remove();
      if (page.params().get("ask")) leave();
    });
    beside.after(box);
    box.focus();
  }

  page.pick = (parameter) => page.ask("pick", parameter);
  page.pickFirst = () => {
    const forms = [...sheet().querySelectorAll("select[data-parameter]")];
    const first = forms.find((one) => one.classList.contains("bad")) ?? forms[0];
    return first ? page.pick(first.dataset.parameter) : false;
  };

  document.addEventListener("keydown", (event) => {
    const field = event.target.closest?.("#workflows-sheet select[data-parameter]");
    if (field && ["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key)) {
      event.preventDefault();
      page.pick(field.dataset.parameter);
    }
    const line = event.target.closest?.("#workflows-sheet .vtree [data-source]");
    if (line) treeKey(event, line);
  });

  function treeKey(event, line) {
    const tree = line.closest(".vtree");
    const lines = [...tree.querySelectorAll("[data-source]")];
    const at = lines.indexOf(line);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      lines[Math.min(Math.max(to, 0), lines.length - 1)].focus();
    } else if (event.key === "Enter") {
      event.preventDefault();
      take(tree.dataset.parameter, line.dataset.source, line);
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const letter = event.key.toLowerCase();
      const next = [...lines.slice(at + 1), ...lines].find((one) => one.textContent.trim().toLowerCase().startsWith(letter));
      next?.focus();
    }
  }

  // What is asked has the focus; when it is answered, the step has it again.
  document.addEventListener("drawn", ({ target }) => {
    if (target.id !== "workflows-sheet") return;
    if (!page.params().get("ask")) return; // it was left before it stood
    const tree = target.querySelector(".vtree");
    if (tree && !tree.contains(document.activeElement)) (tree.querySelector(".on") ?? tree.querySelector("[data-source]"))?.focus();
    if (target.querySelector(".removal") && !target.contains(document.activeElement)) target.querySelector("[data-act='confirm-delete']").focus();
  });

  // ---- removal
  page.remove = () => {
    const card = page.cards()[page.place()];
    if (!card) return false;
    if (page.params().get("ask") === "delete") return sheet().querySelector(".removal") && confirm();
    if (Number(card.dataset.readers)) return page.ask("delete");
    gone([]);
  };
  const confirm = (page.confirm = () => {
    const selects = [...sheet().querySelectorAll(".removal select")].filter((one) => one.value);
    gone(selects.map((one) => ({ step: one.dataset.reader, name: one.dataset.name, source: one.value })));
  });
  function gone(rewire) {
    const list = page.cards();
    const near = list[page.place() + 1] ?? list[page.place() - 1];
    here({ edit: "remove", rewire }, () => page.select(near?.dataset.step ?? ""));
  }

  // ---- fields: goal, reason, names, inputs of a dry run
  const fields = {
    goal: (field) => edit({ edit: "goal", goal: field.value }),
    reason: (field) => here({ edit: "explain", reason: field.value }),
    id: (field) => here({ edit: "rename", to: field.value }, () => goto({ step: field.value.trim() })),
    input: (field) => edit({ edit: "rename-input", name: field.dataset.name, to: field.value }),
  };

  document.addEventListener("change", ({ target }) => {
    if (!target.closest?.(".page[data-page='workflows']")) return;
    if (target.matches("#workflows-sheet select[data-parameter]")) return target.value && take(target.dataset.parameter, target.value, target);
    if (target.dataset.field) return fields[target.dataset.field](target);
    if (target.dataset.input !== undefined) goto({ given: given() });
  });

  function given() {
    const values = {};
    for (const field of body().querySelectorAll("[data-input]")) {
      if (!field.value) continue;
      values[field.dataset.input] = field.value;
      if (field.dataset.type === "string") continue;
      try {
        values[field.dataset.input] = JSON.parse(field.value);
      } catch {
        // it stays the text that was typed
      }
    }
    return Object.keys(values).length ? JSON.stringify(values) : "";
  }

  // ---- the text: what is typed shows in the picture, and is kept on demand
  let typing = 0;
  document.addEventListener("input", ({ target }) => {
    const text = target.closest?.("#workflows-body .text");
    if (!text) return;
    draft = { id: page.id(), revision: Number(text.dataset.revision), text: target.value };
    clearTimeout(typing);
    typing = setTimeout(showDraft, 250);
  });
  const showDraft = () => dash_clientside.set_props("workflows-draft", { data: { ...draft } });

  page.keepText = () => {
    const box = body().querySelector(".text textarea");
    if (!box) return false;
    const kept = box.value;
    edit({ edit: "text", text: kept }, () => draft?.text === kept && (draft = null));
  };

  page.discardText = () => {
    const box = body().querySelector(".text textarea");
    draft = null;
    box.value = box.defaultValue;
    dash_clientside.set_props("workflows-draft", { data: null });
  };

  // What was typed and not kept stays over other views and other people's edits.
  let draft = null;
  document.addEventListener("drawn", ({ target }) => {
    const text = target.id === "workflows-body" && target.querySelector(".text");
    if (!text) return;
    const box = text.querySelector("textarea");
    if (draft?.id !== page.id()) return (box.value = box.defaultValue);
    const revision = Number(text.dataset.revision);
    if (box.value === draft.text && revision === draft.revision) return;
    if (revision !== draft.revision) graphwright.notify("The workflow was changed meanwhile. Your text is still here; keeping it puts it in its place.");
    box.value = draft.text;
    draft.revision = revision;
    showDraft();
  });

  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.(".page[data-page='workflows']")) return;
    const line = target.closest("#workflows-sheet .vtree [data-source]");
    if (line) return take(line.closest(".vtree").dataset.parameter, line.dataset.source, line);
    const button = target.closest("button");
    const { pick, wait, give, name, gone: input, unoutput } = button?.dataset ?? {};
    if (pick !== undefined) page.pick(pick);
    if (input !== undefined) edit({ edit: "remove-input", name: input });
    if (unoutput !== undefined) edit({ edit: "remove-output", name: unoutput });
    if (give !== undefined) edit(button.ariaPressed === "true" ? { edit: "remove-output", name } : { edit: "output", name, source: give });
    if (wait !== undefined) {
      const waits = [...sheet().querySelectorAll("[data-wait]")].filter((one) => (one.ariaPressed === "true") !== (one === button));
      here({ edit: "wait", after: waits.map((one) => one.dataset.wait) });
    }
  });
})();
