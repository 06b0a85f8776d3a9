// Shows the symbols of tickets in a dialog that fills the window: black on white, while the screen stays on. Several
// tickets are side by side. People move between the tickets with a swipe, the arrow keys or the buttons.
// Template: large-symbol; server side: WebPublic/Tickets/OrderPage.swift and WebPublic/Tickets/TicketPage.swift
import { finishPurchase } from "./interests.js";

const dialog = document.getElementById("large");
const slides = document.getElementById("slides");
const position = document.getElementById("position");
const previous = document.getElementById("previous");
const next = document.getElementById("next");
const symbols = [...document.querySelectorAll("[data-symbol]")];
const buttons = [...document.querySelectorAll("[data-large]")];
let places = [];
let index = 0;
let lock;

async function stayAwake() {
  if (!dialog.open || document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // A phone in battery-saving mode refuses the wake lock. The ticket works without the lock.
  }
}

/// Moves the symbols into the dialog. A copy of a symbol would not show the changes of its live code.
function moveIn() {
  places = symbols.map((symbol) => {
    const place = document.createComment("");
    const slide = document.createElement("div");
    const caption = document.createElement("p");
    slide.className = "slide";
    caption.textContent = symbol.dataset.caption;
    symbol.replaceWith(place);
    slide.append(symbol, caption);
    slides.append(slide);
    return place;
  });
}

function moveBack() {
  places.forEach((place, number) => place.replaceWith(symbols[number]));
  slides.replaceChildren();
  lock?.release();
  lock = undefined;
}

function describe() {
  const text = symbols[index].dataset.position ?? "";
  if (position.textContent !== text) position.textContent = text;
  previous.disabled = index === 0;
  next.disabled = index === symbols.length - 1;
  if (document.activeElement === document.body || document.activeElement?.disabled) slides.focus();
}

function go(to) {
  index = Math.min(Math.max(to, 0), symbols.length - 1);
  slides.children[index].scrollIntoView({ behavior: "instant", block: "nearest", inline: "center" });
  describe();
}

/// After a swipe, makes the slide in the middle the current slide.
function follow() {
  if (!dialog.open) return;
  const { left, width } = slides.getBoundingClientRect();
  const middle = left + width / 2;
  const found = [...slides.children].findIndex((slide) => {
    const box = slide.getBoundingClientRect();
    return box.left <= middle && middle < box.right;
  });
  if (found < 0 || found === index) return;
  index = found;
  describe();
}

function open(number) {
  moveIn();
  dialog.showModal();
  previous.hidden = next.hidden = symbols.length < 2;
  go(number);
  slides.focus();
  stayAwake();
}

buttons.forEach((button, number) => {
  button.hidden = false;
  button.addEventListener("click", () => open(number));
});
previous.addEventListener("click", () => go(index - 1));
next.addEventListener("click", () => go(index + 1));
document.getElementById("leave").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", moveBack);
dialog.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  event.preventDefault();
  const isForward = (event.key === "ArrowRight") === (getComputedStyle(dialog).direction === "ltr");
  go(index + (isForward ? 1 : -1));
});
slides.addEventListener("scroll", follow);
document.addEventListener("visibilitychange", stayAwake);
finishPurchase();
