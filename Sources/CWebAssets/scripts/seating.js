// The seating plan: moves guests to a table without leaving the page. People drag guests, or select them and choose a
// table. After each move, a toast has a button that undoes it. Without this script, the form of the page moves the
// selected guests.
// Server side: WebDesk/Guests/SeatingPage.swift
import { button, element, number } from "./elements.js";

const form = document.getElementById("seating");
const plan = document.querySelector("[data-plan]");
const toasts = document.querySelector("[data-toasts]");
/// The values of the form’s field `to`, which chooses a table. `SeatingMove` in WebDesk/Guests/SeatingScope.swift has
/// the same values.
const noTable = "none";
const known = (table) => `t:${table}`;
/// The distance in pixels from which a movement of the pointer is a drag, and not a click.
const slack = 6;
/// The height in pixels of the zones at the top and the bottom of the window in which a drag scrolls the page.
const scrollZone = 56;

const seats = () => [...document.querySelectorAll(".seat")];
const tick = (seat) => seat.querySelector("input[name=guest]");
const ticked = () => seats().filter((seat) => tick(seat).checked);
const tables = () => [...document.querySelectorAll(".seat-table")];
const withKey = (key) => tables().find((table) => table.dataset.key === key);
const withName = (name) => tables().find((table) => table.dataset.name === name);
const choice = (table) => (table.dataset.key === "" ? noTable : known(table.dataset.name));
const isBusy = (seat) => seat.ariaBusy === "true";
const typedName = () => form.elements.table.value.trim().replace(/\s+/g, " ");

/// Adds an empty table to the page, and to the choices of tables.
///
/// - Parameter key: The name by which the server compares tables; missing for a new table, until the server has saved a
///   move to it.
function addTable(name, key) {
  const table = document.querySelector("[data-new-table]").content.cloneNode(true).firstElementChild;
  const title = table.querySelector("h2");
  title.textContent = name;
  title.id = `table-new-${tables().length}`;
  table.setAttribute("aria-labelledby", title.id);
  table.dataset.name = name;
  if (key !== undefined) table.dataset.key = key;
  document.querySelector("[data-tables]").append(table);
  const options = form.elements.to;
  if (![...options.options].some((option) => option.value === known(name))) options.add(new Option(name, known(name)));
  return table;
}

/// Adds the people of a guest (the guest and the companions) to the numbers that a table shows, or subtracts them.
function count(seat, table, sign) {
  for (const kind of ["coming", "possible"]) {
    const shown = table.querySelector(`strong[data-${kind}]`);
    // The server may write separators between digits.
    const former = Number(shown.dataset.value ?? shown.textContent.replace(/\D/g, ""));
    const total = former + sign * Number(seat.dataset[kind]);
    shown.dataset.value = total;
    shown.textContent = number(total);
  }
}

/// Shows a guest at a table. If the page does not show this table, the guest is removed from the page.
function show(seat, table) {
  const former = seat.closest(".seat-table");
  if (former === table) return;
  if (former) count(seat, former, -1);
  if (!table) return seat.remove();
  table.querySelector(".seats").append(seat);
  count(seat, table, 1);
}

/// Shows a guest at the table that the server has stored for the guest.
///
/// - Parameters:
///   - stored: The name of the table as it is stored; empty if the guest has no table.
///   - table: The name of the table, without the word “table”.
///   - key: The name by which the server compares tables.
function showStored(seat, { stored, table, key }) {
  seat.dataset.table = stored;
  tick(seat).value = `${seat.dataset.guest}:${stored}`;
  let found = withKey(key);
  if (!found) {
    // A table that was added on this page has no key yet.
    found = tables().find((one) => one.dataset.key === undefined && one.dataset.name === stored);
    if (found) found.dataset.key = key;
  }
  if (!found && plan.dataset.partial === undefined) found = addTable(table, key);
  show(seat, found);
}

