// What a card says of itself, from its name: `getOrder` is "Get order", on at most two lines.
// The words are those of dashboard/graphwright_dashboard/views/names.py.
window.graphwright = window.graphwright ?? {};
(() => {
  const LINE = 12.4; // widths of "n" that a line beside the method chip holds, in a wide font
  const LONGEST = 200; // characters that are looked at
  const BREAKS = /[\s_\-./:]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/u;
  const TURNS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
  const CONTROLS = /\p{Cc}+/gu;
  const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
  const EMPTY = "(empty name)";

  // Without what turns a line round or hides in it.
  const bare = (name) => name.replace(TURNS, "").replace(CONTROLS, " ");
  const plain = (name) => (bare(name).trim() ? bare(name) : EMPTY);
  const firstOf = (name) => bare(name.slice(0, LONGEST));

  function humanised(name) {
    const found = firstOf(name).split(BREAKS).filter(Boolean);
    const spoken = found.map((word) => (word.length > 1 && isUpper(word) ? word : word.toLowerCase()));
    const text = spoken.join(" ") || firstOf(name).split(/\s+/u).filter(Boolean).join(" ");
    return text ? text.slice(0, 1).toUpperCase() + text.slice(1) : EMPTY;
  }

  const isUpper = (word) => word === word.toUpperCase() && word !== word.toLowerCase();

  const widthOf = (char) => ("iljtfr .,'|()1".includes(char) ? 0.55 : "mw".includes(char) || isUpper(char) ? 1.3 : WIDE.test(char) ? 1.7 : 1);
  const width = (text) => [...text].reduce((sum, char) => sum + widthOf(char), 0);

  // As many words as a line holds, at least a part of one, and those that are left.
  function fill(parts, { room = LINE, backwards = false } = {}) {
    let taken = 0;
    while (taken < parts.length && width(parts.slice(0, taken + 1).join(" ")) <= room) taken += 1;
    if (!taken && parts.length) {
      const part = cut(parts[0], room, backwards);
      return [part, part === parts[0] ? [] : parts.slice(1)];
    }
    const line = parts.slice(0, taken);
    return [(backwards ? line.reverse() : line).join(" "), parts.slice(taken)];
  }

  function cut(word, room, backwards) {
    const letters = [...word];
    let size = letters.length;
    while (size > 1 && width(letters.slice(0, size).join("")) > room - 1) size -= 1;
    return backwards ? letters.slice(-size).join("") : `${letters.slice(0, size).join("")}…`;
  }

  // A long one keeps its beginning and its end.
  function twoLines(text) {
    const [first, rest] = fill(text.split(" "));
    const [second, left] = fill(rest);
    if (!left.length) return [first, second].filter(Boolean).join("\n");
    return `${first}\n…${fill([...rest].reverse(), { room: LINE - 1, backwards: true })[0]}`;
  }

  // Gives a card of the graph what it shows and what is said of it; `title` where two would be alike.
  function dress(data) {
    const title = data.title_ ?? humanised(data.name);
    data.label ??= twoLines(title);
    data.spoken ??= `${title.slice(0, 80)}, ${data.method || "tool"}`;
    return data;
  }

  graphwright.names = { plain, humanised, twoLines, dress };
})();
