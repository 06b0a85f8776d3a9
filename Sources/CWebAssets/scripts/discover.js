// Shows recommendations and recent searches on the list of events, finds the nearest city, and lets the visitor edit
// and forget the interests that this browser keeps.
// Server side: WebPublic/Discovery/ForYouPage.swift and WebPublic/Discovery/NearPage.swift
import { button, byID, element } from "./elements.js";
import { build } from "./markup.js";
import { body, change, clearSearches, finishPurchase, forget, interests } from "./interests.js";
import { recordSearch, searches } from "./interests.js";

async function post(path, value) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(value),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

finishPurchase();

// On a phone, the chips of a row scroll. The chosen chip of each row is scrolled to the middle.
for (const chip of document.querySelectorAll("nav.chips [aria-current]")) {
  const [own, row] = [chip, chip.parentElement].map((one) => one.getBoundingClientRect());
  chip.parentElement.scrollBy({ left: (own.left + own.right - row.left - row.right) / 2 });
}

// Recommendations
const recommendations = byID("for-you");

async function recommend() {
  if (!recommendations) return;
  try {
    const { sections } = await post("/discover/for-you", body());
    recommendations.replaceChildren(...build(sections));
    recommendations.hidden = sections.length === 0;
  } catch {
    // The list of events above is complete even without recommendations.
    recommendations.hidden = true;
  }
}

// Recent searches
const recent = byID("recent");

function showSearches() {
  const links = searches().map((text) => {
    const link = element("a", "chip", text);
    link.href = `/events?text=${encodeURIComponent(text)}`;
    return link;
  });
  const clear = button(recent.dataset.clear, () => {
    clearSearches();
    showSearches();
    byID("text").focus();
  });
  recent.replaceChildren(...links, clear);
  recent.hidden = links.length === 0;
}

document.querySelector("form.search").addEventListener("submit", () => recordSearch(byID("text").value));
showSearches();

// The nearest city
const status = byID("near-status");

/// A coordinate, rounded to a tenth of a degree, which is about 10 km.
const rounded = (degrees) => (Math.round(degrees * 10) / 10).toFixed(1);

async function findCity({ coords }) {
  try {
    const { city, path } = await post("/discover/near", {
      position: `${rounded(coords.latitude)},${rounded(coords.longitude)}`,
    });
    if (!city) {
      status.textContent = status.dataset.none;
      return;
    }
    change((kept) => (kept.city = city));
    location.assign(path);
  } catch {
    status.textContent = status.dataset.failed;
  }
}

if (navigator.geolocation && isSecureContext) {
  byID("near").hidden = false;
  byID("near-me").addEventListener("click", () => {
    status.textContent = "";
    navigator.geolocation.getCurrentPosition(
      findCity,
      () => (status.textContent = status.dataset.failed),
      { enableHighAccuracy: false, maximumAge: 600_000, timeout: 20_000 },
    );
  });
}

// Interests
const form = byID("interests-form");
const formStatus = byID("interests-status");

function fillForm() {
  const kept = interests();
  for (const box of form.elements.category) box.checked = kept.categories.includes(box.value);
  for (const box of form.elements.day) box.checked = kept.days.includes(box.value);
  for (const box of form.elements.time) box.checked = kept.times.includes(box.value);
  form.elements.price.value = kept.price;
  form.elements.city.value = kept.city;
  form.elements.distance.value = kept.distance;
}

const ticked = (name) => [...form.elements[name]].filter((box) => box.checked).map((box) => box.value);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  change((kept) => {
    kept.categories = ticked("category");
    kept.days = ticked("day");
    kept.times = ticked("time");
    kept.price = form.elements.price.value;
    kept.city = form.elements.city.value.trim();
    kept.distance = Number(form.elements.distance.value);
  });
  formStatus.textContent = formStatus.dataset.saved;
  recommend();
});

byID("forget").addEventListener("click", () => {
  forget();
  fillForm();
  showSearches();
  formStatus.textContent = formStatus.dataset.forgotten;
  recommend();
});

fillForm();
byID("interests").hidden = false;
recommend();
