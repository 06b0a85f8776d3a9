// If a form has values that are not saved, and the person clicks a link, this script asks whether to discard the values.
// If the person closes the tab or reloads the page, the browser asks the same question.
// Templates: page-layout, desk-shell, and the templates with the attributes `data-unsaved` and `data-discards`
const question = document.getElementById("discard");
const changed = new Set();
let destination;

// Forms for a search or for a selection of rows are left out, because they contain nothing to save. The attribute is
// read instead of the property `method`, because a button of the box office has the name `method`.
const isWatched = (form) => form?.getAttribute("method") === "post" && !form.matches(".search, .bulk");

/// Whether a form is sent to the URL of this page. If this page is the response to a form, it has the form's URL.
const isSentHere = (form) => new URL(form.getAttribute("action"), location.href).href === location.href.split("#")[0];

const hasValue = (field) => field.matches("input:not([type=hidden]), select, textarea") && field.value !== "";

/// Whether the server has put unsaved values into a form: the server has refused the form, or shows a preview of it.
function isShownAgain(form) {
  if (!isWatched(form) || !isSentHere(form)) return false;
  return form.matches("main[data-unsaved] form") ? [...form.elements].some(hasValue) : form.matches("[data-unsaved]");
}

let shownAgain = [...document.forms].filter(isShownAgain);

/// Whether this page has values that a person has typed and that are not saved.
export const hasUnsavedValues = () => changed.size > 0 || shownAgain.length > 0;

function forgetAll() {
  changed.clear();
  shownAgain = [];
}

/// Stops asking about the values of a form. Other scripts call this when they send the form.
export function forget(form) {
  changed.delete(form);
  // The button that confirms a preview is in another form, which sends the same values.
  if (isWatched(form) && isSentHere(form)) shownAgain = [];
}

document.addEventListener("input", ({ target }) => {
  if (isWatched(target.form)) changed.add(target.form);
});
// A form that the server has shown again has its unsaved values even after a reset.
document.addEventListener("reset", ({ target }) => changed.delete(target));
// If another script has prevented the submission, the values of the form stay unsaved. A listener on the window runs
// after the listeners of other scripts.
window.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) forget(event.target);
});
window.addEventListener("beforeunload", (event) => {
  if (hasUnsavedValues()) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!question || !link || !hasUnsavedValues() || event.defaultPrevented || event.button !== 0) return;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target !== "";
  const staysHere = link.hash !== "" && link.href.split("#")[0] === location.href.split("#")[0];
  if (opensElsewhere || staysHere || link.hasAttribute("download")) return;
  // The text of such a link already says that it discards the values.
  if (link.hasAttribute("data-discards")) return forgetAll();
  event.preventDefault();
  destination = link.href;
  question.showModal();
});
question?.querySelector("[data-keep]").addEventListener("click", () => question.close());
question?.querySelector("[data-discard]").addEventListener("click", () => {
  forgetAll();
  location.assign(destination);
});
