// One edit of many tools or relations: the bar that stands where several are chosen.
(() => {
  const { make } = graphwright;
  const EDITS = { tag: "Add a tag", untag: "Remove a tag", group: "Move to a group", effect: "Mark the effects", suffix: "Append to the description", when: "Say when to use" };
  const EFFECTS = ["read-only", "writes", "may destroy", "destroys nothing", "idempotent"];

  const button = (text, look, run) => {
    const made = make("button", `btn sm ${look}`, text);
    made.addEventListener("click", run);
    return made;
  };

  // Rows of the table, or {name} of each tool that was boxed in on the canvas.
  function show(host, rows, kind) {
    if (!host) return;
    const bar = kind === "tools" ? tools(rows) : relations(rows);
    host.replaceChildren(...(rows.length ? [make("span", "strong", `${rows.length} selected`), ...bar] : kind === "tools" && host.id === "explore-batch" ? every() : []));
  }

  function tools(rows) {
    return editor(() => ({ tools: rows.map((row) => row.name) }), rows.length);
  }

  // With nothing selected the same edits reach every tool that the filters let through.
  function every() {
    const open = button("Edit all that are shown…", "ghost", () => open.replaceWith(...editor(() => graphwright.table.filters(), null)));
    return [open];
  }

  function editor(which) {
    const edit = make("select", "chip");
    edit.setAttribute("aria-label", "Edit");
    for (const [value, text] of Object.entries(EDITS)) edit.append(Object.assign(make("option", "", text), { value }));
    const value = make("input", "field small");
    value.setAttribute("aria-label", "Value");
    const effect = make("select", "chip");
    effect.setAttribute("aria-label", "Effect");
    effect.hidden = true;
    for (const text of EFFECTS) effect.append(Object.assign(make("option", "", text), { value: text }));
    edit.addEventListener("change", () => {
      effect.hidden = edit.value !== "effect";
      value.hidden = edit.value === "effect";
    });
    const apply = () => graphwright.send({ do: "edit-tools", ...which(), edit: edit.value, value: edit.value === "effect" ? effect.value : value.value });
    value.addEventListener("keydown", (event) => event.key === "Enter" && apply());
    return [edit, value, effect, button("Apply", "primary", apply)];
  }

  function relations(rows) {
    const named = rows.map((row) => [row.source, row.target, row.relation]);
    const decide = (decision) => () => graphwright.send({ do: "decide-relations", relations: named, decision });
    return [button("Accept all", "primary", decide("accept")), button("Reject all", "", decide("reject")), button("Reopen all", "ghost", decide("unreview"))];
  }

  graphwright.batch = { show };
})();
