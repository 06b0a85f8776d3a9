// After the Back button, the browser may reload a page with the typed values, and the server gives the form a new id.
// This script keeps the first id in the history entry, so that the server recognizes the form and executes it once.
// Server side: WebHost/Forms/FormSubmissions.swift and WebHost/Forms/ErrorSummary.swift
const ids = [...document.querySelectorAll("input[name=form], input[name=request]")];
const kept = history.state?.forms;
if (kept?.length === ids.length) ids.forEach((field, index) => (field.value = kept[index]));
else if (ids.length > 0) history.replaceState({ forms: ids.map((field) => field.value) }, "");

// A link in the error summary focuses its field, and opens the section that contains it.
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
