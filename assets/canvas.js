// The adapter of dash-cytoscape: finds the instance, makes panning cheap, draws what a canvas cannot
// (hulls below; labels, badges and pills above), and lets the keyboard walk. It knows no page.
(() => {
  const FIT = { most: 1.25, padding: { top: 56, right: 40, bottom: 40, left: 40 } };
  const MOST_WORDS = 7;
  const FAR = 0.5; // zoom below which names keep a size that can be read
  const RESTS = 100; // ms on a thing before it lights up, among very many
  const reduced = () => document.documentElement.dataset.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;

  const make = (name, className = "", text = "") => Object.assign(document.createElement(name), { className, textContent: text });

  const around = (rects) => rects.reduce((all, r) => ({
    x1: Math.min(all.x1, r.x1), x2: Math.max(all.x2, r.x2), y1: Math.min(all.y1, r.y1), y2: Math.max(all.y2, r.y2),
  }));

  class Canvas {
    constructor(cy, box) {
      Object.assign(this, { cy, box, hulls: [], focused: null });
      this.under = box.querySelector(".under");
      this.over = box.querySelector(".over");
      this.live = box.querySelector("[aria-live]");
      // dash-cytoscape answers each of them with a comparison of all elements
      cy.off("viewport resize tapstart");
      for (const kind of ["node", "edge"]) cy.off("tap mouseover mouseout select unselect", kind);
      cy.autounselectify(true);
      cy.on("viewport", () => this.follow());
      cy.on("position", "node", () => this.later());
      cy.on("data", "node, edge", () => this.later()); // a picture may be patched after it was drawn
      cy.on("mouseover", "node, edge", (event) => this.hover(event.target));
      cy.on("mouseout", "node, edge", () => this.hover(null));
      new ResizeObserver(() => this.resized()).observe(box);
      this.carrier = new graphwright.Carrier(cy);
    }

    get(id) {
      return this.cy.getElementById(id);
    }

    // ---- what lies under and over
    later() {
      this.pending ??= requestAnimationFrame(() => {
        this.pending = null;
        this.drawMarks();
      });
    }

    follow() {
      if (!this.moving) this.box.classList.add("moving");
      clearTimeout(this.moving);
      this.moving = setTimeout(() => this.rest(), this.carrier.pause);
      this.carrier.follow();
      this.place();
      if (this.cy.zoom() < FAR !== this.far) this.size();
    }

    rest() {
      this.moving = null;
      this.carrier.rest();
      this.box.classList.remove("moving");
      this.size();
    }

    place() {
      const { x, y } = this.cy.pan();
      const transform = `translate(${x}px, ${y}px) scale(${this.cy.zoom()})`;
      this.under.firstElementChild.style.transform = transform;
      this.over.firstElementChild.style.transform = transform;
    }

    // Costs a layout, so it waits for the end of a move.
    size() {
      const zoom = this.cy.zoom();
      this.far = zoom < FAR;
      this.over.classList.toggle("far", this.far);
      this.over.style.setProperty("--inverse", Math.min(12, Math.max(1, 1 / zoom)).toFixed(1));
    }

    drawMarks() {
      const under = make("div", "layer");
      const over = make("div", "layer");
      const rects = this.hulls.length ? new Map(this.cy.nodes("[name]").map((node) => [node.id(), this.rect(node)])) : null;
      for (const hull of this.hulls) this.drawHull(hull, rects, under, over);
      this.cy.nodes().forEach((node) => this.drawNode(node, under, over));
      const taken = this.cy.nodes("[name]").toArray().flatMap((node) => [this.rect(node), ...(node.data("badge") ? [this.badgeRect(node)] : [])]);
      const weight = (edge) => (edge.hasClass("hover") ? 1e9 : edge.hasClass("of") || edge.hasClass("near") ? 1e6 : 0) + (edge.data("width") ?? 0);
      const edges = this.cy.edges("[pill]").toArray().sort((one, other) => weight(other) - weight(one));
      const wordy = new Set(edges.slice(0, MOST_WORDS).map((edge) => edge.id())); // the heaviest say it in words
      for (const edge of edges) this.drawEdge(edge, over, taken, wordy);
      for (const layer of [under, over]) layer.prepend(this.sheet(taken));
      this.under.replaceChildren(under);
      this.over.replaceChildren(over);
      this.place();
      this.size();
    }

    // Joins all marks of a layer: those far from each other would be shifted one by one.
    sheet(rects) {
      const sheet = make("div", "sheet");
      if (!rects.length) return sheet;
      const { x1, x2, y1, y2 } = around(rects);
      Object.assign(sheet.style, { left: `${x1 - 40}px`, top: `${y1 - 40}px`, width: `${x2 - x1 + 80}px`, height: `${y2 - y1 + 80}px` });
      return sheet;
    }

    drawHull(hull, rects, under, over) {
      const members = new Set(hull.members);
      const others = [...rects].filter(([id]) => !members.has(id)).map(([, rect]) => rect);
      const own = hull.members.filter((id) => rects.has(id)).map((id) => rects.get(id));
      if (own.length) graphwright.room.boxes(own, others).forEach((box, at) => this.drawBox(hull, box, at === 0, under, over));
    }

    // What the group says of itself stands at its first box.
    drawBox(hull, { x1, x2, y1, y2 }, first, under, over) {
      const tint = make("div", "hull");
      Object.assign(tint.style, { left: `${x1}px`, top: `${y1}px`, width: `${x2 - x1}px`, height: `${y2 - y1}px` });
      under.append(tint);
      const head = make("div", "hull-head");
      Object.assign(head.style, { left: `${x1}px`, top: `${y1}px`, width: `${x2 - x1}px` });
      head.append(make("span", "title", hull.title), make("span", "", first ? hull.of : "more of it"));
      if (first && hull.more > 0) {
        const more = make("button", "link", `+${hull.more} more`);
        more.dataset.more = hull.group;
        more.tabIndex = -1; // the canvas has the Tab key; M does the same
        more.title = "More tools of it (M)";
        head.append(more);
      }
      over.append(head);
    }

    drawNode(node, under, over) {
      const { kind, title, sub, badge, note, hit, dim, faint, pin, sign, diff, lens } = node.data();
      const { x, y } = node.position();
      if (node.hasClass("focus")) over.append(this.ring(node));
      if (pin) over.append(this.pin(node));
      if (sign) over.append(this.sign(node, sign, diff));
      if (title === undefined) return;
      const width = node.width();
      const label = make("div", `hex${dim ? " dim" : ""}${faint ? " faint" : ""}${lens ? ` fill${lens}` : ""}`);
      Object.assign(label.style, { left: `${x}px`, top: `${y}px`, width: `${width * 0.88}px` });
      const longest = Math.max(...title.split(" ").map((word) => word.length));
      label.style.setProperty("--fit", Math.max(0.6, Math.min(1, width / (longest * 10.4))).toFixed(2)); // no word is broken
      label.append(make("b", "", title), make("span", "", hit ? `${hit} of ${sub}` : sub));
      if (node.scratch("note") ?? note) label.append(make("em", "", node.scratch("note") ?? note));
      over.append(label);
      if (node.hasClass("selected")) {
        const halo = make("div", "halo");
        Object.assign(halo.style, { left: `${x}px`, top: `${y}px`, width: `${width + 16}px`, height: `${node.height() + 15}px` });
        under.append(halo);
      }
      if (badge) over.append(this.pill(x + 0.31 * width, y - 0.46 * node.height(), badge, "round warn"));
    }

    drawEdge(edge, over, taken, wordy) {
      const { pill, long, waits, bundle, warn, dim, aside, light, diff } = edge.data();
      const lit = ["of", "hover", "near", "selected"].some((name) => edge.hasClass(name));
      if (!pill || dim || ((aside || light) && !lit)) return;
      const wide = bundle && lit && wordy.has(edge.id());
      const width = 7 * (wide ? long.length + waits.length + 2 : pill.length) + 14;
      const { x, y } = this.freeSpot(edge, bundle ? width : 20, taken, !bundle || lit) ?? {};
      if (!Number.isFinite(x)) return;
      if (wide) {
        const mark = this.pill(x, y, "", "long");
        mark.append(make("b", "", long));
        if (waits) mark.append(make("b", "warn", waits));
        over.append(mark);
      } else if (bundle) over.append(this.pill(x, y, pill, "plain"));
      else over.append(this.pill(x, y, pill, `${pill.length > 1 ? "stack" : "disc"} ${diff ? `diff ${diff}` : warn ? "warn" : ""}`));
    }

    // The place nearest to the middle where a label covers nothing; else the middle, if it `must` be seen.
    freeSpot(edge, width, taken, must) {
      const up = Math.min(1.25, Math.max(1, 1 / this.cy.zoom())), w = (width / 2) * up, h = 10 * up; // as it is drawn
      const [a, b, middle] = [edge.sourceEndpoint(), edge.targetEndpoint(), edge.midpoint()];
      const at = (t) => (t === 0.5 || edge.data("bow") ? middle : { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });
      const covers = ({ x, y }, r) => x - w < r.x2 && x + w > r.x1 && y - h < r.y2 && y + h > r.y1;
      const spot = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74].map(at).find((p) => !taken.some((r) => covers(p, r))) ?? (must ? middle : null);
      if (spot) taken.push({ x1: spot.x - w, x2: spot.x + w, y1: spot.y - h, y2: spot.y + h });
      return spot;
    }

    pill(x, y, text, className) {
      const mark = make("span", `pill ${className}`, text);
      Object.assign(mark.style, { left: `${x}px`, top: `${y}px` });
      return mark;
    }

    sign(node, sign, diff) {
      const { x1, y1 } = this.rect(node);
      const mark = this.pill(x1, y1, sign, `disc diff ${diff}`);
      mark.dataset.sign = node.data("name");
      return mark;
    }

    pin(node) {
      const mark = make("i", "pinned icon icon-pin s");
      const { x1, x2, y1 } = this.rect(node);
      Object.assign(mark.style, { left: `${node.data("kind") === "tool" ? x2 - 8 : x1 + (x2 - x1) / 4}px`, top: `${y1}px` });
      return mark;
    }

    ring(node) {
      const ring = make("div", `ring ${node.data("kind")}`);
      const b = this.rect(node);
      Object.assign(ring.style, { left: `${b.x1 - 6}px`, top: `${b.y1 - 6}px`, width: `${b.x2 - b.x1 + 12}px`, height: `${b.y2 - b.y1 + 12}px` });
      return ring;
    }

    rect(node) {
      const { x, y } = node.position();
      const w = node.width() / 2;
      const h = node.height() / 2;
      return { x1: x - w, x2: x + w, y1: y - h, y2: y + h };
    }

    badgeRect(node) {
      const x = node.position("x") + 0.31 * node.width();
      const y = node.position("y") - 0.46 * node.height();
      return { x1: x - 18, x2: x + 18, y1: y - 9, y2: y + 9 };
    }

    // ---- the view
    // What was seen whole stays so; a part that was looked at stays in the middle.
    resized() {
      const before = this.extent;
      const now = { width: this.box.clientWidth, height: this.box.clientHeight };
      this.cy.resize();
      if (now.width && now.height) this.extent = now;
      if (this.wantsFit || (before && now.width && this.holds(before) && !this.holds(now))) return this.fit();
      if (before && now.width && !this.holds(before)) this.cy.panBy({ x: (now.width - before.width) / 2, y: (now.height - before.height) / 2 });
      this.later();
    }

    holds({ width, height }) {
      return this.cy.nodes("[name]").every((node) => {
        const { x, y } = node.renderedPosition();
        return x >= 0 && y >= 0 && x <= width && y <= height;
      });
    }

    // Fits all into the part that no floating panel covers; while the canvas is hidden it waits.
    fit(smooth = false) {
      const { clientWidth: width, clientHeight: height } = this.box;
      this.wantsFit = !width || !height || !this.cy.nodes().length;
      if (this.wantsFit) return;
      const all = this.bounds();
      this.padding = { ...FIT.padding, top: this.above() + 28 };
      const target = this.viewport(all, { width, height }, this.padding);
      const legend = this.box.querySelector(".legend");
      legend?.classList.remove("crowded");
      const covered = legend && this.cy.nodes().some((node) => this.isUnder(node, target, legend));
      const view = covered ? this.best(target, all, { width, height }, legend) : target;
      if (smooth && !reduced()) this.cy.animate({ ...view }, { duration: 200, easing: "ease-out" });
      else this.cy.viewport(view);
      this.later();
    }

    // Height of what stands at the upper edge.
    above() {
      const [crumb, bar] = [".crumb", ".adder"].map((name) => this.box.querySelector(name)?.offsetHeight ?? 0);
      return Math.max(crumb || 20, bar);
    }

    // Pulls the picture out from under what came to the upper edge.
    makeWay() {
      const top = Math.min(...this.cy.nodes("[name]").map((node) => node.renderedPosition("y") - (node.height() / 2) * this.cy.zoom()));
      if (top < this.above() + 12) this.fit(true);
    }

    // Beside or above the legend, where that costs little of the size.
    best(whole, all, size, legend) {
      const ways = [{ left: legend.offsetWidth + 32 }, { bottom: legend.offsetHeight + 32 }];
      const free = ways.map((way) => this.viewport(all, size, { ...this.padding, ...way })).sort((a, b) => b.zoom - a.zoom)[0];
      if (free.zoom > whole.zoom * 0.78) return free;
      legend.classList.add("crowded"); // it folds, and unfolds when it is pointed at
      return whole;
    }

    bounds() {
      const { x1, x2, y1, y2 } = around(this.cy.nodes().map((node) => this.rect(node)));
      return { x1: x1 - 12, x2: x2 + 12, y1: y1 - (this.hulls.length ? 30 : 12), y2: y2 + 12 };
    }

    viewport(all, size, pad) {
      const width = size.width - pad.left - pad.right;
      const height = size.height - pad.top - pad.bottom;
      const zoom = Math.min(width / (all.x2 - all.x1), height / (all.y2 - all.y1), FIT.most);
      const x = pad.left + width / 2 - (zoom * (all.x1 + all.x2)) / 2;
      const y = pad.top + height / 2 - (zoom * (all.y1 + all.y2)) / 2;
      return { zoom, pan: { x, y } };
    }

    isUnder(node, { zoom, pan }, panel) {
      const r = this.rect(node);
      const left = r.x1 * zoom + pan.x;
      const bottom = r.y2 * zoom + pan.y;
      return left < panel.offsetLeft + panel.offsetWidth + 8 && bottom > panel.offsetTop - 8;
    }

    zoomBy(factor) {
      const centre = { x: this.box.clientWidth / 2, y: this.box.clientHeight / 2 };
      this.cy.zoom({ level: this.cy.zoom() * factor, renderedPosition: centre });
    }

    // ---- hover, selection, focus: classes, since only this browser knows them
    hover(target) {
      clearTimeout(this.hovering);
      if (this.carrier.isOfMany()) this.hovering = setTimeout(() => this.light(target), RESTS); // each draws all of them
      else this.light(target);
    }

    light(target) {
      this.cy.elements(".hover, .near").removeClass("hover near");
      target?.addClass("hover");
      if (target?.isNode()) target.connectedEdges().addClass("near");
      this.box.classList.toggle("pointing", Boolean(target));
      this.later();
    }

    mark(selected, near) {
      this.cy.batch(() => {
        this.cy.elements(".selected, .of").removeClass("selected of");
        selected.addClass("selected");
        near.addClass("of");
      });
      this.later();
    }

    focus(node, { quiet = false } = {}) {
      this.focused?.removeClass("focus");
      this.focused = node?.length ? node.addClass("focus") : null;
      if (this.focused) {
        this.reveal(node);
        if (!quiet) this.say(node.data("spoken"));
      }
      this.later();
    }

    say(text) {
      this.live.textContent = text;
    }

    sees(node) {
      const { x, y } = node.renderedPosition();
      const { clientWidth: w, clientHeight: h } = this.box;
      return x >= 60 && y >= 60 && x <= w - 60 && y <= h - 40;
    }

    reveal(node) {
      if (!this.sees(node)) this.cy.center(node);
    }

    order() {
      return graphwright.walking.order(this.cy.nodes("[name]"));
    }

    step(by) {
      const order = this.order();
      const at = order.findIndex((node) => this.focused && node.same(this.focused));
      const next = at < 0 ? (by > 0 ? 0 : order.length - 1) : at + by;
      if (!order[next]) return false;
      this.focus(order[next]);
      return true;
    }

    // The nearest in a direction, along a line where there is one.
    walk(dx, dy) {
      if (!this.focused) return this.step(1);
      const next = graphwright.walking.next(this.cy, this.focused, dx, dy);
      if (next) this.focus(next);
      return Boolean(next);
    }
  }

  const waiting = {};
  const found = {};

  // Runs `fn(canvas)` once the Cytoscape of this id has been made.
  function canvas(id, fn) {
    if (found[id]) fn(found[id]);
    else (waiting[id] ??= []).push(fn);
  }

  new MutationObserver(() => {
    for (const id of Object.keys(waiting)) {
      const element = document.getElementById(id);
      const cy = element?._cyreg?.cy;
      if (!cy) continue;
      found[id] = new Canvas(cy, element.closest(".canvas"));
      const fns = waiting[id];
      delete waiting[id];
      fns.forEach((fn) => fn(found[id]));
    }
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });

  window.graphwright = Object.assign(window.graphwright ?? {}, { canvas, make });
})();
