// Shows the label and the value of the column nearest to the pointer. All values are also in the table below the chart.
// Template: chart

/**
 * The column whose middle is nearest to a horizontal position in the window; undefined if the distance is more than a
 * twelfth of the chart’s width.
 */
function nearest(drawing, x) {
  let found;
  let least = drawing.clientWidth / 12;
  for (const column of drawing.querySelectorAll("rect[data-label]")) {
    const { left, width } = column.getBoundingClientRect();
    const distance = Math.abs(left + width / 2 - x);
    if (distance < least) [found, least] = [column, distance];
  }
  return found;
}

function hideAll() {
  for (const shown of document.querySelectorAll(".chart-hover")) shown.textContent = "";
}

document.addEventListener("pointermove", (event) => {
  hideAll();
  const chart = event.target.closest?.(".columns");
  const drawing = chart?.querySelector("svg");
  const column = drawing && nearest(drawing, event.clientX);
  if (!column) return;
  const hint = chart.querySelector(".chart-hover");
  const { left, width } = column.getBoundingClientRect();
  hint.textContent = column.dataset.label;
  const frame = chart.getBoundingClientRect();
  const middle = left + width / 2 - frame.left - hint.offsetWidth / 2;
  hint.style.left = `${Math.max(0, Math.min(middle, frame.width - hint.offsetWidth))}px`;
});
document.addEventListener("pointerleave", hideAll);
