// Shows a gate's live figures and its last scans.
// Server side: WebGate/Requests/GateRequestHandler+Search.swift and WebGate/Gates/AttendanceFeed.swift
import { byID, colour, element, undoButton } from "./elements.js";

const counts = new Intl.NumberFormat("en");

// The rows of the last scans, by line number. An update does not move existing rows, so that a row keeps the focus and
// stays under the user's finger.
const rows = new Map();

function show(figures, undo) {
  for (const name of ["inside", "admitted", "refused"]) {
    byID(`figure-${name}`).textContent = counts.format(figures[name] ?? 0);
    byID(`here-${name}`).textContent = `here ${counts.format(figures.here?.[name] ?? 0)}`;
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
    const text = JSON.stringify(scan);
    if (known.text !== text) fill(known.row, scan, undo);
    rows.set(scan.line, { row: known.row, text });
    if (known.row === next) next = next.nextSibling;
    else byID("last").insertBefore(known.row, next);
  }
}

function fill(row, scan, undo) {
  const label = [scan.name, scan.type, scan.code, scan.taken_back ? "undone" : ""].filter(Boolean).join(" · ");
  row.className = scan.undoable ? "scan undoable" : "scan";
  // The row can have the focus, so that the focus can return to the row after an undo.
  row.tabIndex = -1;
  row.replaceChildren(
    element("span", `badge ${colour(scan.outcome)}`, scan.word),
    element("span", "who", label || "no ticket"),
    // `scan.time` is in the event's time zone, which may differ from that of this computer.
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

// Milliseconds until the page reconnects after a refusal.
const retryDelay = 4000;

// Milliseconds without an event after which the connection counts as lost. The server sends an event at least every
// five seconds.
const timeout = 15_000;

/// Receives live figures. A hidden page closes its connection, because a browser allows few connections to one server.
///
/// - Parameters:
///   - connected: called with true for each event from the server, and with false when the connection is lost.
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
      // After a lost connection, the browser reconnects automatically. After an error response it does not reconnect;
      // the server is then running.
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
