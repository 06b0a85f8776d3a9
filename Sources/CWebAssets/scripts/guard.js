// If a person has typed into a form and then clicks a link, this script asks whether to discard the typed values. If
// the person closes the tab or reloads the page, the browser asks the same question.
// Template: desk-shell
const question = document.getElementById("discard");
const changed = new Set();
let destination;

/// Stops asking about the typed values of a form. Other scripts call this when they send the form.
export function forget(form) {
  changed.delete(form);
}

document.addEventListener("input", ({ target }) => {
  const form = target.form;
  // Forms for a search or for a selection of rows are left out, because they contain nothing to save.
  if (form?.method === "post" && !form.matches(".search, .bulk")) changed.add(form);
});
document.addEventListener("reset", ({ target }) => changed.delete(target));
// If another script has prevented the submission, the values of the form stay unsaved. A listener on the window runs
// after the listeners of other scripts.
window.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) changed.delete(event.target);
});
window.addEventListener("beforeunload", (event) => {
  if (changed.size > 0) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!question || !link || changed.size === 0 || event.defaultPrevented || event.button !== 0) return;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target !== "";
  const staysHere = link.hash !== "" && link.href.split("#")[0] === location.href.split("#")[0];
  if (opensElsewhere || staysHere || link.hasAttribute("download")) return;
  event.preventDefault();
  destination = link.href;
  question.showModal();
});
question?.querySelector("[data-keep]").addEventListener("click", () => question.close());
question?.querySelector("[data-discard]").addEventListener("click", () => {
  changed.clear();
  location.assign(destination);
});
