// The shell of every page: menus that close, messages that can be dismissed, requests that fail aloud.
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    const dismiss = event.target.closest("[data-dismiss]");
    if (dismiss) dismiss.closest(".message").remove();
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // A number field keeps its value when the page is scrolled over it.
  document.addEventListener("wheel", (event) => {
    if (event.target.matches?.("input[type=number]:focus")) event.target.blur();
  }, { passive: true });

  // What went well is said and goes by itself; what went wrong stays until it is dismissed.
  const SAID_MS = 6000;
  const leave = (message) => setTimeout(() => {
    if (message.matches(":hover, :focus-within") || document.hidden) leave(message);
    else message.remove();
  }, SAID_MS);
  const leaving = (nodes) => { for (const node of nodes) if (node.matches?.(".message:is(.success, .info)")) leave(node); };
  const region = document.getElementById("messages");
  if (region) {
    leaving(region.children);
    new MutationObserver((changes) => { for (const each of changes) leaving(each.addedNodes); }).observe(region, { childList: true });
  }

  const say = (sentence) => {
    const region = document.getElementById("messages");
    if (!region || !sentence) return;
    if ([...region.querySelectorAll("p")].some((said) => said.textContent === sentence)) return;
    const message = document.createElement("div");
    message.className = "message error";
    const text = document.createElement("p");
    text.textContent = sentence;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "tool";
    close.dataset.dismiss = "";
    close.setAttribute("aria-label", region.dataset.close);
    close.textContent = "×";
    message.append(text, close);
    region.append(message);
  };

  const reasons = { 403: "forbidden", 404: "missing", 410: "missing", 429: "throttled" };
  document.addEventListener("htmx:responseError", (event) => {
    const region = document.getElementById("messages");
    say(region?.dataset[reasons[event.detail.xhr.status] ?? "failed"]);
  });
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, () => say(document.getElementById("messages")?.dataset.offline));
  }
})();
