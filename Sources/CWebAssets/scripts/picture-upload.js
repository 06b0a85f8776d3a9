// Sends a picture without leaving the page, and shows the progress. If the server refuses the picture, the page shows
// the faults, and the picture is not sent again. Without this script, the browser sends the form in the usual way.
// Server side: WebDesk/Pictures/Desk+Pictures.swift
import { byID, element, filled } from "./elements.js";
import { forget } from "./guard.js";

/// Shows a fault next to its field, and returns the field. If the fault has no visible field, shows the fault next to
/// the file field, and returns that field.
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

/// The title of the window without “Error:”. If the page shows a form that the server has refused, the title contains
/// “Error:” from the start.
function plainTitle() {
  const form = document.querySelector("form[data-upload]");
  return byID("errors") && form ? document.title.replace(filled(form.dataset.title, { title: "" }), "") : document.title;
}

const title = plainTitle();

/// Shows the faults that the server has found: at their fields, and in a summary at the top, which gets the focus.
function refuse(form, faults) {
  const lines = faults.map((fault) => {
    const field = showFault(form, fault);
    const link = element("a", "", `${field.labels[0].textContent}: ${fault.text}`);
    link.href = `#${field.id}`;
    return element("li", "", link);
  });
  const summary = element("div", "errors", element("p", "fault", form.dataset.refused), element("ul", "", ...lines));
  summary.id = "errors";
  summary.tabIndex = -1;
  summary.setAttribute("role", "alert");
  const heading = document.querySelector("h1");
  (heading.closest(".page-head") ?? heading).after(summary);
  document.title = filled(form.dataset.title, { title });
  summary.focus();
}

function removeFaults(form) {
  byID("errors")?.remove();
  document.title = title;
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
    // The session has ended. After a reload, the browser shows the sign-in page.
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
    // Another script may have prevented the submission because of a fault. A form without a file is short and needs no
    // display of progress, so the browser sends it.
    if (event.defaultPrevented || !form.elements.file.files.length) return;
    event.preventDefault();
    send(form);
  });
}
