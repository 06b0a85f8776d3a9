// Checks a file's size before the upload. A file that is too large is rejected at once, because its upload could take
// minutes.
// Server side: WebDesk/Import/ImportPages.swift
for (const field of document.querySelectorAll("input[type=file][data-most]")) {
  const maxBytes = Number(field.dataset.most);
  const fault = document.getElementById(field.dataset.fault);
  const megabytes = (bytes) => Math.ceil(bytes / 1048576);

  function isTooLarge() {
    const file = field.files[0];
    const large = file !== undefined && file.size > maxBytes;
    fault.hidden = !large;
    fault.textContent = large
      ? `The file has ${megabytes(file.size)} MiB; use at most ${megabytes(maxBytes)} MiB. ${field.dataset.remedy}`
      : "";
    field.setAttribute("aria-invalid", String(large));
    return large;
  }

  field.addEventListener("change", isTooLarge);
  field.form.addEventListener("submit", (event) => {
    if (!isTooLarge()) return;
    event.preventDefault();
    field.focus();
  });
}
