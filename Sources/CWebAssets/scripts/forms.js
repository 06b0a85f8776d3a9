// Each form has an id. By this id, the server recognizes a form that was already sent, so that nothing is created
// twice. After a click on Back, the browser sometimes reloads the page. The browser then restores the typed values, but
// the form has a new id. So this script keeps the form's first id in the history entry, and puts it back into the form.
// Server side: WebHost/Forms/FormSubmissions.swift and WebHost/Forms/ErrorSummary.swift
const ids = [...document.querySelectorAll("input[name=form], input[name=request]")];
const kept = history.state?.forms;
if (kept?.length === ids.length) ids.forEach((field, index) => (field.value = kept[index]));
else if (ids.length > 0) history.replaceState({ forms: ids.map((field) => field.value) }, "");

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
