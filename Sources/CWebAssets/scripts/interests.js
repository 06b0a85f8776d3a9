// The visitor’s interests, which are kept in this browser only. The browser posts them when the page shows
// recommendations; the server does not keep them. Docs/Discovery.md describes them.
// Server side: WebPublic/Discovery/ForYouPage.swift

const key = "interests";
const searchKey = "recent-searches";
// The names of the lists in which the server expects the visitor’s interactions.
const lists = { purchase: "purchases", like: "likes", share: "shares", view: "views" };
const mostInteractions = 100;
const mostSearches = 5;

const standardDistance = 25;

const empty = () => ({
  categories: [],
  city: "",
  distance: standardDistance,
  price: "",
  days: [],
  times: [],
  organizers: [],
  interactions: [],
});

// A browser can forbid storage, and then every access throws an error.
function read(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, the page works as for a new visitor.
  }
}

export const interests = () => ({ ...empty(), ...read(key, {}) });

export function change(edit) {
  const changed = interests();
  edit(changed);
  write(key, changed);
}

/// Records an interaction of the visitor with an event, such as a view or a share. Each event counts once for each kind
/// of interaction.
export function record(kind, event, category) {
  change((kept) => {
    const others = kept.interactions.filter((one) => one.kind !== kind || one.event !== event);
    kept.interactions = [...others, { kind, event, category }].slice(-mostInteractions);
  });
}

export const has = (kind, event) => interests().interactions.some((one) => one.kind === kind && one.event === event);

export function remove(kind, event) {
  change((kept) => {
    kept.interactions = kept.interactions.filter((one) => one.kind !== kind || one.event !== event);
  });
}

/// Removes everything that this site has kept about the visitor’s interests.
export function forget() {
  try {
    localStorage.removeItem(key);
    localStorage.removeItem(searchKey);
    sessionStorage.removeItem(pendingKey);
  } catch {
    // The browser forbids storage, so it has kept nothing.
  }
}

/// The interests in the format that the server expects.
export function body() {
  const { categories, city, distance, price, days, times, organizers, interactions } = interests();
  const done = Object.fromEntries(
    Object.entries(lists).map(([kind, name]) => [
      name,
      interactions.filter((one) => one.kind === kind).map((one) => one.category),
    ]),
  );
  return { categories, city, distance, price, days, times, organizers, ...done };
}

export const searches = () => read(searchKey, []);

export function recordSearch(text) {
  const word = text.trim();
  if (word === "") return;
  write(searchKey, [word, ...searches().filter((other) => other !== word)].slice(0, mostSearches));
}

export const clearSearches = () => write(searchKey, []);

const pendingKey = "reserving";

/// Remembers a reservation that the browser is about to send. If the server refuses the reservation, the page of the
/// event opens again. So the reservation counts as a purchase only if the next page is not the page of the event.
export function beginPurchase(event, category) {
  try {
    sessionStorage.setItem(pendingKey, JSON.stringify({ event, category }));
  } catch {
    // Without storage, purchases are not counted.
  }
}

/// Counts the reservation of `beginPurchase` as a purchase if the server did not refuse it.
///
/// - Parameter event: the event of this page; undefined on other pages.
export function finishPurchase(event) {
  try {
    const pending = JSON.parse(sessionStorage.getItem(pendingKey));
    sessionStorage.removeItem(pendingKey);
    if (pending && pending.event !== event) record("purchase", pending.event, pending.category);
  } catch {
    // Without storage, purchases are not counted.
  }
}
