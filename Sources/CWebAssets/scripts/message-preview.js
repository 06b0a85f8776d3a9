// While the user types, this script shows the preview of a template, or shows each fault next to its field. Without
// this script, a button shows the preview. Server side: WebDesk/Messages/MessageTemplatePages.swift
import { byID, element } from "./elements.js";

const section = document.querySelector("[data-preview]");
const form = document.querySelector("form[data-template]");
// The preview is updated when the user has not typed for this number of milliseconds.
const pause = 500;
let timer;
let request;

function showFault(name, text) {
  const field = form.elements[name];
  if (!field) return;
  const id = `${name}-fault`;
  const shown = byID(id);
  const described = new Set((field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean));
  if (text) described.add(id);
  else described.delete(id);
  field.setAttribute("aria-describedby", [...described].join(" "));
  if (!text) {
    shown?.remove();
    field.removeAttribute("aria-invalid");
    return;
  }
  const fault = shown ?? element("p", "fault");
  fault.id = id;
  fault.textContent = text;
  if (!shown) field.before(fault);
  field.setAttribute("aria-invalid", "true");
}

function paragraph(lines) {
  return element("p", "", ...lines.flatMap((line, index) => (index > 0 ? [document.createElement("br"), line] : [line])));
}

function show(answer) {
  for (const name of ["subject", "body"]) showFault(name, answer.faults?.[name]);
  if (answer.faults) return;
  section.hidden = false;
  section.querySelector("[data-about]").textContent = answer.about;
  const subject = section.querySelector("[data-subject]");
  if (subject) subject.textContent = answer.subject ?? "";
  section.querySelector("[data-text]").replaceChildren(...answer.paragraphs.map(paragraph));
}

async function update() {
  request?.abort();
  request = new AbortController();
  const body = new URLSearchParams(new FormData(form));
  body.set("step", "preview");
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: request.signal,
    });
    if (response.ok || response.status === 422) show(await response.json());
  } catch {
    // The server does not answer, or this script has cancelled the request because the user has typed more. The button
    // for the preview still works.
  }
}

form?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(update, pause);
});
