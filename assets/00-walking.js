// Ways of the keyboard over a canvas: the reading order of nodes, and the next one in a direction.
window.graphwright = window.graphwright ?? {};
(() => {
  // Rows from the top, each from the left.
  function order(nodes) {
    const row = (node) => Math.round(node.position("y") / 32);
    return nodes.toArray().sort((a, b) => row(a) - row(b) || a.position("x") - b.position("x"));
  }

  // The nearest in a direction, along a line where there is one.
  function next(cy, focused, dx, dy) {
    const from = focused.position();
    const reach = (node) => {
      const x = node.position("x") - from.x;
      const y = node.position("y") - from.y;
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      return along > 4 && aside < along * 2.5 ? along + aside * 2 : Infinity;
    };
    const nearest = (nodes) => nodes.toArray().map((node) => [reach(node), node]).filter(([far]) => far < Infinity).sort((a, b) => a[0] - b[0])[0]?.[1];
    return nearest(focused.neighborhood("node[name]")) ?? nearest(cy.nodes("[name]"));
  }

  graphwright.walking = { order, next };
})();
