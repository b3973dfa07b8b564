// Drawing on a map: by brush, by rectangle, along borders, with the pointer or the keys. A stroke is one submit of the form.
(() => {
  "use strict";

  const POLL_MS = 3000;
  const UNIT = 20;
  const NEAR = 0.3 * UNIT; // so near a border the pointer means it when it goes along

  const $ = (id) => document.getElementById(id);
  const svg = $("map");
  const form = $("draw-form");
  if (!svg || !form) return;
  const cursor = new window.FrayCursor(svg);
  const { grid } = cursor;
  const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

  const tool = () => form.elements.tool.value;
  const isEdge = () => tool().startsWith("edge:");
  const byBox = () => form.elements.by.value === "box";
  const byHand = () => form.elements.by.value === "hand"; // nothing is drawn: the map is looked at and moved
  const pair = (a, b) => `${grid.name(a)}|${grid.name(b)}`;

  // Sending: strokes one after the other, each with the version that the one before it left

  let sending = Promise.resolve();
  let waiting = 0;
  const post = (to, values) => {
    waiting += 1;
    sending = sending
      .then(() => htmx.ajax("POST", to, { source: "#draw-form", swap: "none", values }))
      .catch(() => {})
      .then(() => {
        waiting -= 1;
        if (!waiting && !stroke) cursor.mark([]);
      });
    return sending;
  };
  const send = (cells) => {
    const values = { ...Object.fromEntries(new FormData(form)), cells };
    for (const name of ["version", "key", "csrfmiddlewaretoken"]) delete values[name];
    return post(form.getAttribute("action"), values);
  };

  // What a stroke covers: cells, or borders

  let stroke = null; // { cells, borders, start, last, box }
  const begin = (cell, box) => { stroke = { cells: new Map(), borders: new Map(), start: cell, last: cell, box }; };
  const letGo = () => {
    stroke = null;
    if (!waiting) cursor.mark([]);
  };

  const touch = (cell) => {
    stroke.last = cell;
    if (!stroke.box) stroke.cells.set(grid.name(cell), cell);
    show();
  };

  const ways = () => (grid.kind === "square" ? [[1, 0], [0, 1], [-1, 0], [0, -1]] : [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]);
  const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

  const side = () => (grid.kind === "square" ? UNIT : UNIT / Math.sqrt(3));

  /* The border nearest to a point, as its two cells. One that the pointer only goes along has to be meant: near it, and
     not at one of its ends, where others begin. */
  const borderAt = (point, isPressed) => {
    const cell = grid.at(point);
    if (!cell) return null;
    let best = null;
    for (const [right, down] of ways()) {
      const other = [cell[0] + right, cell[1] + down];
      if (!grid.has(other)) continue;
      const [[ax, ay], [bx, by]] = [grid.centre(cell), grid.centre(other)];
      const [x, y] = [point[0] - (ax + bx) / 2, point[1] - (ay + by) / 2];
      const off = Math.abs(x * (bx - ax) + y * (by - ay)) / UNIT;
      const along = Math.abs(y * (bx - ax) - x * (by - ay)) / UNIT;
      if (!best || off < best.off) best = { off, along, pair: [cell, other] };
    }
    if (!best || (!isPressed && (best.off > NEAR || best.along > 0.36 * side()))) return null;
    return best.pair;
  };

  const touchBorder = (found) => {
    if (!found) return;
    const [one, two] = [pair(...found), pair(found[1], found[0])];
    stroke.borders.set(stroke.borders.has(two) ? two : one, found);
    show();
  };

  /* A border as a line: across the middle between two cells, as long as the side that they share. */
  const borderLine = ([a, b]) => {
    const [[ax, ay], [bx, by]] = [grid.centre(a), grid.centre(b)];
    const half = side() / 2 / UNIT;
    const [x, y, u, v] = [(ax + bx) / 2, (ay + by) / 2, -(by - ay) * half, (bx - ax) * half];
    return cursor.line([x - u, y - v], [x + u, y + v], "border-drawn");
  };

  const boxed = () => grid.rectangle(stroke.start, stroke.last);
  const show = () => {
    if (stroke.box) return cursor.mark(boxed().map((cell) => cursor.cell(cell, isEdge() ? "framed" : "drawn")));
    return cursor.mark([...[...stroke.cells.values()].map((cell) => cursor.cell(cell, "drawn")), ...[...stroke.borders.values()].map(borderLine)]);
  };

  const finish = () => {
    const done = stroke;
    stroke = null;
    if (!done.box && !done.cells.size && !done.borders.size) return letGo();
    if (done.box) return send(`${grid.name(done.start)}:${grid.name(done.last)}`);
    return send([...done.cells.keys(), ...done.borders.keys()].join(" "));
  };

  // The pointer

  let at = null; // where the pointer was
  const between = (from, to) => {
    const steps = Math.max(1, Math.ceil(far(from, to) / 4));
    return Array.from({ length: steps }, (_, step) => [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * (step + 1)) / steps));
  };

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    at = grid.point(event);
    const cell = grid.at(at);
    svg.focus({ preventScroll: true });
    if (!cell) return;
    if (byHand()) { cursor.go(cell); return; }
    svg.setPointerCapture(event.pointerId);
    cursor.here = cell;
    begin(cell, byBox());
    if (isEdge() && !stroke.box) touchBorder(borderAt(at, true));
    else touch(cell);
  });

  svg.addEventListener("pointermove", (event) => {
    const point = grid.point(event);
    if (!stroke || !at) {
      const cell = grid.at(point);
      if (cell && event.pointerType === "mouse") cursor.describe(cell);
      return;
    }
    for (const step of between(at, point)) {
      const cell = grid.at(step);
      if (!cell) continue;
      if (isEdge() && !stroke.box) touchBorder(borderAt(step, false));
      else if (!grid.same(cell, stroke.last) || stroke.box) touch(cell);
    }
    at = point;
  });

  svg.addEventListener("pointerup", () => {
    if (stroke && at) finish();
    at = null;
  });
  svg.addEventListener("pointercancel", () => { at = null; letGo(); });
  svg.addEventListener("pointerleave", () => clearTimeout(cursor.waiting));

  // The keys

  const draw = () => {
    if (!cursor.here) return cursor.go(grid.cell(0, 0));
    if (!stroke) begin(cursor.here, true);
    return finish()?.then?.(() => cursor.here && cursor.describe(cursor.here));
  };

  const nextSide = () => {
    const { side } = form.elements;
    side.selectedIndex = (side.selectedIndex + 1) % side.options.length;
    cursor.say(side.selectedOptions[0].textContent);
  };

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "z" && event.key.toLowerCase() !== "y") return;
      event.preventDefault();
      const by = $(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo").form;
      post(by.getAttribute("action"), {});
      return;
    }
    if (ARROWS.includes(event.key)) {
      event.preventDefault();
      if (event.shiftKey && cursor.here) {
        if (!stroke) begin(cursor.here, true);
        cursor.move(event.key);
        touch(cursor.here);
      } else {
        if (stroke) letGo();
        cursor.move(event.key);
      }
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      draw();
    } else if (event.key === "Escape") {
      letGo();
    } else if (event.code === "KeyS" && !event.altKey) {
      nextSide();
    }
  });
  svg.addEventListener("focus", () => cursor.draw());
  svg.addEventListener("blur", () => { if (!at) letGo(); cursor.draw(); });

  // The form by itself: what was typed is drawn, and the field is empty again

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt === form && event.detail.successful && event.detail.requestConfig.triggeringEvent?.type === "submit") form.elements.cells.value = "";
  });

  // Another's strokes

  setInterval(() => {
    if (stroke || waiting || document.hidden) return;
    const values = { version: $("seen").querySelector("[name=version]").value };
    htmx.ajax("GET", $("draw").dataset.here, { source: "#draw", swap: "none", values }).catch(() => {});
  }, POLL_MS);

  // Another map was laid meanwhile: the page is drawn for its grid as a whole.
  document.addEventListener("htmx:afterSettle", () => {
    if ($("seen").dataset.frame !== `${svg.dataset.grid} ${svg.getAttribute("viewBox")}`) location.reload();
  });

  // Size

  $("zoom").addEventListener("click", (event) => {
    const link = event.target.closest("[data-zoom]");
    if (!link) return;
    event.preventDefault();
    $("map-box").dataset.zoom = link.dataset.zoom;
    for (const each of $("zoom").children) each.toggleAttribute("aria-current", false);
    link.setAttribute("aria-current", "true");
  });
})();
