// Shows the figures of a page as they change. A page that nobody looks at holds no connection.
const board = document.querySelector("[data-live]");
const notice = document.getElementById("not-live");
let source;

function show(event) {
  const open = [...board.querySelectorAll("details[open]")].map((part) => part.id);
  board.innerHTML = event.data;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
}

function begin() {
  if (!board || source) return;
  source = new EventSource(board.dataset.live);
  source.addEventListener("figures", show);
  source.addEventListener("open", () => (notice.hidden = true));
  // A browser tries again by itself, unless the server has said no.
  source.addEventListener("error", () => (notice.hidden = source?.readyState !== EventSource.CLOSED));
}

function end() {
  source?.close();
  source = undefined;
}

document.addEventListener("visibilitychange", () => (document.hidden ? end() : begin()));
window.addEventListener("pagehide", end);
if (!document.hidden) begin();
