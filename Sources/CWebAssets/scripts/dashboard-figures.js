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

function show(element, tree) {
  const open = [...element.querySelectorAll("details[open]")].map((part) => part.id);
  element.replaceChildren(...build(tree));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
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
