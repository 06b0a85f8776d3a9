// Updates the figures of a page live. While the page is hidden, there is no connection to the server.
// Server side: WebDesk/Events/LiveDashboards.swift
const dashboard = document.querySelector("[data-live]");
const notice = document.getElementById("not-live");
let source;

// The HTML and SVG elements and attributes in figures. The script rejects all other elements and attributes.
const svgNames = ["svg", "rect"];
const elements = [
  ...svgNames, "section", "div", "details", "summary", "h2", "h3", "p", "span", "small", "strong", "ul", "li", "dl", "dt", "dd",
  "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td",
];
const attributes = [
  "id", "class", "data-label", "role", "scope", "tabindex", "colspan", "rowspan", "aria-label", "aria-labelledby", "aria-hidden", "viewBox",
  "preserveAspectRatio", "x", "y", "width", "height", "rx",
];

/// - Parameter part: a text, or an element as `[name, attributes, …parts]`.
function build(part) {
  if (typeof part === "string") return part;
  const [name, values, ...parts] = part;
  if (!elements.includes(name)) throw new TypeError(`Figures have no <${name}>.`);
  const element = svgNames.includes(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [attribute, value] of Object.entries(values)) {
    if (!attributes.includes(attribute)) throw new TypeError(`Figures have no attribute ${attribute}.`);
    element.setAttribute(attribute, value);
  }
  element.append(...parts.map(build));
  return element;
}

function show(event) {
  const open = [...dashboard.querySelectorAll("details[open]")].map((part) => part.id);
  dashboard.replaceChildren(...JSON.parse(event.data).map(build));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
}

function connect() {
  if (!dashboard || source) return;
  source = new EventSource(dashboard.dataset.live);
  source.addEventListener("figures", show);
  source.addEventListener("open", () => (notice.hidden = true));
  // The browser reconnects automatically if the connection is lost, but not if the server has refused the connection.
  source.addEventListener("error", () => (notice.hidden = source?.readyState !== EventSource.CLOSED));
}

function disconnect() {
  source?.close();
  source = undefined;
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
window.addEventListener("pagehide", disconnect);
if (!document.hidden) connect();
