// Builds a part of a page from the tree of elements that the server sends. The browser parses no HTML.
// Server side: WebHost/Pages/MarkupTree.swift

// The elements and attributes of trees. All other elements and attributes are rejected.
const svgNames = ["svg", "rect", "path", "use"];
const elements = [
  ...svgNames, "section", "article", "div", "details", "summary", "h2", "h3", "p", "span", "small", "strong", "em", "ul", "ol", "li",
  "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "a", "figure", "picture", "source", "img", "progress",
  "time",
];
const attributes = [
  "id", "class", "data-label", "role", "scope", "tabindex", "colspan", "rowspan", "aria-label", "aria-labelledby", "aria-hidden", "viewBox",
  "preserveAspectRatio", "x", "y", "width", "height", "rx", "d", "value", "max", "datetime", "alt", "loading", "sizes", "type", "lang", "dir",
];

// The URLs that elements can have: those of this server’s pages, icons and pictures. A browser reads a backslash as a
// slash, and skips line breaks and tabs. With these characters, a URL could name another server, so the URL of a page
// must contain none of them.
const picture = /^\/pictures(\/[\w-]+)+\.(jpg|webp|png)$/;
const addresses = {
  "a href": (text) => /^\/(?!\/)[!-[\]-~]*$/.test(text),
  "use href": (text) => /^\/assets\/[0-9a-f]+\/icons\/[a-z-]+\.svg#[a-z0-9-]+$/.test(text),
  "img src": (text) => picture.test(text),
  "img srcset": (text) => arePictures(text),
  "source srcset": (text) => arePictures(text),
};

/** Whether a text lists pictures with their widths, such as `/pictures/a/320.jpg 320w, /pictures/a/640.jpg 640w`. */
function arePictures(text) {
  return text.split(",").every((part) => {
    const [address, width, ...others] = part.trim().split(" ");
    return picture.test(address) && /^\d+w$/.test(width ?? "1w") && others.length === 0;
  });
}

function checkAttribute(element, attribute, value) {
  const isAddress = addresses[`${element} ${attribute}`];
  if (!isAddress && !attributes.includes(attribute)) throw new TypeError(`Parts of pages have no attribute ${attribute}.`);
  if (typeof value !== "string") throw new TypeError(`The attribute ${attribute} is not a text.`);
  if (isAddress && !isAddress(value)) throw new TypeError(`A ${element} can’t have this ${attribute}.`);
}

/**
 * Builds the nodes of a part of a page.
 *
 * - Parameter tree: the top-level parts. A part is a text, or an element as `[name, attributes, …parts]`.
 * - Throws: TypeError if an element, an attribute or a URL is not allowed. Nothing is built then.
 */
export function build(tree) {
  if (!Array.isArray(tree)) throw new TypeError("A tree is a list of parts.");
  return tree.map(node);
}

function node(part) {
  if (typeof part === "string") return document.createTextNode(part);
  if (!Array.isArray(part)) throw new TypeError("A part is a text or an element.");
  const [name, values, ...parts] = part;
  if (!elements.includes(name)) throw new TypeError(`Parts of pages have no <${name}>.`);
  const element = svgNames.includes(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [attribute, value] of Object.entries(values)) {
    checkAttribute(name, attribute, value);
    element.setAttribute(attribute, value);
  }
  element.append(...parts.map(node));
  return element;
}
