// Sends a picture without leaving the page, and shows the progress. If the server refuses the picture, the page shows
// the faults, and the picture is not sent again. Without this script, the browser sends the form in the usual way, and
// shows no progress.
// Server side: WebDesk/Pictures/Desk+Pictures.swift
import { byID, element } from "./elements.js";
import { forget } from "./guard.js";

/// Shows a fault at its field, and returns the field. A fault without a visible field is shown at the file.
function showFault(form, { field: name, text }) {
  const { file } = form.elements;
  const named = form.elements[name];
  const field = named && named.type !== "hidden" ? named : file;
  field.setAttribute("aria-invalid", "true");
  const id = field === file ? file.dataset.fault : `${field.id}-fault`;
  let shown = byID(id);
  if (!shown) {
    shown = element("p", "fault");
    shown.id = id;
    shown.hidden = true;
    field.before(shown);
    field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${id}`.trim());
  }
  shown.textContent = shown.hidden ? text : `${shown.textContent} ${text}`;
  shown.hidden = false;
  return field;
}

/// Shows the faults that the server has found, and focuses the first field that has a fault.
function refuse(form, faults) {
  const fields = faults.map((fault) => showFault(form, fault));
  (fields[0] ?? form.elements.file).focus();
}

/// Removes the faults of the last attempt.
function removeFaults(form) {
  for (const field of form.elements) field.removeAttribute("aria-invalid");
  for (const fault of form.querySelectorAll(".fault")) {
    fault.textContent = "";
    fault.hidden = true;
  }
}

/// The faults in the answer of the server; null if the answer has none.
function faultsIn(text) {
  try {
    return JSON.parse(text).faults ?? null;
  } catch {
    return null;
  }
}

function send(form) {
  const progress = form.querySelector("[data-progress]");
  const state = form.querySelector("[data-state]");
  const buttons = form.querySelectorAll("button");
  const busy = (isBusy) => {
    progress.hidden = !isBusy;
    form.setAttribute("aria-busy", String(isBusy));
    for (const one of buttons) one.disabled = isBusy;
  };
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
    if (lengthComputable) progress.querySelector("progress").value = (100 * loaded) / total;
  });
  request.upload.addEventListener("load", () => (state.textContent = form.dataset.reading));
  const stop = (text) => {
    busy(false);
    state.textContent = text;
  };
  request.addEventListener("error", () => stop(form.dataset.failed));
  request.addEventListener("load", () => {
    if (request.status === 200) {
      forget(form);
      return location.assign(request.responseURL);
    }
    // The session has ended. The page is loaded again, and leads to the sign-in page.
    if (request.status === 401) return location.reload();
    const faults = request.status === 422 ? faultsIn(request.responseText) : null;
    stop(faults ? "" : form.dataset.failed);
    if (faults) refuse(form, faults);
  });
  removeFaults(form);
  state.textContent = "";
  busy(true);
  request.send(new FormData(form));
}

for (const form of document.querySelectorAll("form[data-upload]")) {
  form.addEventListener("submit", (event) => {
    // Another script may have stopped the form because of a fault. A form without a file is short and needs no
    // progress, so the browser sends it.
    if (event.defaultPrevented || !form.elements.file.files.length) return;
    event.preventDefault();
    send(form);
  });
}
