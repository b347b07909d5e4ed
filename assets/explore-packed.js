// Elements again from the columns of dashboard/graphwright_dashboard/views/packed.py.
(() => {
  const KINDS = ["requires", "precedes", "complementary", "similar_to", "conflicts_with", "belongs_to"];
  const STRENGTHS = ["high", "mid", "low"];
  const FIRST = 48;

  function places(steps) {
    let at = 0;
    return steps.map((step) => (at += step));
  }

  function cardsOf({ names, methods, method, x, y, all, more }) {
    const [across, down] = [places(x), places(y)];
    return names.map((name, at) => ({
      data: { id: `t:${name}`, kind: "tool", name, method: methods[Number(method[at])], ...all, ...more[at] },
      position: { x: across[at], y: down[at] },
    }));
  }

  function linesOf({ leave, to, look, all, more }, names) {
    const ends = places(to);
    const starts = leave.flatMap((times, at) => Array(times).fill(at));
    return starts.map((start, at) => {
      const [source, target] = [names[start], names[ends[at]]];
      const number = look.charCodeAt(at) - FIRST;
      const relation = KINDS[Math.floor(number / 12)];
      const id = number % 2 ? `r:${target}\n${source}` : `r:${source}\n${target}`;
      const open = Math.floor(number / 2) % 2 ? { warn: 1 } : {};
      return {
        data: {
          id, source: `t:${source}`, target: `t:${target}`, from_tool: source, to_tool: target, relation,
          strength: STRENGTHS[Math.floor(number / 4) % 3], words: relation,
          spoken: `${source.slice(0, 80)} ${relation} ${target.slice(0, 80)}`, ...open, ...all, ...more[at],
        },
      };
    });
  }

  const hullsOf = (hulls, names) => hulls.map(({ span: [first, many], ...hull }) => ({ ...hull, members: names.slice(first, first + many).map((name) => `t:${name}`) }));

  // The scene with its elements and hulls, whether they came packed or as they are.
  function unpacked({ packed, ...scene }) {
    if (!packed) return scene;
    const { names } = packed.cards;
    return { ...scene, elements: [...cardsOf(packed.cards), ...linesOf(packed.lines, names)], hulls: hullsOf(packed.hulls, names) };
  }

  graphwright.unpacked = unpacked;
})();
