// Shows the live figures and the last scans.
// Server side: WebGate/Requests/GateRequestHandler+Search.swift and WebGate/Gates/AttendanceFeed.swift
import { byID, colour, element, number } from "./elements.js";
import { text, undoButton } from "./gate-texts.js";

// The rows of the last scans, by the number of the scan (`scan.line`). An update does not move existing rows, so that a
// row keeps the focus and stays under the user's finger.
const rows = new Map();

function show(figures, undo) {
  for (const name of ["inside", "admitted", "refused"]) {
    byID(`figure-${name}`).textContent = number(figures[name] ?? 0);
    const here = { number: number(figures.here?.[name] ?? 0) };
    byID(`here-${name}`).textContent = name === "inside" ? text("insideHere", here) : text("here", here);
  }
  showLast(figures.last ?? [], undo);
}

function showLast(scans, undo) {
  for (const [line, { row }] of rows) {
    if (scans.some((scan) => scan.line === line)) continue;
    row.remove();
    rows.delete(line);
  }
  let next = byID("last").firstChild;
  for (const scan of scans) {
    const known = rows.get(scan.line) ?? { row: element("li") };
    const state = JSON.stringify(scan);
    if (known.state !== state) fill(known.row, scan, undo);
    rows.set(scan.line, { row: known.row, state });
    if (known.row === next) next = next.nextSibling;
    else byID("last").insertBefore(known.row, next);
  }
}

function fill(row, scan, undo) {
  const label = [scan.name, scan.type, scan.code, scan.taken_back ? text("undone") : ""].filter(Boolean).join(" · ");
  row.className = scan.undoable ? "scan undoable" : "scan";
  // The row is focusable, so that it can get the focus back after its admission was undone.
  row.tabIndex = -1;
  row.lang = scan.language;
  row.replaceChildren(
    element("span", `badge ${colour(scan.outcome)}`, scan.word),
    element("span", "who", label || text("noTicket")),
    // The time in the event's time zone, even if this computer has another time zone.
    element("time", "quiet", scan.time.slice(11, 19)),
  );
  if (!scan.undoable) return;
  row.append(
    undoButton(scan.name ?? scan.code, () => {
      row.focus({ preventScroll: true });
      undo(scan);
    }),
  );
}

// Milliseconds until the page reconnects after the server has refused a connection.
const retryDelay = 4000;

// The connection counts as lost if no server-sent event arrives for this many milliseconds. The server sends such an
// event at least every five seconds.
const timeout = 15_000;

/// Receives live figures only while the page is visible, because a browser allows only a few connections to one server.
///
/// - Parameters:
///   - connected: called with true for each server-sent event, and with false when the connection is lost.
///   - undo: called with the admission to undo.
export function follow(path, { connected, undo }) {
  let source = null;
  let timer;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connected(false);
      close();
      open();
    }, timeout);
  };
  const received = () => {
    restartTimer();
    connected(true);
  };
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(path);
    restartTimer();
    source.addEventListener("open", received);
    source.addEventListener("error", () => {
      // The browser reconnects automatically after a lost connection, but not after an error response. After an
      // error response, the server is not necessarily down, so the connection is not reported as lost yet.
      if (source?.readyState !== EventSource.CLOSED) return connected(false);
      close();
      setTimeout(open, retryDelay);
    });
    source.addEventListener("sign", received);
    source.addEventListener("figures", (event) => {
      received();
      show(JSON.parse(event.data), undo);
    });
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  // A page in the back/forward cache must not keep a connection.
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
}
