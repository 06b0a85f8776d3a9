// A page that Back shows anew has a form with another id and with everything that was typed. The entry of the history keeps
// the id, so that the server knows the form again and makes nothing twice.
const ids = [...document.querySelectorAll("input[name=form], input[name=request]")];
const kept = history.state?.forms;
if (kept?.length === ids.length) ids.forEach((field, index) => (field.value = kept[index]));
else if (ids.length > 0) history.replaceState({ forms: ids.map((field) => field.value) }, "");

// A link in the list of errors leads into its field, also where that is folded away.
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
