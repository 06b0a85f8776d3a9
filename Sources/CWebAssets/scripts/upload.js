// Checks a file's size before the upload. A file that is too large is rejected at once, because its upload could take
// minutes.
// Server side: WebDesk/Import/ImportPages.swift and WebDesk/Pictures/PictureForm.swift
import { byID, filled } from "./elements.js";

const checked = "input[type=file][data-most]";
const megabytes = (bytes) => Math.ceil(bytes / 1048576);

function isTooLarge(field) {
  const file = field.files[0];
  const maxBytes = Number(field.dataset.most);
  const large = file !== undefined && file.size > maxBytes;
  const fault = byID(field.dataset.fault);
  fault.hidden = !large;
  fault.textContent = large
    ? filled(field.dataset.tooLarge, { size: megabytes(file.size), most: megabytes(maxBytes) })
    : "";
  field.setAttribute("aria-invalid", String(large));
  return large;
}

// The listeners are on the document, because an answer of the server can replace the fields. The capturing listener
// runs before those of other scripts.
document.addEventListener("change", ({ target }) => {
  if (target.matches(checked)) isTooLarge(target);
});
document.addEventListener(
  "submit",
  (event) => {
    const field = event.target.querySelector(checked);
    if (!field || !isTooLarge(field)) return;
    event.preventDefault();
    field.focus();
  },
  true,
);
