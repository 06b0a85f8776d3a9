// Numbers and the last scans, as they change.
import { colour, element, part } from "./parts.js";

const counts = new Intl.NumberFormat("en");

function show(figures) {
  for (const name of ["inside", "admitted", "refused"]) {
    part(`figure-${name}`).textContent = counts.format(figures[name] ?? 0);
    part(`here-${name}`).textContent = `here ${counts.format(figures.here?.[name] ?? 0)}`;
  }
  part("last").replaceChildren(
    ...(figures.last ?? []).map((scan) => {
      const who = [scan.name, scan.type, scan.code].filter(Boolean).join(" · ");
      return element(
        "li",
        "scan",
        element("span", `badge ${colour(scan.outcome)}`, scan.word),
        element("span", "who", who || "no ticket"),
        // The event's own time, whatever this computer's zone is.
        element("time", "quiet", scan.time.slice(11, 19)),
      );
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
/// - Parameter heard: is called with whether the server is there, each time that it is heard, and when it is not.
export function follow(path, heard) {
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
      show(JSON.parse(event.data));
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
