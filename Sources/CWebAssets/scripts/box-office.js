// The box office: adds tickets with one press, shows the sum and the change (the money to give back to the buyer),
// sells without leaving the page, and shows the sold tickets. While no ticket is chosen, the buttons that sell are
// disabled. Without this script, people type the numbers of tickets, the buttons are always enabled, and the page of
// the order shows the tickets. Server side: WebDesk/Sales/BoxOfficePage.swift
import { button, element, money } from "./elements.js";
import { forget } from "./guard.js";

const form = document.querySelector("form[data-sale]");
const sold = document.querySelector("[data-sold]");
const types = [...document.querySelectorAll(".sale-type[data-units]")];
const part = (name) => document.querySelector(`[data-${name}]`);

/// The number of chosen tickets of a type.
const chosen = (type) => Number(type.querySelector("input")?.value) || 0;

/// The sums of the chosen tickets, by currency, in minor units.
function sums() {
  const all = new Map();
  for (const type of types) {
    const count = chosen(type);
    const { units, currency, decimals, amount } = type.dataset;
    if (count === 0 || !currency) continue;
    const known = all.get(currency) ?? { units: 0, currency, decimals: Number(decimals), amount };
    known.units += count * Number(units);
    all.set(currency, known);
  }
  return all;
}

/// An amount that the seller typed, in minor units; null if the text is not an amount. The server parses the same text
/// with the same pattern (Ticketing/Values/Money+Typed.swift).
function typedUnits(text, { amount, decimals }) {
  const match = new RegExp(`^(?:${amount})$`).exec(text.replace(/\s/g, " ").trim());
  if (!match) return null;
  const [whole, fraction = ""] = match.slice(1).filter((group) => group !== undefined);
  return Number(whole.replace(/[ ,]/g, "") + fraction.padEnd(decimals, "0"));
}

function showSum() {
  const isEmpty = !types.some((type) => chosen(type) > 0);
  for (const method of form.querySelectorAll("button[name=method]")) method.disabled = isEmpty;
  const all = [...sums().values()];
  part("total").textContent = all.map(money).join(" + ") || "0";
  const given = all.length === 1 ? typedUnits(form.elements.given.value, all[0]) : null;
  const line = part("change-line");
  line.hidden = given === null;
  if (line.hidden) return;
  const { units, currency, decimals } = all[0];
  const change = given - units;
  const label = part("change-label");
  label.textContent = change < 0 ? label.dataset.missing : label.dataset.change;
  part("change-amount").textContent = money({ units: Math.abs(change), currency, decimals });
}

function symbol({ side, path, label }) {
  const namespace = "http://www.w3.org/2000/svg";
  const make = (name, values) => {
    const made = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    return made;
  };
  const drawing = make("svg", { class: "symbol", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label });
  drawing.append(make("rect", { width: side, height: side, fill: "#fff" }), make("path", { fill: "#000", d: path }));
  return drawing;
}

function link(text, address, kind) {
  const made = element("a", kind, text);
  made.href = address;
  return made;
}

function showSold(answer, change) {
  const words = sold.dataset;
  const title = element("h2", "", answer.title);
  title.id = "sold-title";
  const handover = answer.handover;
  const parts = change ? [title, change] : [title];
  const actions = element("p", "actions", button(words.next, startNext, ""));
  if (handover?.symbols.length) actions.append(" ", button(words.print, () => window.print()));
  if (handover?.pdf) actions.append(" ", link(words.pdf, handover.pdf, "button plain"));
  actions.append(" ", link(words.open, answer.order, "button plain"));
  parts.push(actions);
  if (handover?.link) parts.push(element("p", "link", element("code", "", handover.link)));
  if (handover?.symbols.length) {
    const entries = handover.symbols.map((one) => element("li", "", symbol(one), element("p", "", one.text)));
    parts.push(element("ul", "symbols", ...entries));
  }
  sold.replaceChildren(...parts);
  form.hidden = true;
  sold.hidden = false;
  sold.focus();
}

/// A copy of the line with the change for the buyer; null if the form shows no change.
function shownChange() {
  if (part("change-line").hidden) return null;
  return element("p", "", `${part("change-label").textContent} `, element("b", "", part("change-amount").textContent));
}

/// Clears the form for the next sale. Also clears the default values: in a refused form, they are the values that the
/// user typed. At the end, guard.js forgets the form’s unsaved values.
function clear() {
  for (const fault of document.querySelectorAll("#errors, .fault, [name=conflicts]")) fault.remove();
  for (const field of form.querySelectorAll("input:not([type=hidden])")) {
    field.defaultValue = field.type === "number" ? "0" : "";
    field.value = field.defaultValue;
    field.removeAttribute("aria-invalid");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  form.reset();
  forget(form);
}

function startNext() {
  sold.hidden = true;
  sold.replaceChildren();
  form.hidden = false;
  form.querySelector("[data-add]")?.focus();
}

/// Gives the forms of the page a new id, so that the server does not treat the next sale as a repetition of this sale.
function renew(id) {
  const fields = [...document.querySelectorAll("input[name=form]")];
  for (const field of fields) field.value = id;
  history.replaceState({ ...history.state, forms: {} }, "");
}

/// Sends the form again, without JSON, after `sell` has received a refusal or no answer. The server answers with a
/// page: the form with its faults or, if the sale was made but the first answer was lost, the order. The field `again`
/// makes the form different, because for an identical form the server would repeat its first answer, which is JSON.
function sendPlainly(method) {
  for (const [name, value] of Object.entries({ method, again: "yes" })) {
    form.append(Object.assign(element("input", ""), { type: "hidden", name, value }));
  }
  forget(form);
  form.submit();
}

async function sell(event) {
  event.preventDefault();
  // Only a button with a payment method sells. Enter in a field does not sell.
  const method = event.submitter?.value;
  if (!method || form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  const fields = new URLSearchParams(new FormData(form));
  fields.set("method", method);
  try {
    const response = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body: fields });
    if (response.status !== 200) return sendPlainly(method);
    const answer = await response.json();
    const change = shownChange();
    clear();
    renew(answer.form);
    showSold(answer, change);
  } catch {
    sendPlainly(method);
  } finally {
    form.ariaBusy = null;
  }
}

if (form) {
  for (const type of types) {
    const add = type.querySelector("[data-add]");
    const field = type.querySelector("input");
    if (!add || !field) continue;
    add.hidden = false;
    add.addEventListener("click", () => {
      field.stepUp();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  form.addEventListener("input", showSum);
  form.addEventListener("submit", sell);
  part("sum").hidden = false;
  showSum();
  // A browser that returns to this page may fill in the numbers of tickets after this script has run.
  window.addEventListener("pageshow", showSum);
}
