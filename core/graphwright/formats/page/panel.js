// Search, filter and details of the page. Names reach it as data and leave it as text alone.
(() => {
  const data = JSON.parse(document.getElementById("gw-data").textContent);
  const part = (id) => document.getElementById("gw-" + id);
  const HITS = 50;

  const element = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };
  const button = (text, act) => {
    const made = element("button", text);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };
  const item = (...children) => {
    const made = document.createElement("li");
    made.append(...children);
    return made;
  };

  function show(id) {
    const node = data.nodes[id];
    network.selectNodes([id]);
    network.focus(id, { scale: 1, animation: false });
    part("tool").hidden = false;
    part("name").textContent = node.name;
    part("place").textContent = node.place;
    part("description").textContent = node.description;
    const told = data.edges.filter((edge) => edge.from === id || edge.to === id);
    part("relations").replaceChildren(...told.map((edge) => relation(edge, id)));
  }

  function relation(edge, id) {
    const out = edge.from === id;
    const other = out ? edge.to : edge.from;
    const kind = data.kinds[edge.kind].label;
    const text = (out ? "→ " + kind + " " : "← " + kind + " by ") + data.nodes[other].name;
    return item(button(text, () => show(other)), element("small", edge.why));
  }

  function search() {
    const words = part("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = data.nodes
      .map((node, id) => [node, id])
      .filter(([node]) => words.length && words.every((word) => node.text.includes(word)));
    const lines = found.slice(0, HITS).map(([node, id]) => item(button(node.name, () => show(id))));
    const more = found.length - HITS;
    if (words.length && !found.length) lines.push(element("li", "No tool has these words."));
    if (more > 0) lines.push(element("li", more + " more"));
    part("hits").replaceChildren(...lines);
  }

  function filter() {
    const shown = new Set([...part("kinds").querySelectorAll("input:checked")].map((box) => box.value));
    edges.update(data.edges.map((edge, id) => ({ id, hidden: !shown.has(edge.kind) })));
  }

  function sample(kind) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("width", "28");
    svg.setAttribute("height", "8");
    const line = document.createElementNS(space, "line");
    const look = { x1: 0, y1: 4, x2: 28, y2: 4, stroke: kind.color, "stroke-width": 2,
                   "stroke-dasharray": kind.dashes.join(" ") };
    for (const [name, value] of Object.entries(look)) line.setAttribute(name, value);
    svg.append(line);
    return svg;
  }

  function legend([name, kind]) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.value = name;
    box.checked = kind.shown;
    box.addEventListener("change", filter);
    label.append(box, sample(kind), element("span", kind.label + " (" + kind.count + ")"));
    return label;
  }

  function workflow(flow) {
    const tools = flow.steps.map((step) => step.node).filter((id) => id !== null);
    const head = button(flow.name, () => {
      network.selectNodes(tools);
      if (tools.length) network.fit({ nodes: tools, animation: false });
    });
    const steps = flow.steps.map((step, position) =>
      element("small", position + 1 + ". " + step.tool + (step.reason ? ": " + step.reason : "")));
    return item(head, ...steps);
  }

  part("title").textContent = data.title;
  part("counts").textContent = data.counts;
  part("kinds").append(...Object.entries(data.kinds).map(legend));
  part("workflows").append(...data.workflows.map(workflow));
  part("workflows-part").hidden = !data.workflows.length;
  part("search").addEventListener("input", search);
  network.on("selectNode", (event) => show(event.nodes[0]));
  filter();
  network.fit({ animation: false });
})();
