// The journal: a click takes one entry back, through the channel that every edit takes.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#history-rows button[data-revert]");
  if (button) graphwright.send({ do: "revert", revision: Number(button.dataset.revert) });
});
