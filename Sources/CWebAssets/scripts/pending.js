// Counts down the seconds until the server performs a pending cancellation or refund. Then reloads the page, so that
// the page shows the result. Also requests a refund without leaving the page. Without this script, each form reloads
// the page, and the page says how many seconds were left when it was loaded.
// Template: pending-change; server side: WebDesk/Undo/UndoPage.swift
import { button, element } from "./elements.js";
import { forget } from "./guard.js";

/// Counts down in an announcement: an element with the attributes `data-pending`, `data-text` and `data-return`.
function countDown(pending) {
  const text = pending.querySelector("p");
  const seconds = Number(pending.dataset.pending);
  const due = performance.now() + seconds * 1000;
  // The number of seconds from the time when the change is due until the page is reloaded. The server looks for due
  // changes once a second. If the change was already due when the page was loaded, the server is late, so the page
  // waits longer.
  const patience = seconds > 0 ? 1.5 : 5;
  // A screen reader reads the text once, and not every second.
  pending.querySelector("[role=status]").ariaLive = "off";
  const show = () => {
    const left = (due - performance.now()) / 1000;
    if (left < -patience) return location.replace(pending.dataset.return);
    const shown = pending.dataset.text.replace("#", Math.max(0, Math.ceil(left)));
    if (text.textContent !== shown) text.textContent = shown;
    setTimeout(show, 250);
  };
  show();
}

function hidden(name, value) {
  return Object.assign(element("input", ""), { type: "hidden", name, value });
}

/// Builds the same announcement as the template `pending-change`.
function announcement(answer, form) {
  const undo = element(
    "form", "", hidden("antiforgery", form.elements.antiforgery.value), hidden("form", form.elements.form.value),
    button(answer.label, () => undo.submit(), ""),
  );
  Object.assign(undo, { method: "post", action: answer.undo });
  const toasts = element("div", "toasts", element("div", "toast", element("p", "", answer.text.replace("#", answer.seconds)), undo));
  toasts.role = "status";
  const pending = element("div", "", toasts);
  Object.assign(pending.dataset, { pending: answer.seconds, text: answer.text, return: answer.return });
  return pending;
}

async function schedule(event) {
  const form = event.target;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  forget(form);
  try {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body });
    if (response.status !== 200 || !response.headers.get("content-type")?.includes("json")) return form.submit();
    const pending = announcement(await response.json(), form);
    form.before(pending);
    form.hidden = true;
    pending.querySelector("button").focus();
    countDown(pending);
  } catch {
    form.submit();
  }
}

const shown = document.querySelector("[data-pending]");
if (shown) countDown(shown);
for (const form of document.querySelectorAll("form[data-schedule]")) form.addEventListener("submit", schedule);
