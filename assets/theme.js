// Theme and inspector of this browser, set before the first paint.
(() => {
  const root = document.documentElement;
  const kept = localStorage.getItem("graphwright-theme");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = kept ?? (dark ? "dark" : "light");
  root.dataset.agThemeMode = root.dataset.theme;
  root.dataset.density = localStorage.getItem("graphwright-density") ?? "comfortable";
  root.dataset.motion = localStorage.getItem("graphwright-motion") ?? "system";
  root.dataset.inspector = localStorage.getItem("graphwright-inspector") ?? "on";
})();
