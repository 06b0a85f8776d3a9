// Counts down the seconds until the server performs a pending cancellation or refund. Then reloads the page, so that
// the page shows the result. If the person has typed or selected something, the page is not reloaded, and a link replaces
// the button that undoes the change. Also requests a refund without leaving the page. Without this script, each form
// reloads the page, and the page says how many seconds were left when it was loaded.
// Template: pending-change; server side: WebDesk/Undo/UndoPage.swift
import { button, element } from "./elements.js";
import { forget, hasUnsavedValues } from "./guard.js";

/// The value of a field, whether it is checked, and the numbers of its selected options.
function state(field) {
  const selected = Array.from(field.selectedOptions ?? [], (option) => option.index);
  return JSON.stringify([field.value, field.checked, selected]);
}

/// Whether a field has another value than the one that the server gave it. A browser writes some values differently
/// than the server, and selects the first possible choice of a list. So this function compares the field with a copy
/// that the browser has reset. It compares with no earlier value of the field, because after a reload the browser fills
/// in the typed values before the first script runs.
function isEdited(field) {
  const form = document.createElement("form");
  const copy = field.cloneNode(true);
  form.append(copy);
  form.reset();
  return state(field) !== state(copy);
}

/// Whether a reload would discard typed values, ticked rows or a dialog.
function isInUse() {
  const fields = [...document.querySelectorAll("main :is(input:not([type=hidden]), select, textarea)")];
  return hasUnsavedValues() || fields.some(isEdited) || document.querySelector("dialog[open]") !== null;
}

const placeKey = "pending-place";
/// The maximum time from leaving the page until the page is shown again, in milliseconds. An older place is ignored.
const maxPlaceAge = 30_000;

/// A selector that finds the same control after a reload; null if the control has no attribute that identifies it.
function selector(control) {
  const names = control.id ? ["id"] : ["name", "value", "href"].filter((name) => control.hasAttribute(name));
  return names.map((name) => `[${name}="${CSS.escape(control.getAttribute(name))}"]`).join("") || null;
}

/// Loads the page that shows the result. If it is the same page, `returnToPlace` restores the focus and the position.
function load(url) {
  const focus = selector(document.activeElement);
  const path = new URL(url, location.href).pathname;
  try {
    sessionStorage.setItem(placeKey, JSON.stringify({ path, focus, top: window.scrollY, time: Date.now() }));
  } catch {
    // If the browser forbids storage, the page is loaded without its place.
  }
  location.replace(url);
}

/// The place that `load` has stored for this page; undefined if there is none, or if it is too old.
function takePlace() {
  try {
    const stored = sessionStorage.getItem(placeKey);
    sessionStorage.removeItem(placeKey);
    const kept = JSON.parse(stored);
    const isRecent = Math.abs(Date.now() - kept?.time) < maxPlaceAge;
    return isRecent && kept.path === location.pathname ? kept : undefined;
  } catch {
    // If the browser forbids storage, or if the stored text is no JSON, there is no place.
    return undefined;
  }
}

/// If the control that had the focus is no longer on the page, the focus moves to the reason why the change was not
/// made, or to the heading of the page.
function returnToPlace() {
  const kept = takePlace();
  if (!kept) return;
  const main = document.querySelector("main");
  const control = kept.focus && main.querySelector(kept.focus);
  control?.closest("details")?.setAttribute("open", "");
  control?.focus({ preventScroll: true });
  if (!control || document.activeElement !== control) {
    const text = main.querySelector("[data-dropped]") ?? main.querySelector("h1");
    text.tabIndex = -1;
    text.focus({ preventScroll: true });
  }
  window.scrollTo({ top: kept.top, behavior: "instant" });
}

/// Replaces the button that undoes the change by a link that loads the result. The values on the page stay.
function end(pending) {
  const { over, refresh } = pending.dataset;
  const link = Object.assign(element("a", "button", refresh), { href: pending.dataset.return });
  const undo = pending.querySelector("form");
  const hadFocus = undo?.contains(document.activeElement);
  pending.querySelector("[role=status]").ariaLive = "polite";
  pending.querySelector("p").textContent = over;
  if (undo) undo.replaceWith(link);
  else pending.querySelector(".toast").append(link);
  if (hadFocus) link.focus();
}

/// Counts down in an announcement: an element with the attributes `data-pending`, `data-text`, `data-return`,
/// `data-over` and `data-refresh`.
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
    if (left < -patience) return isInUse() ? end(pending) : load(pending.dataset.return);
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
  const { text, over, refresh } = answer;
  Object.assign(pending.dataset, { pending: answer.seconds, text, return: answer.return, over, refresh });
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
returnToPlace();
