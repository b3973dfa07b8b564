// The cursor on a map that is drawn on or filled: arrow keys move it, and the server says what lies under it.
(() => {
  "use strict";

  const NS = "http://www.w3.org/2000/svg";
  const WAIT_MS = 150;

  class Cursor {
    constructor(svg) {
      this.svg = svg;
      this.grid = new window.FrayGrid(svg);
      this.layer = svg.querySelector("#map-cursor");
      this.told = document.getElementById("map-cell");
      this.here = null;
      this.marks = [];
    }

    /* Mark what is about to be drawn, under the cursor itself. */
    mark(marks) {
      this.marks = marks;
      this.draw();
    }

    draw() {
      const here = this.here && this.svg.contains(document.activeElement) ? [this.cell(this.here, "here")] : [];
      this.layer.replaceChildren(...this.marks, ...here);
    }

    cell(cell, name) {
      const made = document.createElementNS(NS, "polygon");
      made.setAttribute("points", this.grid.corners(cell));
      made.setAttribute("class", name);
      return made;
    }

    line([x1, y1], [x2, y2], name) {
      const made = document.createElementNS(NS, "line");
      for (const [key, value] of Object.entries({ x1, y1, x2, y2 })) made.setAttribute(key, value.toFixed(1));
      made.setAttribute("class", name);
      return made;
    }

    move(key) {
      this.go(this.here ? this.grid.toward(this.here, key) : this.grid.cell(0, 0));
    }

    go(cell) {
      this.here = cell;
      this.draw();
      this.layer.querySelector(".here")?.scrollIntoView({ block: "nearest", inline: "nearest" });
      this.describe(cell);
    }

    describe(cell) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(async () => {
        this.asked?.abort();
        this.asked = new AbortController();
        const query = new URLSearchParams({ cell: this.grid.name(cell) });
        try {
          const answer = await fetch(`${this.svg.dataset.about}?${query}`, { signal: this.asked.signal, headers: { "HX-Request": "true" } });
          if (answer.ok) this.say(await answer.text());
        } catch { /* another cell was asked for meanwhile */ }
      }, WAIT_MS);
    }

    say(text) {
      this.told.textContent = text;
    }
  }

  window.FrayCursor = Cursor;
})();
