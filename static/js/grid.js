/* The cells of a map: from the pixel under the pointer to a cell, and from a cell to its neighbours.
   A cell is [column, row] on squares and axial [q, r] on hexes, as on the server; `offset` gives column and row. */
(() => {
  const UNIT = 20;
  const STEP = [UNIT / 2, UNIT / 2 / Math.sqrt(3)]; // of the hexes' lattice

  class Grid {
    constructor(svg) {
      this.svg = svg;
      this.kind = svg.dataset.grid;
      this.cols = Number(svg.dataset.cols);
      this.rows = Number(svg.dataset.rows);
    }

    offset([q, r]) { return this.kind === "square" ? [q, r] : [q + (r - (r & 1)) / 2, r]; }

    cell(col, row) { return this.kind === "square" ? [col, row] : [col - (row - (row & 1)) / 2, row]; }

    has(cell) {
      const [col, row] = this.offset(cell);
      return col >= 0 && col < this.cols && row >= 0 && row < this.rows;
    }

    /* The middle of a cell in the drawing. */
    centre([q, r]) {
      if (this.kind === "square") return [(q + .5) * UNIT, (r + .5) * UNIT];
      return [(2 * q + r + 1) * STEP[0], (3 * r + 2) * STEP[1]];
    }

    /* The point of the drawing under an event of the pointer. */
    point(event) {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      return [place.x, place.y];
    }

    /* The cell at a point of the drawing; null outside of the map. */
    at([x, y]) {
      let cell;
      if (this.kind === "square") cell = [Math.floor(x / UNIT), Math.floor(y / UNIT)];
      else {
        const r = (y / STEP[1] - 2) / 3;
        const q = (x / STEP[0] - 1 - r) / 2;
        cell = round(q, r);
      }
      return this.has(cell) ? cell : null;
    }

    /* The neighbour in the direction of an arrow key; the cell itself at the edge of the map. */
    toward(cell, key) {
      const [col, row] = this.offset(cell);
      const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      const next = this.cell(col + across, row + down);
      return this.has(next) ? next : cell;
    }

    /* The cells of the rectangle between two cells, by columns and rows. */
    rectangle(a, b) {
      const [[left, top], [right, bottom]] = [this.offset(a), this.offset(b)];
      const found = [];
      for (let row = Math.min(top, bottom); row <= Math.max(top, bottom); row += 1)
        for (let col = Math.min(left, right); col <= Math.max(left, right); col += 1) found.push(this.cell(col, row));
      return found;
    }

    /* The corners of a cell, for a `points` attribute. */
    corners(cell) {
      const [x, y] = this.centre(cell);
      const around = this.kind === "square" ? [[-10, -10], [10, -10], [10, 10], [-10, 10]]
        : [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]].map(([a, b]) => [a * STEP[0], b * STEP[1]]);
      return around.map(([a, b]) => `${(x + a).toFixed(1)},${(y + b).toFixed(1)}`).join(" ");
    }

    /* A cell's name, like C7. */
    name(cell) {
      const [col, row] = this.offset(cell);
      const letters = col < 26 ? String.fromCharCode(65 + col) : String.fromCharCode(64 + Math.floor(col / 26), 65 + (col % 26));
      return `${letters}${row + 1}`;
    }

    /* The cell of a name; null where there is none. */
    named(text) {
      const [, letters, row] = /^([A-Za-z]{1,2})([0-9]{1,3})$/.exec(text ?? "") ?? [];
      if (!letters) return null;
      const col = [...letters.toUpperCase()].reduce((sum, each) => 26 * sum + each.charCodeAt(0) - 64, 0) - 1;
      const cell = this.cell(col, Number(row) - 1);
      return this.has(cell) ? cell : null;
    }

    same(a, b) { return Boolean(a && b) && a[0] === b[0] && a[1] === b[1]; }
  }

  const round = (q, r) => {
    const s = -q - r;
    let [nq, nr, ns] = [Math.round(q), Math.round(r), Math.round(s)];
    const [dq, dr, ds] = [Math.abs(nq - q), Math.abs(nr - r), Math.abs(ns - s)];
    if (dq > dr && dq > ds) nq = -nr - ns;
    else if (dr > ds) nr = -nq - ns;
    return [nq, nr];
  };

  window.FrayGrid = Grid;
})();