/// Adds the toast of a move above the other toasts. The toasts of earlier saved moves disappear. The toast of a refused
/// move stays until the user closes it.
///
/// - Returns: Three functions, which show a text in the toast. `say` shows only the text. `saved` adds a button that
///   undoes the move, and `refused` adds a button that closes the toast.
function addToast() {
  for (const old of toasts.querySelectorAll("[data-saved]")) old.remove();
  const toast = element("div", "toast");
  toasts.prepend(toast);
  const say = (text, ...more) => toast.replaceChildren(element("p", "", text), ...more);
  return {
    say,
    saved(text, undo) {
      toast.dataset.saved = "";
      say(text, button(toasts.dataset.undo, undo, ""));
    },
    refused(text) {
      const hide = () => {
        toast.remove();
        // The button that had the focus is gone, so another element gets the focus.
        (toasts.querySelector("button") ?? form.elements.to).focus();
      };
      say(text, button(toasts.dataset.hide, hide, ""));
    },
  };
}

/// The table that the user has chosen in the form, and the typed name of a new table.
const typed = () => ({ to: form.elements.to.value, table: form.elements.table.value });

/// Sends a move. Returns the server’s answer, and whether the move was saved.
async function send(moves) {
  const body = new URLSearchParams({ antiforgery: form.elements.antiforgery.value });
  for (const { seat, to } of moves) {
    body.append("guest", `${seat.dataset.guest}:${seat.dataset.table}`);
    body.append(`to-${seat.dataset.guest}`, to);
  }
  try {
    const response = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body });
    const isJSON = response.headers.get("content-type")?.includes("json");
    const answer = isJSON ? await response.json() : {};
    const isSaved = response.status === 200 && Array.isArray(answer.guests);
    const message = answer.message ?? answer.detail ?? toasts.dataset.lost;
    return { isSaved, guests: answer.guests ?? [], removed: answer.removed ?? [], message };
  } catch {
    return { isSaved: false, guests: [], removed: [], message: toasts.dataset.lost };
  }
}

/// Moves guests. The page shows the guests at their new tables at once. If the server refuses the move, the guests go
/// back. Guests whom somebody else has moved go to their present tables. All guests of a refused move are selected, so
/// that the move can be repeated. Removed guests disappear.
///
/// - Parameters:
///   - moves: An object for each guest. `seat` is the element of the guest. `to` is the chosen table, as a value of the
///     form’s field. `table` is the element of this table; it is missing if the page does not show the table.
///   - sent: The values of the form (`typed`) if the user has submitted the form to make this move; missing for other
///     moves. The form is cleared after the move, unless the user has changed the form in the meantime.
async function move(moves, sent) {
  const before = moves.map(({ seat }) => ({ seat, table: seat.closest(".seat-table"), stored: seat.dataset.table }));
  for (const { seat, table } of moves) {
    seat.ariaBusy = "true";
    if (table) show(seat, table);
  }
  const toast = addToast();
  toast.say(toasts.dataset.saving);
  const answer = await send(moves);
  const present = new Map(answer.guests.map((guest) => [`${guest.number}`, guest]));
  const removed = new Set(answer.removed.map(String));
  for (const { seat, table } of before) {
    seat.ariaBusy = null;
    if (removed.has(seat.dataset.guest)) {
      show(seat);
      continue;
    }
    const place = present.get(seat.dataset.guest);
    if (!answer.isSaved) show(seat, table);
    if (place) showStored(seat, place);
    tick(seat).checked = !answer.isSaved;
  }
  const now = typed();
  const isFree = sent ? now.to === sent.to && now.table === sent.table : now.to === "" && now.table === "";
  if (!answer.isSaved) {
    if (isFree && moves.every(({ to }) => to === moves[0].to)) form.elements.to.value = moves[0].to;
    return toast.refused(answer.message);
  }
  // The server may treat a typed name as another spelling of a known table.
  for (const { table } of moves) {
    if (table && table.dataset.key === undefined && !table.querySelector(".seat")) table.remove();
  }
  if (sent && isFree) {
    form.elements.to.value = "";
    form.elements.table.value = "";
  }
  toast.saved(answer.message, () => moveBack(before));
}

/// Moves guests to the tables at which they sat before a move.
async function moveBack(before) {
  if (before.some(({ seat }) => isBusy(seat))) return;
  await move(before.map(({ seat, table, stored }) => ({ seat, to: stored === "" ? noTable : known(stored), table })));
  // The button that had the focus is gone, so another element gets the focus.
  toasts.querySelector("button")?.focus();
}

