// Putting combatants down on a map: pick somebody, choose a cell. A token can be dragged.
(() => {
  "use strict";

  const svg = document.getElementById("map");
  if (!svg) return;
  const cursor = new window.FrayCursor(svg);
  const { grid } = cursor;
  const form = () => document.getElementById("put-form");
  const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

  const pick = (ref) => {
    const radio = document.getElementById(`who-${ref}`);
    if (!radio) return;
    radio.checked = true;
    cursor.say(radio.closest("label").textContent.trim());
  };
  const put = (cell) => {
    form().elements.cell.value = grid.name(cell);
    form().requestSubmit(form().querySelector("button:not([name])"));
  };
  const tokenAt = (cell) => [...svg.querySelectorAll(".token")].find((token) => token.dataset.at === grid.name(cell));

  let pressed = null;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    svg.focus({ preventScroll: true });
    const cell = grid.at(grid.point(event));
    if (!cell) return;
    pressed = { cell, token: event.target.closest(".token") };
    if (pressed.token) svg.setPointerCapture(event.pointerId);
    cursor.here = cell;
    cursor.draw();
  });
  svg.addEventListener("pointermove", (event) => {
    const cell = grid.at(grid.point(event));
    if (!cell) return;
    if (pressed?.token) cursor.mark([cursor.cell(cell, "drawn")]);
    else if (event.pointerType === "mouse" && !event.buttons) cursor.describe(cell);
  });
  svg.addEventListener("pointerup", (event) => {
    const cell = grid.at(grid.point(event));
    const from = pressed;
    pressed = null;
    cursor.mark([]);
    if (!from || !cell) return;
    const dragged = !grid.same(from.cell, cell);
    if (from.token) pick(from.token.dataset.ref);
    if (dragged ? from.token : !from.token) put(cell);
  });
  svg.addEventListener("pointercancel", () => { pressed = null; cursor.mark([]); });

  svg.addEventListener("keydown", (event) => {
    if (ARROWS.includes(event.key)) {
      event.preventDefault();
      cursor.move(event.key);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!cursor.here) return cursor.move("ArrowUp");
      const token = tokenAt(cursor.here);
      if (token) pick(token.dataset.ref);
      else put(cursor.here);
    }
    return undefined;
  });
  svg.addEventListener("focus", () => cursor.draw());
  svg.addEventListener("blur", () => cursor.draw());
})();
