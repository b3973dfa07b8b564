// The play page: keeps it in step with the encounter, without ever taking a form out of somebody's hands.
(() => {
  "use strict";

  const $ = (id) => document.getElementById(id);
  const at = () => $("at").dataset;
  const FIELDS = "input:not([type=hidden]), select, textarea";
  const HELD = ["act", "ask", "detail", "map-panel"];
  const POLL_MS = 2500;
  const RETRY_LIVE_MS = 30000;

  const shown = () => Number(at().version);
  let told = shown(); // the newest version that we were told of
  let asking = false; // a request for the changed parts is under way
  let failures = 0;
  let source = null;
  let poll = 0;
  let submitted = null; // what was submitted and is not yet answered
  let answering = false; // whether what is being swapped in is the answer to it
  let formSent = ""; // what the form of an order held when the parts were asked for

  // Connection: live, reconnecting, asking now and then, out of date

  const link = (state) => {
    const pill = $("link");
    if (!pill || pill.dataset.state === state) return;
    pill.dataset.state = state;
    pill.classList.toggle("live", state === "live");
    pill.classList.toggle("stale", state !== "live");
  };

  const hear = (version) => {
    if (!Number.isFinite(version)) return;
    told = Math.max(told, version);
    refresh();
  };

  const connect = () => {
    if (!window.EventSource || !at().running) return startPolling();
    source?.close();
    source = new EventSource(at().live);
    source.addEventListener("version", (event) => {
      failures = 0;
      stopPolling();
      link("live");
      hear(Number(event.data));
    });
    source.addEventListener("error", () => {
      failures += 1;
      link("reconnecting");
      if (failures >= 3 || source.readyState === EventSource.CLOSED) {
        source.close();
        startPolling();
        setTimeout(connect, RETRY_LIVE_MS);
      }
    });
  };

  const startPolling = () => {
    if (!poll) poll = setInterval(ask, POLL_MS);
    ask();
  };

  const stopPolling = () => {
    clearInterval(poll);
    poll = 0;
  };

  const ask = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(at().askVersion, { headers: { "HX-Request": "true" }, cache: "no-store" });
      if (answer.status === 404 || answer.status === 204) return link("stale"); // no seat here any more
      if (!answer.ok) throw new Error(answer.statusText);
      link("asking");
      hear(Number(await answer.text()));
    } catch {
      link("stale");
    }
  };

  // Refreshing: the changed parts, with the forms as they are

  const values = (form) => (form ? new URLSearchParams([...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "key", "version", "place"].includes(name))) : new URLSearchParams());

  const refresh = async (force = false) => {
    if (asking || submitted || (told <= shown() && !force)) return; // what was submitted brings the news itself
    asking = true;
    const query = values($("act-form"));
    formSent = query.toString();
    for (const [name, value] of values($("map-form"))) query.set(name, value);
    query.set("version", force ? "" : shown());
    query.set("after", at().after);
    try {
      await htmx.ajax("GET", `${at().parts}?${query}`, { source: "#main", target: "#main", swap: "none" });
    } catch { /* said by the shell; the next version or the next look repairs it */ }
    asking = false;
    if (told > shown()) setTimeout(refresh, outgrown ? POLL_MS : 400);
  };

  const changed = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (!field.options) return field.value !== field.defaultValue;
    const options = [...field.options];
    const first = options.find((option) => option.defaultSelected) ?? (field.multiple ? undefined : options[0]);
    return field.multiple ? options.some((option) => option.selected !== option.defaultSelected) : field.selectedOptions[0] !== first;
  };
  const dirty = (part) => [...part.querySelectorAll(FIELDS)].some(changed);

  const inHand = (part) => {
    const focused = document.activeElement;
    return part.contains(focused) && focused.matches(FIELDS);
  };

  const notice = (part) => document.querySelector(`.held[data-held="${part}"]`);
  const hold = (part, on) => { const held = notice(part); if (held) held.hidden = !on; };
  const isHeld = (part) => notice(part)?.hidden === false;

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const part = event.detail.target;
    if (!HELD.includes(part.id)) return;
    if (answering && submitted?.part === part.id) return hold(part.id, false);
    const fresh = event.detail.fragment.firstElementChild;
    if (part.id === "ask" && fresh?.dataset.question !== part.dataset.question) return; // a new question always shows
    const same = part.id === "act" && values($("act-form")).toString() === formSent && !part.querySelector("input[name=face]");
    if (inHand(part) || (dirty(part) && !same)) {
      event.detail.shouldSwap = false;
      hold(part.id, true);
    } else hold(part.id, false);
  });

  const refreshPart = (part) => {
    hold(part, false);
    if (part === "act") {
      const query = values($("act-form"));
      htmx.ajax("GET", `${location.pathname}act/?${query}`, { target: "#act", swap: "outerHTML", source: "#act" });
    } else if (part === "detail" && $("detail").dataset.ref) {
      htmx.ajax("GET", `${location.pathname}combatant/${$("detail").dataset.ref}/`, { target: "#detail", swap: "outerHTML", source: "#detail" });
    }
  };

  // Who is looked at comes up to date by itself, with what was unfolded; a correction that is being written stays.

  let looked = shown(); // the version that the detail is of
  let quietly = null; // what was unfolded, while the detail is drawn anew without taking the focus
  const unfolded = () => [...$("detail").querySelectorAll("details")].map((each) => each.open);
  const lookAgain = (force = false) => {
    const detail = $("detail");
    if (!detail || detail.hidden || !detail.dataset.ref || looked === shown()) return;
    if (!force && (inHand(detail) || dirty(detail))) return hold("detail", true);
    looked = shown();
    quietly = { open: unfolded(), inside: detail.contains(document.activeElement) };
    refreshPart("detail");
  };

  // A form that was left alone meanwhile comes up to date by itself, with what was chosen in it.
  document.addEventListener("focusout", () => {
    if (!isHeld("act")) return;
    const act = $("act");
    setTimeout(() => { if (isHeld("act") && !act.contains(document.activeElement)) refreshPart("act"); }, 150);
  });

  // Requests: every form is of the version its part is of

  document.addEventListener("htmx:configRequest", (event) => {
    const { verb, elt, headers, parameters } = event.detail;
    if (verb === "get") return;
    const part = HELD.find((id) => $(id)?.contains(elt));
    submitted = { part, elt };
    headers["X-After"] = at().after;
    if (!(part && isHeld(part))) parameters.version = String(shown());
    for (const [name, value] of values($("map-form"))) parameters[name] = value;
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status === 403 && xhr.responseText.includes('id="said-')) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    answering = event.detail.requestConfig?.verb !== "get";
    const version = Number(xhr.getResponseHeader("X-Version") ?? NaN);
    if (version < shown()) event.detail.shouldSwap = false; // an answer that came late
    if (version && submitted && !answering) event.detail.shouldSwap = false; // and this one would take the form away
  });

  // A form that was asked for before another took its place comes too late once something was chosen in that one.
  let forms = 0; // how many forms of an order there have been
  const counted = (event) => { if (event.detail.target?.id === "act") forms += 1; };
  document.addEventListener("htmx:afterSwap", counted);
  document.addEventListener("htmx:oobAfterSwap", counted);
  document.addEventListener("htmx:beforeRequest", (event) => { event.detail.xhr.forms = forms; });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    if (requestConfig?.verb === "get" && target?.id === "act" && xhr.forms !== forms && dirty($("act"))) event.detail.shouldSwap = false;
  });

  let question = $("ask")?.dataset.question;
  let verdict = at().running;

  const settle = () => {
    told = Math.max(told, shown());
    const now = $("ask");
    if (now && now.dataset.question !== question) {
      question = now.dataset.question;
      if (now.dataset.mine) {
        $("announce").textContent = $("question")?.textContent ?? "";
        if (!document.activeElement?.matches(FIELDS)) $("question")?.focus({ preventScroll: false });
      } else $("announce").textContent = "";
    }
    fill();
    if (!submitted) lookAgain();
    if (verdict && !at().running) { verdict = at().running; source?.close(); stopPolling(); $("link")?.remove(); $("extra")?.remove(); }
  };

  // Another map was laid, or taken away: the page is drawn for its grid as a whole, but not while somebody types.

  let outgrown = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const frame = event.detail.xhr.getResponseHeader("X-Map-Frame");
    outgrown = frame !== null && frame !== at().frame;
    if (!outgrown) return;
    event.detail.shouldSwap = false;
    if (answering || !HELD.some((id) => $(id) && inHand($(id)))) location.reload();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (xhr?.getResponseHeader("X-Version")) settle();
    if (xhr?.status === 404 && event.detail.target?.id === "detail") closeDetail(); // has left the fight
    if (requestConfig?.verb !== "get") {
      const isDone = submitted?.part === "detail" && xhr?.status < 400;
      if (submitted?.part === "detail" && xhr?.status === 409) { // told what happened meanwhile: the next press counts
        looked = shown();
        hold("detail", false);
      }
      submitted = null;
      lookAgain(isDone);
      refresh();
    }
  });

  // The Game Master's own orders are filled in when they are opened, and again when the board has changed

  let filled = 0;
  const fill = () => {
    const extra = $("extra");
    const orders = $("orders");
    if (!extra?.open || !orders || filled === shown() || inHand(orders) || dirty(orders)) return;
    filled = shown();
    htmx.trigger(orders, "fill");
  };
  document.addEventListener("toggle", (event) => { if (event.target.id === "extra") fill(); }, true);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "orders") return;
    open = [...document.querySelectorAll("#orders details[open]")].map((each) => each.id);
  });
  let open = null;
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target?.id === "orders" || event.target.id === "orders") {
      if (open?.length) for (const each of document.querySelectorAll("#orders details")) each.open = open.includes(each.id);
    }
    if (event.target.id === "detail" && !event.target.hidden) {
      looked = shown();
      if (quietly) $("detail").querySelectorAll("details").forEach((each, number) => { each.open = quietly.open[number] ?? false; });
      if (!quietly || quietly.inside) $("detail-name")?.focus({ preventScroll: Boolean(quietly) });
      quietly = null;
    }
    if (event.target.id === "act" && ordering) {
      ordering = false;
      if (isPhone()) closeDetail();
      $("act").closest(".act-card").scrollIntoView({ block: "start" });
      $("act").querySelector("[aria-current]")?.focus({ preventScroll: true });
    }
  });
  let ordering = false; // whether the form of an order was asked for from the detail

  document.addEventListener("click", (event) => {
    const close = event.target.closest("[data-close]");
    if (close) closeDetail();
    if (event.target.closest("#detail [hx-target='#act']")) ordering = true;
    const again = event.target.closest("[data-refresh]");
    if (again) refreshPart(again.dataset.refresh);
  });

  const closeDetail = () => {
    const row = $(`row-${$("detail").dataset.ref}`);
    putAway();
    row?.querySelector("a")?.focus();
  };
  const putAway = () => {
    $("detail").hidden = true;
    $("detail").replaceChildren();
    hold("detail", false);
  };

  // On a phone it lies over the map: whoever chooses something there wants to see the map, and writes no correction.
  const isPhone = () => matchMedia("(max-width: 760px)").matches;
  document.addEventListener("chosen", () => { if (isPhone() && !dirty($("detail"))) putAway(); });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && $("detail")?.contains(document.activeElement)) closeDetail();
  });

  document.addEventListener("visibilitychange", () => { if (!document.hidden && at().running) ask(); });
  window.addEventListener("online", () => connect());
  window.addEventListener("offline", () => link("stale"));
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });

  if (at().running) connect();
  fill();
  if ($("ask")?.dataset.mine) $("question")?.focus({ preventScroll: true });
})();