function moveTo(table, chosen) {
  const free = chosen.filter((seat) => !isBusy(seat) && seat.closest(".seat-table") !== table);
  if (free.length > 0) move(free.map((seat) => ({ seat, to: choice(table), table })));
}

/// Moves the selected guests without leaving the page. If a choice is missing, the browser sends the form, and the
/// server’s page names the missing choice.
function submit(event) {
  const chosen = ticked();
  const to = form.elements.to.value;
  const name = typedName();
  const isNew = to === "new" || (to === "" && name !== "");
  if (chosen.length === 0 || (isNew ? name === "" : to === "")) return;
  event.preventDefault();
  if (chosen.some(isBusy)) return;
  const table = isNew ? withName(name) ?? addTable(name) : to === noTable ? withKey("") : withName(to.slice(2));
  const target = isNew ? known(name) : to;
  move(chosen.map((seat) => ({ seat, to: target, table })), typed());
}

// Dragging

let drag;

/// The table under the pointer; undefined outside of all tables.
const tableAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(".seat-table");

function startDrag(event) {
  const seat = event.target.closest(".seat");
  // On a touch screen, a movement on the name scrolls the page, so only the handle starts a drag.
  const isHandle = event.target.closest("[data-grip]") !== null;
  if (drag || !seat || isBusy(seat) || event.button !== 0 || (event.pointerType !== "mouse" && !isHandle)) return;
  drag = { seat, pointer: event.pointerId, x: event.clientX, y: event.clientY };
}

function moveDrag(event) {
  if (event.pointerId !== drag?.pointer) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slack) return;
    // If the dragged guest is selected, all selected guests are dragged.
    drag.seats = tick(drag.seat).checked ? ticked() : [drag.seat];
    const names = drag.seats.map((seat) => seat.querySelector("[data-name]").textContent);
    drag.ghost = element("div", "seat-ghost", names.join(", "));
    document.body.append(drag.ghost);
    plan.classList.add("dragging");
    // With this capture, the plan receives the pointer event that ends the drag, even outside of the window.
    plan.setPointerCapture(event.pointerId);
  }
  if (drag.isCancelled) return;
  event.preventDefault();
  drag.ghost.style.left = `${event.clientX}px`;
  drag.ghost.style.top = `${event.clientY}px`;
  const table = tableAt(event);
  if (table !== drag.table) {
    drag.table?.classList.remove("target");
    table?.classList.add("target");
    drag.table = table;
  }
  if (event.clientY < scrollZone) scrollBy(0, -scrollZone / 4);
  if (event.clientY > innerHeight - scrollZone) scrollBy(0, scrollZone / 4);
}

function stopShowing() {
  drag.ghost?.remove();
  drag.table?.classList.remove("target");
  plan.classList.remove("dragging");
}

function endDrag(event) {
  if (event.pointerId !== drag?.pointer) return;
  stopShowing();
  const { ghost, table, seats: dragged, isCancelled } = drag;
  drag = undefined;
  if (!ghost) return;
  // The click at the end of a drag must not tick a checkbox. The browser sends the click event before the timer fires.
  const ignore = (click) => click.preventDefault();
  addEventListener("click", ignore, { capture: true });
  setTimeout(() => removeEventListener("click", ignore, { capture: true }));
  if (table && !isCancelled && event.type === "pointerup") moveTo(table, dragged);
}

function cancelDrag(event) {
  if (event.key !== "Escape" || !drag?.ghost) return;
  stopShowing();
  drag.isCancelled = true;
}

if (form) {
  const addButton = form.querySelector("[data-add-table]");
  addButton.addEventListener("click", () => {
    const field = form.elements.table;
    const name = typedName();
    if (name === "") return field.focus();
    (withName(name) ?? addTable(name)).scrollIntoView({ block: "nearest" });
    form.elements.to.value = known(name);
    field.value = "";
  });
  for (const part of [addButton, ...document.querySelectorAll("[data-grip], [data-drag-about]")]) part.hidden = false;
  plan.classList.add("movable");
  form.addEventListener("submit", submit);
  plan.addEventListener("pointerdown", startDrag);
  document.addEventListener("pointermove", moveDrag);
  document.addEventListener("pointerup", endDrag);
  document.addEventListener("pointercancel", endDrag);
  document.addEventListener("keydown", cancelDrag);
}
