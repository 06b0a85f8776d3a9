// Shows a checkbox that selects all rows of a list on this page. Without this script, people select the rows one by
// one.
// Templates: list-table, guest-table, desk-outbox
for (const all of document.querySelectorAll("[data-select-all]")) {
  const rows = [...all.closest("table").querySelectorAll("tbody input[name=row]")];
  const show = () => {
    const ticked = rows.filter((row) => row.checked).length;
    all.checked = ticked > 0 && ticked === rows.length;
    all.indeterminate = ticked > 0 && ticked < rows.length;
  };
  all.addEventListener("change", () => {
    for (const row of rows) row.checked = all.checked;
  });
  for (const row of rows) row.addEventListener("change", show);
  all.hidden = false;
  show();
}
