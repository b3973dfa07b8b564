// The sheet's page: fields that save themselves, the dialog of a thing, copying a link, asking before a loss.
(() => {
  "use strict";

  const typed = new Map(); // by form, from just before its answer replaces it until it has settled: what stood in it

  const fieldOf = (form) => form.querySelector("[name=value]");
  const valueOf = (field) => (field.type === "checkbox" ? (field.checked ? "on" : "") : field.value);

  // A field is saved once for each value that is given to it.
  const save = (form) => {
    const value = valueOf(fieldOf(form));
    if (form.dataset.sent === value) return;
    if (form.dataset.sent === undefined && value === form.dataset.saved && !form.matches(".wrong, .clashing")) return;
    form.dataset.sent = value;
    form.requestSubmit();
  };

  const revert = (form) => {
    const field = fieldOf(form);
    if (form.matches(".wrong, .clashing")) {
      htmx.ajax("GET", form.action, { target: form, swap: "outerHTML" });
    } else if (field.type === "checkbox") {
      field.checked = form.dataset.saved === "on";
    } else {
      field.value = form.dataset.saved;
    }
  };

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("form.cell");
    if (form && event.target.name === "value" && !typed.has(form.id)) save(form);
  });

  document.addEventListener("keydown", (event) => {
    const form = event.target.closest?.("form.cell");
    if (!form || event.target.name !== "value") return;
    if (event.key === "Enter" && event.target.tagName === "INPUT" && !event.isComposing) {
      event.preventDefault();
      save(form);
    } else if (event.key === "Escape" && valueOf(event.target) !== form.dataset.saved) {
      event.preventDefault(); // the first Escape gives up the change, the next one closes the dialog
      event.stopPropagation();
      revert(form);
    }
  }, true);

  // What is typed while an earlier value is being saved is neither lost nor left unsaved. (The browser says
  // "change" of a field that is taken off the page, too: that one is not saved.)
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.detail.target;
    if (!form?.matches?.("form.cell") || event.detail.requestConfig.verb !== "post") return;
    const now = valueOf(fieldOf(form));
    if (form.dataset.sent !== undefined && now !== form.dataset.sent) typed.set(form.id, { now, caret: caretOf(fieldOf(form)) });
  });
  const caretOf = (field) => (field.type === "text" || field.tagName === "TEXTAREA" ? [field.selectionStart, field.selectionEnd] : null);
  // Put back at once, before the next key is pressed.
  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, was] of typed) {
      const form = document.getElementById(id);
      if (!form || was.isBack) continue;
      was.isBack = true;
      const field = fieldOf(form);
      if (field.type === "checkbox") field.checked = was.now === "on";
      else field.value = was.now;
      if (was.caret && field === document.activeElement) field.setSelectionRange(...was.caret);
    }
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const id of [...typed.keys()]) {
      typed.delete(id);
      const form = document.getElementById(id);
      if (form && fieldOf(form) !== document.activeElement) save(form);
    }
  });
  // The caret leaves with something unsaved: restored text does not make the browser say "change".
  document.addEventListener("focusout", (event) => {
    const form = event.target.closest?.("form.cell");
    if (form && event.target.name === "value" && !typed.has(form.id) && !form.matches(".wrong, .clashing")) save(form);
  });
  // A request that never arrived may be sent again.
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      const form = event.target.closest?.("form.cell");
      if (form) delete form.dataset.sent;
    });
  }
  // What others changed is drawn anew, but never under somebody's hands.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const target = event.detail.target;
    if (!target?.matches?.("form.cell, .cell.rows")) return;
    const field = target.matches("form") ? fieldOf(target) : null;
    if (target.contains(document.activeElement) || (field && valueOf(field) !== target.dataset.saved)) {
      event.detail.shouldSwap = false;
    }
  });

  // The dialog of a thing.
  const dialog = () => document.getElementById("thing");
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id === "thing-body" && !dialog().open) dialog().showModal();
  });
  document.addEventListener("thing-gone", () => dialog()?.close());
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]") || event.target === dialog()) dialog()?.close();
    const copier = event.target.closest("[data-copy]");
    if (copier) copy(copier);
  });

  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // a page without https has no clipboard
    }
    const word = button.textContent;
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = word; }, 1600);
  };

  document.addEventListener("submit", (event) => {
    const question = event.target.dataset.confirm;
    if (question && !window.confirm(question)) event.preventDefault();
  });
})();
