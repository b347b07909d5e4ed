// Moves many elements as one picture: while a gesture goes on, the browser shifts what was drawn
// last, and nothing is drawn. Private to Cytoscape 3.28, which renders once a frame.
(() => {
  const MOST_LIVE = 500; // elements that are drawn anew at every frame of a move
  const PAUSE = { least: 200, most: 800 }; // ms without a move after which all is drawn again

  class Carrier {
    constructor(cy) {
      Object.assign(this, { cy, renderer: cy.renderer(), on: false, drawn: null, many: null, took: 0 });
      this.picture = this.renderer.data.canvasContainer;
      this.picture.classList.add("picture");
      cy.on("add remove", () => {
        this.many = null;
        this.rest(); // another picture is not carried
      });
      this.wrap();
    }

    wrap() {
      const { renderer } = this;
      const { render, findNearestElement } = renderer;
      renderer.render = (options) => {
        if (options?.forcedContext) render.call(renderer, options);
        else if (this.drawn && (this.on || this.begins())) this.shift();
        else {
          this.stand();
          const start = performance.now();
          render.call(renderer, options);
          this.took = Math.max(performance.now() - start, this.took / 2);
        }
      };
      // Whoever drags the canvas points at nothing.
      renderer.findNearestElement = (...at) => (renderer.hoverData.dragging ? null : findNearestElement.apply(renderer, at));
    }

    shift() {
      const { pan: from, zoom } = this.drawn;
      const pan = this.cy.pan();
      const by = this.cy.zoom() / zoom;
      this.picture.classList.add("carried");
      this.picture.style.transform = `translate(${pan.x - by * from.x}px, ${pan.y - by * from.y}px) scale(${by})`;
    }

    stand() {
      this.picture.classList.remove("carried");
      this.picture.style.transform = "";
      this.drawn = { pan: { ...this.cy.pan() }, zoom: this.cy.zoom() };
    }

    isOfMany() {
      this.many ??= this.cy.elements().length > MOST_LIVE;
      return this.many;
    }

    // As long as a drawing takes, so that a slow machine draws in no short pause.
    get pause() {
      return Math.max(PAUSE.least, Math.min(PAUSE.most, this.took));
    }

    // The canvas is held, and not yet moved.
    begins() {
      const { dragging, justStartedPan } = this.renderer.hoverData;
      return dragging && justStartedPan && this.isOfMany();
    }

    // The view has changed: by a gesture or an animation, or at once.
    follow() {
      if (this.on || !this.isOfMany()) return;
      const { data, hoverData, pinching, swipePanning, beforeRenderCallbacks } = this.renderer;
      if (!hoverData.dragging && !data.wheelZooming && !pinching && !swipePanning && !this.cy.animated()) return;
      this.on = true;
      this.chores = beforeRenderCallbacks; // textures for the next drawing
      this.renderer.beforeRenderCallbacks = [];
    }

    rest() {
      if (!this.on) return;
      this.on = false;
      this.renderer.beforeRenderCallbacks = this.chores;
      this.renderer.redraw();
    }
  }

  window.graphwright = Object.assign(window.graphwright ?? {}, { Carrier });
})();
