// Updates the figures of a page live. A hidden page holds no connection.
const board = document.querySelector("[data-live]");
const notice = document.getElementById("not-live");
let source;

// The elements and attributes that figures may have. The script rejects all others.
const drawn = ["svg", "rect"];
const elements = [
  ...drawn, "section", "div", "details", "summary", "h2", "h3", "p", "span", "small", "strong", "ul", "li", "dl", "dt", "dd",
  "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td",
];
const attributes = [
  "id", "class", "role", "scope", "tabindex", "colspan", "rowspan", "aria-label", "aria-labelledby", "aria-hidden", "viewBox",
  "preserveAspectRatio", "x", "y", "width", "height", "rx",
];

/// - Parameter part: a text or `[name, attributes, …parts]`.
function made(part) {
  if (typeof part === "string") return part;
  const [name, given, ...parts] = part;
  if (!elements.includes(name)) throw new TypeError(`Figures have no <${name}>.`);
  const element = drawn.includes(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [attribute, value] of Object.entries(given)) {
    if (!attributes.includes(attribute)) throw new TypeError(`Figures have no attribute ${attribute}.`);
    element.setAttribute(attribute, value);
  }
  element.append(...parts.map(made));
  return element;
}

function show(event) {
  const open = [...board.querySelectorAll("details[open]")].map((part) => part.id);
  board.replaceChildren(...JSON.parse(event.data).map(made));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
}

function begin() {
  if (!board || source) return;
  source = new EventSource(board.dataset.live);
  source.addEventListener("figures", show);
  source.addEventListener("open", () => (notice.hidden = true));
  // The browser reconnects automatically, unless the server has refused.
  source.addEventListener("error", () => (notice.hidden = source?.readyState !== EventSource.CLOSED));
}

function end() {
  source?.close();
  source = undefined;
}

document.addEventListener("visibilitychange", () => (document.hidden ? end() : begin()));
window.addEventListener("pagehide", end);
if (!document.hidden) begin();
