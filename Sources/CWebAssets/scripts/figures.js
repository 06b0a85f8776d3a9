// Numbers and the last scans, as they change.
import { colour, element, part, takeBack } from "./parts.js";

const counts = new Intl.NumberFormat("en");

// The last scans that are shown, by the numbers of their lines. One that stays is not moved: it keeps the focus, and a
// finger that is about to press it.
const rows = new Map();

function show(figures, undo) {
  for (const name of ["inside", "admitted", "refused"]) {
    part(`figure-${name}`).textContent = counts.format(figures[name] ?? 0);
    part(`here-${name}`).textContent = `here ${counts.format(figures.here?.[name] ?? 0)}`;
  }
  showLast(figures.last ?? [], undo);
}

function showLast(scans, undo) {
  for (const [line, { row }] of rows) {
    if (scans.some((scan) => scan.line === line)) continue;
    row.remove();
    rows.delete(line);
  }
  let next = part("last").firstChild;
  for (const scan of scans) {
    const known = rows.get(scan.line) ?? { row: element("li") };
    const text = JSON.stringify(scan);
    if (known.text !== text) fill(known.row, scan, undo);
    rows.set(scan.line, { row: known.row, text });
    if (known.row === next) next = next.nextSibling;
    else part("last").insertBefore(known.row, next);
  }
}

function fill(row, scan, undo) {
  const who = [scan.name, scan.type, scan.code, scan.taken_back ? "taken back" : ""].filter(Boolean).join(" · ");
  row.className = scan.undoable ? "scan undoable" : "scan";
  // Who comes back from taking it back is where they were.
  row.tabIndex = -1;
  row.replaceChildren(
    element("span", `badge ${colour(scan.outcome)}`, scan.word),
    element("span", "who", who || "no ticket"),
    // The event's own time, whatever this computer's zone is.
    element("time", "quiet", scan.time.slice(11, 19)),
  );
  if (!scan.undoable) return;
  row.append(
    takeBack(scan.name ?? scan.code, () => {
      row.focus({ preventScroll: true });
      undo(scan);
    }),
  );
}

// Milliseconds until it is asked again for numbers that it was refused.
const retry = 4000;

// Milliseconds without a word after which the server is gone, whatever the connection says: it gives a sign every five
// seconds.
const silence = 15_000;

/// Listens while the page is looked at: a browser has few connections to one server.
///
/// - Parameters:
///   - heard: is called with whether the server is there, each time that it is heard, and when it is not.
///   - undo: is called with an admission of the last scans that is to be taken back.
export function follow(path, { heard, undo }) {
  let source = null;
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      heard(false);
      close();
      open();
    }, silence);
  };
  const hear = () => {
    wait();
    heard(true);
  };
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(path);
    wait();
    source.addEventListener("open", hear);
    source.addEventListener("error", () => {
      // A browser asks again by itself when the connection broke, and not after another answer, which says nothing of
      // whether the server is there.
      if (source?.readyState !== EventSource.CLOSED) return heard(false);
      close();
      setTimeout(open, retry);
    });
    source.addEventListener("sign", hear);
    source.addEventListener("figures", (event) => {
      hear();
      show(JSON.parse(event.data), undo);
    });
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  // A page that the browser keeps for the back button listens no more.
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
}
