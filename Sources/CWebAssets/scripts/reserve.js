// On the page of an event, this script shows the total price of the chosen tickets. On the summary of an order, it
// records the order in this browser. Without this script, only the summary shows the total price.
// Server side: WebPublic/Events/PublicEventPage.swift and WebPublic/Events/OrderSummaryPage.swift
import { money } from "./elements.js";
import { beginPurchase, interests } from "./interests.js";

const form = document.getElementById("reservation");
const summary = document.getElementById("order-summary");
const mostReserved = 50;

function total(fields) {
  const sums = new Map();
  for (const { valueAsNumber: count, dataset } of fields) {
    if (!(count > 0) || !dataset.currency || dataset.price === "0") continue;
    const { currency } = dataset;
    const units = (sums.get(currency)?.units ?? 0) + count * Number(dataset.price);
    sums.set(currency, { units, currency, decimals: Number(dataset.decimals) });
  }
  return [...sums.values()].map(money).join(" + ");
}

/// Prepares a number field. Its buttons skip the numbers between 0 and the minimum number of tickets in an order.
function prepare(field) {
  const least = Number(field.dataset.least);
  let before = field.valueAsNumber || 0;
  // A typed number replaces the 0.
  field.addEventListener("focus", () => field.select());
  field.addEventListener("input", (event) => {
    const count = field.valueAsNumber;
    // Only the buttons skip numbers. A typed number stays, because a person who types 12 types 1 first.
    if (!event.isTrusted && count > 0 && count < least) {
      field.value = before < count ? least : 0;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    before = field.valueAsNumber || 0;
  });
}

function startSum() {
  const fields = [...form.querySelectorAll("[data-price]")];
  const sum = document.getElementById("sum");
  const show = () => {
    const isChosen = fields.some((field) => field.valueAsNumber > 0);
    const text = isChosen ? total(fields) || sum.dataset.free : sum.dataset.none;
    if (sum.textContent !== text) sum.textContent = text;
    sum.previousElementSibling.hidden = !isChosen;
  };
  fields.forEach(prepare);
  form.addEventListener("input", show);
  sum.parentElement.hidden = false;
  show();
  // A browser can restore typed numbers after the page is loaded.
  addEventListener("pageshow", show);
  form.addEventListener("submit", () => {
    const reserved = interests().interactions.filter((one) => one.kind === "purchase").map((one) => one.event);
    form.elements.reserved.value = reserved.slice(-mostReserved).join();
  });
}

function startSummary() {
  const { event, category, address } = summary.dataset;
  // The summary is the answer to a form. A browser that returned to the summary with the Back button would have to send
  // the form again. So the script replaces the URL in the browser’s history with the URL of the event, and the Back
  // button opens the page of the event. The history’s state is kept, because it contains the form’s id (forms.js).
  history.replaceState(history.state, "", address);
  summary.addEventListener("submit", (submission) => {
    if (submission.submitter?.name !== "change") beginPurchase(event, category);
  });
}

if (form) startSum();
if (summary) startSummary();
