// Shows how much time is left until a sale ends. The text has seconds only if less than a day is left. Screen readers
// don’t read these texts, because the page says in words when each sale ends.
// Server side: WebPublic/Events/EventHead.swift and WebPublic/Events/TicketTypeContext.swift
import { filled } from "./elements.js";

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

const list = document.querySelector("[data-now]");
const countdowns = [...document.querySelectorAll("[data-until]")];
// The page contains the server’s time when the server made the page. The clock of the device may be wrong, so the script
// adds a fixed offset to it. On a slow line, this script runs some seconds after the response began to arrive, so the
// offset is calculated for the time of the arrival. `performance.now` does not depend on the clock of the device.
const arrival = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
const offset = Number(list?.dataset.now) - (Date.now() - (performance.now() - arrival));
let timer = 0;

const twoDigits = (number) => String(number).padStart(2, "0");

function text(left) {
  const seconds = Math.ceil(left / second);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const time = `${hours}:${twoDigits(Math.floor((seconds % 3600) / 60))}`;
  if (days > 0) return filled(list.dataset.days, { days, time });
  return filled(list.dataset.time, { time: `${time}:${twoDigits(seconds % 60)}` });
}

function show() {
  clearTimeout(timer);
  const now = Date.now() + offset;
  for (const countdown of countdowns) {
    const left = Number(countdown.dataset.until) - now;
    const tone = left <= 0 ? "closed" : left < hour ? "hour" : left < day ? "day" : "open";
    countdown.className = `countdown ${tone}`;
    countdown.textContent = left > 0 ? text(left) : list.dataset.ended;
    countdown.hidden = false;
  }
  timer = setTimeout(show, second - (now % second));
}

if (countdowns.length > 0) {
  show();
  // A browser slows down timers or stops them while the page is hidden.
  document.addEventListener("visibilitychange", show);
}
