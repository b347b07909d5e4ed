// Room on the picture: the boxes of groups, and a free place for what comes to what stands already.
(() => {
  const CARD = { x: 164 / 2 + 10, y: 44 / 2 + 8 }; // half a card, and the gap around it
  const HULL = { side: 12, top: 30, bottom: 12 };
  const NEAR = 40; // px between cards of one box that others stand within
  const PITCH = { x: 188, y: 62 };

  const meet = (a, b) => a.x1 < b.x2 && a.x2 > b.x1 && a.y1 < b.y2 && a.y2 > b.y1;
  const around = (rects) => ({
    x1: Math.min(...rects.map((r) => r.x1)), x2: Math.max(...rects.map((r) => r.x2)),
    y1: Math.min(...rects.map((r) => r.y1)), y2: Math.max(...rects.map((r) => r.y2)),
  });
  const padded = (r) => ({ x1: r.x1 - HULL.side, x2: r.x2 + HULL.side, y1: r.y1 - HULL.top, y2: r.y2 + HULL.bottom });
  const card = ({ x, y }) => ({ x1: x - CARD.x, x2: x + CARD.x, y1: y - CARD.y, y2: y + CARD.y });

  // One box around the cards of a group; where others stand within it, one around each cluster, the
  // largest first.
  function boxes(own, others) {
    const whole = padded(around(own));
    if (own.length < 2 || !others.some((r) => meet(whole, r))) return [whole];
    const parts = clusters(own);
    return parts.length < 2 ? [whole] : parts.sort((a, b) => b.length - a.length).flatMap((part) => boxes(part, others));
  }

  function clusters(rects) {
    const left = new Set(rects);
    const found = [];
    for (const first of rects) {
      if (!left.delete(first)) continue;
      const part = [first];
      for (const r of part) {
        const grown = { x1: r.x1 - NEAR, x2: r.x2 + NEAR, y1: r.y1 - NEAR, y2: r.y2 + NEAR };
        for (const other of left) if (meet(grown, other)) { left.delete(other); part.push(other); }
      }
      found.push(part);
    }
    return found;
  }

  // Puts each new tool where it covers nothing: where it was put, else beside its group, else below all.
  function make(canvas, hulls, fresh) {
    const groupOf = new Map(hulls.flatMap((hull) => hull.members.map((id) => [id, hull.group])));
    const standing = canvas.cy.nodes("[name]").toArray().filter((node) => !fresh.includes(node.id()));
    const taken = standing.map((node) => ({ ...canvas.rect(node), group: groupOf.get(node.id()) }));
    for (const { group } of hulls) {
      const own = taken.filter((r) => r.group === group && !r.box);
      if (own.length) taken.push(...boxes(own, taken.filter((r) => r.group !== group && !r.box)).map((box) => ({ ...box, group, box: true })));
    }
    for (const node of fresh.map((id) => canvas.get(id))) {
      const group = groupOf.get(node.id());
      const near = (r) => group !== undefined && r.group === group;
      const mates = taken.filter((r) => near(r) && !r.box);
      const free = (at) => !taken.some((r) => (near(r) ? !r.box && meet(card(at), r) : meet(group === undefined ? card(at) : padded(card(at)), r)));
      for (const at of places(node.position(), mates, taken)) {
        if (!free(at)) continue;
        node.position(at);
        break;
      }
      taken.push({ ...canvas.rect(node), group });
    }
  }

  function* places({ x, y }, mates, taken) {
    yield { x, y };
    for (const step of [1, 2]) {
      for (const r of mates) {
        const at = { x: (r.x1 + r.x2) / 2, y: (r.y1 + r.y2) / 2 };
        for (const [across, down] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) yield { x: at.x + across * step * PITCH.x, y: at.y + down * step * PITCH.y };
      }
    }
    const all = around(taken);
    for (let row = 1; row < 40; row++) for (let left = all.x1 + CARD.x; left < all.x2; left += PITCH.x) yield { x: left, y: all.y2 + row * PITCH.y };
  }

  graphwright.room = { boxes, make };
})();
