// Searches all events in a dialog. Ctrl-K (⌘-K on Apple’s systems) or the link in the header opens the dialog. The key
// “/” moves the focus to the search field of the page’s list, and the key “?” shows the keyboard shortcuts. Without
// this script, the link opens a page with the same search. Template: desk-palette; server side:
// WebDesk/Search/SearchPage.swift
import { element } from "./elements.js";

const entry = document.querySelector(".search-entry");
const palette = document.getElementById("palette");
const shortcuts = document.getElementById("shortcuts");
const field = document.getElementById("palette-text");
const results = document.getElementById("palette-results");
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

// The text whose results are shown.
let shown = "";
let isSearching = false;
// Whether the first result opens as soon as it is found, because the person has already pressed Enter.
let opensFirst = false;
let active = -1;

const options = () => [...results.querySelectorAll("[role=option]")];

/// Marks one of the results, and leaves the focus in the field. After the last result comes the first one.
function mark(index) {
  const all = options();
  active = all.length === 0 ? -1 : (index + all.length) % all.length;
  for (const [position, option] of all.entries()) option.setAttribute("aria-selected", String(position === active));
  if (active < 0) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", all[active].id);
  all[active].scrollIntoView({ block: "nearest" });
}

function option({ path, title, about, state, tone }, number) {
  const made = element(
    "a", "result", element("strong", "", title), state ? element("span", `badge ${tone}`, state) : null,
    about ? element("span", "quiet", about) : null,
  );
  made.id = `palette-result-${number}`;
  made.href = path;
  made.tabIndex = -1;
  made.setAttribute("role", "option");
  return made;
}

function group({ label, hits }, first) {
  const heading = element("p", "quiet", label);
  heading.setAttribute("aria-hidden", "true");
  const made = element("div", "", heading, ...hits.map((hit, index) => option(hit, first + index)));
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  return made;
}

function show({ groups, count, about }) {
  let number = 0;
  const made = groups.map((one) => {
    number += one.hits.length;
    return group(one, number - one.hits.length);
  });
  results.replaceChildren(...made);
  results.hidden = number === 0;
  field.setAttribute("aria-expanded", String(number > 0));
  palette.querySelector("[data-count]").textContent = count;
  palette.querySelector("[data-about]").textContent = about;
  mark(0);
}

async function find(text) {
  if (text === "") return { groups: [], count: "", about: "" };
  const antiforgery = document.querySelector("meta[name=antiforgery]").content;
  const body = new URLSearchParams({ antiforgery, text, here: palette.dataset.here });
  const response = await fetch(entry.href, {
    method: "POST", headers: { Accept: "application/json" }, body, redirect: "error",
  });
  // The session has ended. The search page redirects to the sign-in page.
  if (response.status === 401) location.assign(entry.href);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/// Repeats the search until the results belong to the typed text. There is at most one request at a time.
async function search() {
  if (isSearching) return;
  isSearching = true;
  results.setAttribute("aria-busy", "true");
  let text;
  try {
    for (text = field.value.trim(); text !== shown; text = field.value.trim()) {
      show(await find(text));
      shown = text;
    }
    if (opensFirst && palette.open) options()[active]?.click();
    opensFirst = false;
  } catch {
    show({ groups: [], count: palette.dataset.notAnswered, about: "" });
    shown = null;
  } finally {
    isSearching = false;
    results.removeAttribute("aria-busy");
  }
  // If the request has failed, and the user has typed another text in the meantime, search for that text.
  if (shown === null && field.value.trim() !== text) return search();
  opensFirst = false;
}

function open() {
  if (!palette.open) palette.showModal();
  field.focus();
  field.select();
}

function leave(event) {
  event.target.closest("dialog").close();
}

field?.addEventListener("input", () => {
  opensFirst = false;
  search();
});
field?.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    mark(active + step);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (!isSearching && field.value.trim() === shown) return options()[active]?.click();
    opensFirst = true;
    search();
  }
});

// The shortcuts that consist of a single key can be switched off, because they hinder people who use speech input.
const storedKey = "single-keys";
const singleKeys = document.getElementById("single-keys");

function usesSingleKeys() {
  return localStorage.getItem(storedKey) !== "off";
}

singleKeys?.addEventListener("change", () => {
  if (singleKeys.checked) localStorage.removeItem(storedKey);
  else localStorage.setItem(storedKey, "off");
});

function showShortcuts() {
  singleKeys.checked = usesSingleKeys();
  shortcuts.showModal();
}

/// Whether key presses change the value of an element.
function takesKeys(target) {
  const buttons = "[type=checkbox], [type=radio], [type=submit], [type=button], [type=file]";
  return target.closest?.(`textarea, select, [contenteditable], input:not(${buttons})`);
}

function press(event) {
  if (event.defaultPrevented || event.isComposing || !event.key) return;
  const [chord, other] = isApple ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (event.altKey || other) return;
  if (chord) {
    const isFree = palette.open || !document.querySelector("dialog[open]");
    if (event.key.toLowerCase() !== "k" || event.shiftKey || !isFree) return;
    event.preventDefault();
    return open();
  }
  if (takesKeys(event.target) || document.querySelector("dialog[open]") || !usesSingleKeys()) return;
  const own = document.querySelector("main form.search input:not([type=hidden])");
  if (event.key === "/" && own) {
    event.preventDefault();
    own.focus();
    own.select();
  } else if (event.key === "?") {
    event.preventDefault();
    showShortcuts();
  }
}

if (entry && palette) {
  document.addEventListener("keydown", press);
  entry.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  });
  for (const button of document.querySelectorAll("#palette [data-leave], #shortcuts [data-leave]")) {
    button.addEventListener("click", leave);
  }
  palette.querySelector("[data-shortcuts]").addEventListener("click", () => {
    palette.close();
    showShortcuts();
  });
  for (const key of document.querySelectorAll("kbd[data-apple]")) {
    if (isApple) key.textContent = key.dataset.apple;
    key.hidden = false;
  }
}
