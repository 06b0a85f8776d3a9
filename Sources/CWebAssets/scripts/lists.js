// Shows a checkbox that selects all rows of a list on this page.
// Templates: list-table, guest-table, desk-outbox, desk-guests
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

// The button that saves the answers of guests stays below the table until an answer is changed. Then the button is at
// the bottom of the window. In a form that the server has refused, answers are already changed. Its button lacks the
// attribute `data-rests`, and is at the bottom of the window from the start.
const save = document.querySelector("[data-rests]");
if (save) {
  const answers = [...save.closest("form").querySelector(".grid").querySelectorAll("select")];
  const isChanged = (answer) => {
    const saved = [...answer.options].find((option) => option.defaultSelected) ?? answer.options[0];
    return !saved.selected;
  };
  const rest = () => save.classList.toggle("resting", !answers.some(isChanged));
  for (const answer of answers) answer.addEventListener("input", rest);
  // When the user comes back to the page, the browser can restore changed answers.
  window.addEventListener("pageshow", rest);
  rest();
}
