// After a click on Back, the browser sometimes reloads the page: it restores the typed values, but the form has a new
// id. The history entry keeps the form's first id, and this script restores it. The server then recognizes a form that
// was already sent, and does not create the same thing twice.
// Server side: WebHost/Forms/FormSubmissions.swift and WebHost/Forms/ErrorSummary.swift
const ids = [...document.querySelectorAll("input[name=form], input[name=request]")];
const kept = history.state?.forms;
if (kept?.length === ids.length) ids.forEach((field, index) => (field.value = kept[index]));
else if (ids.length > 0) history.replaceState({ forms: ids.map((field) => field.value) }, "");

// A link in the error summary focuses its field, and opens the section that contains the field.
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
