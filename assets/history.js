// The journal: its filters and its comparison are the address; an entry is taken back through the
// channel that every edit takes.
(() => {
  const PAGE = "#history-page";

  // null takes a name out of the address
  function ask(said) {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(said)) {
      value === null || value === "" ? query.delete(name) : query.set(name, value);
    }
    graphwright.go(`/history${query.size ? `?${query}` : ""}`, { replace: true });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(`${PAGE} button`);
    if (button?.dataset.revert) graphwright.send({ do: "revert", revision: Number(button.dataset.revert) });
    else if (button?.dataset.compare) ask({ from: button.dataset.compare, to: null });
    else if (button?.dataset.end !== undefined) ask({ from: null, to: null });
  });

  document.addEventListener("change", (event) => {
    const field = event.target.closest?.(`${PAGE} [data-filter]`);
    if (field) ask({ [field.dataset.filter]: event.target.value.trim() });
  });

  let typed = 0;
  let latest = "";
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.closest?.(`${PAGE} [data-filter=q]`)) return;
    latest = field.value;
    clearTimeout(typed);
    typed = setTimeout(() => ask({ q: field.value.trim() }), 200);
  });
  // an answer to what was typed before never takes back what was typed since
  document.addEventListener("drawn", (event) => {
    const field = event.target.querySelector?.(`${PAGE} [data-filter=q] input`);
    if (field && field === document.activeElement) field.value = latest;
  });
})();
