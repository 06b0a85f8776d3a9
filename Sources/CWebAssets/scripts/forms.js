// Each form has an id. By this id, the server recognizes a form that was already sent, so that nothing is created
// twice. After a click on Back, the browser sometimes reloads the page. The browser then restores the typed values, but
// the form has a new id. So this script keeps the form's first id in the history entry, and puts it back into the form.
// Server side: WebHost/Forms/FormSubmissions.swift and WebHost/Forms/ErrorSummary.swift
const kept = history.state?.forms ?? {};
const forms = {};
for (const field of document.querySelectorAll("input[name=form], input[name=request]")) {
  // The reloaded page can have more forms than before, so this script finds a form by the URL to which it is sent. Of
  // several forms with the same URL, only the first keeps its id. In a form that reserves tickets, the id is in the
  // field `request`. This field is found by its name alone, because the form on the page of an event and the form on
  // the summary of the order have different URLs, but the same id.
  const name = field.name === "request" ? field.name : `${field.name} ${field.form.getAttribute("action") ?? ""}`;
  if (name in forms) continue;
  if (name in kept) field.value = kept[name];
  forms[name] = field.value;
}
if (Object.keys(forms).length > 0) history.replaceState({ ...history.state, forms: { ...kept, ...forms } }, "");

// A click on a link in the error summary focuses the link's field, and opens the section that contains the field.
for (const link of document.querySelectorAll("#errors a")) {
  link.addEventListener("click", (event) => {
    const field = document.getElementById(link.hash.slice(1));
    if (!field) return;
    event.preventDefault();
    field.closest("details")?.setAttribute("open", "");
    field.focus();
    field.scrollIntoView({ block: "center" });
  });
}
document.getElementById("errors")?.focus();
