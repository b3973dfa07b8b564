// The map of the play page: pointer and keys choose cells; what they mean, the server says.
(() => {
  "use strict";

  const $ = (id) => document.getElementById(id);
  const svg = $("map");
  if (!svg) return;
  const grid = new window.FrayGrid(svg);
  const box = $("map-box");
  const form = $("map-form");
  const field = (name) => form.elements[`map_${name}`];
  const tool = () => field("tool").value;
  const DRAWING = ["show", "cover"];

  // Looking

  const look = (chosen) => {
    for (const [name, value] of Object.entries(chosen)) field(name).value = value;
    htmx.trigger(form, "look");
  };

  // What the server made of it is what the form holds: whom it is about may have changed with the turn.
  document.addEventListener("htmx:afterSettle", () => {
    const panel = $("map-panel");
    if (!panel || form.matches(".htmx-request")) return; // what was chosen meanwhile is being asked for
    field("pick").value = panel.dataset.pick;
    if (document.activeElement !== field("cell")) field("cell").value = panel.dataset.cell;
  });

  const tokenAt = (cell) => {
    const name = grid.name(cell);
    return [...svg.querySelectorAll(".token")].reverse().find((token) => token.dataset.at === name) ?? null;
  };

  // A field of an order that wants a cell takes the next one that is chosen.
  let wanted = null;
  document.addEventListener("click", (event) => {
    const by = event.target.closest("[data-choose]");
    if (!by) return;
    wanted = by.dataset.choose;
    svg.focus();
  });

  const choose = (cell, token) => {
    const name = grid.name(cell);
    htmx.trigger(svg, "chosen");
    const into = wanted && $(wanted);
    wanted = null;
    if (into) {
      into.value = name;
      into.dispatchEvent(new Event("change", { bubbles: true }));
      return undefined;
    }
    switch (tool()) {
      case "go":
        if (token) return chooseToken(token);
        if ($("map-go") && field("cell").value === name) {
          htmx.process($("map-go")); // a quick second press comes before htmx has taken the new form up
          return $("map-go").requestSubmit();
        }
        return look({ cell: name });
      case "burst":
        return look({ from: "", cell: name });
      default:
        if (DRAWING.includes(tool())) return corner ? drawTo(cell) : startAt(cell);
        return field("from").value && !field("cell").value ? look({ cell: name }) : look({ from: name, cell: "" });
    }
  };

  const chooseToken = (token) => {
    const { ref } = token.dataset;
    if (token.classList.contains("own")) {
      if (field("pick").value === ref && !field("cell").value) return detail(ref);
      look({ pick: ref, cell: "" });
      const who = $("who");
      if (who && who.value !== ref && [...who.options].some((option) => option.value === ref)) {
        who.value = ref;
        who.dispatchEvent(new Event("change", { bubbles: true }));
      }
      return undefined;
    }
    const target = $("act-target");
    const option = target && [...target.options].find((each) => each.value === ref && !each.disabled);
    if (!option) return detail(ref);
    target.value = ref;
    target.dispatchEvent(new Event("change", { bubbles: true }));
    return say(target.options[target.selectedIndex].textContent.trim());
  };

  const detail = (ref) => htmx.ajax("GET", `${location.pathname}combatant/${ref}/`, { target: "#detail", swap: "outerHTML", source: "#detail" });

  // Showing and covering: a rectangle from one corner to the other

  let corner = null;
  const startAt = (cell) => { corner = cell; mark(grid.rectangle(cell, cell)); };
  const drawTo = (cell) => {
    const draw = $("map-draw");
    draw.elements.tool.value = tool();
    draw.elements.from.value = grid.name(corner);
    draw.elements.cell.value = grid.name(cell);
    letGo();
    htmx.trigger(draw, "draw");
  };
  const letGo = () => { corner = null; mark([]); };

  // The cursor

  const layer = $("map-cursor");
  const NS = "http://www.w3.org/2000/svg";
  const polygon = (cell, name) => {
    const made = document.createElementNS(NS, "polygon");
    made.setAttribute("points", grid.corners(cell));
    made.setAttribute("class", name);
    return made;
  };
  let here = null;
  const mark = (cells) => {
    layer.replaceChildren(...cells.map((cell) => polygon(cell, "drawn")), ...(here ? [polygon(here, "here")] : []));
    layer.removeAttribute("hidden");
  };

  const say = (text) => { $("map-cell").textContent = text; };
  let waiting = 0;
  let asked = null;
  const describe = (cell, after) => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      asked?.abort();
      asked = new AbortController();
      const query = new URLSearchParams({ map_cell: grid.name(cell), map_pick: field("pick").value });
      try {
        const answer = await fetch(`${svg.dataset.cell}?${query}`, { signal: asked.signal, headers: { "HX-Request": "true" } });
        if (answer.ok) say(await answer.text());
      } catch { /* another cell was asked for meanwhile, or the next one will be told */ }
    }, after);
  };

  const moveTo = (cell) => {
    here = cell;
    mark(corner ? grid.rectangle(corner, cell) : []);
    layer.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
    describe(cell, 150);
  };

  const picked = () => svg.querySelector(`.token[data-ref="${field("pick").value}"]`);
  const start = () => here
    ?? grid.named(picked()?.dataset.at)
    ?? grid.cell(0, 0);

  svg.addEventListener("keydown", (event) => {
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      moveTo(here ? grid.toward(here, event.key) : start());
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (here) choose(here, tokenAt(here));
      else moveTo(start());
    } else if (event.key === "Escape") {
      if (corner) letGo();
      else if (field("cell").value) look({ cell: "" });
      else if (field("from").value) look({ from: "" });
      else { here = null; mark([]); say(""); }
    }
  });

  // The pointer: a press chooses; a token of one's own can be dragged to where it shall go

  let pressed = null;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    svg.focus({ preventScroll: true });
    const cell = grid.at(grid.point(event));
    if (!cell) return;
    pressed = { cell, token: event.target.closest(".token") };
    if (DRAWING.includes(tool()) && !corner) {
      svg.setPointerCapture(event.pointerId);
      startAt(cell);
    }
  });
  svg.addEventListener("pointermove", (event) => {
    const cell = grid.at(grid.point(event));
    if (!cell) return;
    if (corner && pressed) mark(grid.rectangle(corner, cell));
    else if (event.pointerType === "mouse" && !event.buttons) describe(cell, 300);
  });
  svg.addEventListener("pointerleave", () => clearTimeout(waiting));
  svg.addEventListener("pointercancel", () => { pressed = null; if (corner) letGo(); });
  svg.addEventListener("pointerup", (event) => {
    const cell = grid.at(grid.point(event));
    const from = pressed;
    pressed = null;
    if (!from) return;
    if (!cell) return letGo();
    here = cell;
    const dragged = !grid.same(from.cell, cell);
    if (DRAWING.includes(tool())) {
      if (dragged || !grid.same(corner, cell) || !event.isPrimary) drawTo(cell);
      else mark([cell]);
      return;
    }
    mark([]);
    if (dragged) {
      if (tool() === "go" && from.token?.classList.contains("own")) {
        htmx.trigger(svg, "chosen");
        look({ pick: from.token.dataset.ref, cell: grid.name(cell) });
      }
      return;
    }
    choose(cell, from.token ?? tokenAt(cell));
  });

  // Tools and size

  const retool = () => { svg.dataset.tool = tool(); letGo(); };
  form.addEventListener("change", (event) => {
    if (event.target.name === "map_tool") { retool(); look({ from: "", cell: "" }); }
    if (event.target.name === "map_size") htmx.trigger(form, "look");
  });
  form.addEventListener("click", (event) => {
    const by = event.target.closest("[data-zoom]");
    if (by) box.dataset.zoom = String(Math.min(4, Math.max(1, Number(box.dataset.zoom) + Number(by.dataset.zoom))));
  });
  retool();

  // A large map is opened where the picked one stands.
  const opened = picked()?.getBoundingClientRect();
  if (opened && ["l", "xl"].includes(box.dataset.size)) {
    const { left, top } = box.getBoundingClientRect();
    box.scrollBy({
      left: opened.left + opened.width / 2 - left - box.clientWidth / 2,
      top: opened.top + opened.height / 2 - top - box.clientHeight / 2,
      behavior: "instant",
    });
  }
})();
