// Updates the figures of a page live. While the page is hidden, there is no connection to the server.
// Server side: WebDesk/Events/LiveDashboards.swift, WebDesk/Home/LiveTotals.swift
import { build } from "./markup.js";
import {} from "./charts.js";

const dashboard = document.querySelector("[data-live]");
const notice = document.getElementById("not-live");
let source;
// The number of consecutive failed attempts to connect.
let failures = 0;
const mostFailures = 3;

/// Whether a node is a text that only separates elements. The server leaves such texts out of trees.
const isSeparator = (node) => node.nodeName === "#text" && node.data.includes("\n") && node.data.trim() === "";

function updateAttributes(element, other) {
  for (const name of element.getAttributeNames()) {
    // A person opens and closes `details`. A tree does not have this attribute.
    if (name !== "open" && !other.hasAttribute(name)) element.removeAttribute(name);
  }
  for (const name of other.getAttributeNames()) {
    const value = other.getAttribute(name);
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/// Whether an old node can become equal to a new node: both have the same kind and the same id, or both have no id.
const canBecome = (old, node) => old.nodeName === node.nodeName && old.id === node.id;

/**
 * Chooses for each new node the old node that becomes equal to it. The chosen old nodes have the same order as the new
 * nodes, so no old node is moved. Nodes with an id are chosen first. Then as many other nodes as possible are chosen.
 *
 * - Returns: a map from new nodes to old nodes.
 */
function matches(known, nodes) {
  // The number of chosen nodes among the old nodes from i and the new nodes from j. A node with an id counts more than
  // all nodes without an id together.
  const counts = Array.from({ length: known.length + 1 }, () => new Array(nodes.length + 1).fill(0));
  const count = (i, j) => (canBecome(known[i], nodes[j]) ? (nodes[j].id ? nodes.length : 1) + counts[i + 1][j + 1] : 0);
  for (let i = known.length - 1; i >= 0; i -= 1) {
    for (let j = nodes.length - 1; j >= 0; j -= 1) {
      counts[i][j] = Math.max(count(i, j), counts[i + 1][j], counts[i][j + 1]);
    }
  }
  const found = new Map();
  for (let i = 0, j = 0; i < known.length && j < nodes.length; ) {
    if (counts[i][j] > 0 && counts[i][j] === count(i, j)) found.set(nodes[j++], known[i++]);
    else if (counts[i][j] === counts[i + 1][j]) i += 1;
    else j += 1;
  }
  return found;
}

/**
 * Makes the content of an element equal to new nodes. Changes only the texts and attributes that differ, inserts only
 * the nodes that are new, and moves no node. So the focus, the place of a screen reader and a selected text stay.
 */
function update(element, nodes) {
  const known = [...element.childNodes].filter((node) => !isSeparator(node));
  const found = matches(known, nodes);
  const kept = new Set(found.values());
  for (const old of known) if (!kept.has(old)) old.remove();
  // The place of the next node: before the first old node that does not precede it.
  const left = [...kept];
  for (const node of nodes) {
    const old = found.get(node);
    if (!old) {
      element.insertBefore(node, left[0] ?? null);
      continue;
    }
    left.shift();
    if (node.nodeName !== "#text") {
      updateAttributes(old, node);
      update(old, [...node.childNodes]);
    } else if (old.data !== node.data) old.data = node.data;
  }
}

/** Shows a tree as the content of an element. A `details` that was open stays open, even if it had to be replaced. */
function show(element, tree) {
  const opened = [...element.querySelectorAll("details[id][open]")];
  update(element, build(tree));
  for (const { id } of opened) document.getElementById(id)?.setAttribute("open", "");
}

/** Updates a part of the page. A server-sent event contains the id of the element, and its new content as a tree. */
function showPart(event) {
  const { id, tree } = JSON.parse(event.data);
  const element = document.getElementById(id);
  if (element) show(element, tree);
}

/** Shows placeholder bars while figures are loading, in place of the link that loads the figures without scripts. */
function setAwaited(isAwaited) {
  for (const bars of dashboard.querySelectorAll(".skeleton")) bars.hidden = !isAwaited;
  for (const link of dashboard.querySelectorAll("[data-without-scripts]")) link.hidden = isAwaited;
}

/**
 * Called if the connection is lost, and after each failed attempt to reconnect. If the server refuses the connection,
 * the browser does not reconnect, and the notice that the figures are no longer live appears at once. In all other
 * cases, the browser reconnects automatically. The notice then appears only after the third failure in a row, because
 * no figures are lost in a short interruption.
 */
function lose() {
  failures += 1;
  const isOver = source?.readyState === EventSource.CLOSED || failures >= mostFailures;
  notice.hidden = !isOver;
  if (isOver) setAwaited(false);
}

function connect() {
  if (!dashboard || source) return;
  source = new EventSource(dashboard.dataset.live);
  source.addEventListener("figures", (event) => show(dashboard, JSON.parse(event.data)));
  source.addEventListener("part", showPart);
  source.addEventListener("open", () => {
    failures = 0;
    notice.hidden = true;
  });
  source.addEventListener("error", lose);
  // The server limits how many pages with live figures a session can have open. So if the same session has opened newer
  // pages, the server ends the connection of this page.
  source.addEventListener("over", () => {
    source.close();
    lose();
  });
  setAwaited(true);
}

function disconnect() {
  source?.close();
  source = undefined;
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
window.addEventListener("pagehide", disconnect);
if (!document.hidden) connect();
