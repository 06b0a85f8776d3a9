// Finds tickets of people whose QR code can't be read, and admits them by hand.
// Server side: WebGate/Requests/GateRequestHandler+Search.swift
import { byID, element } from "./elements.js";
import { namedButton, text } from "./gate-texts.js";
import { post } from "./server.js";

/// Handles the search form, and lists the tickets that a search finds.
///
/// - Returns: a function that looks up a typed code and offers to admit the code's ticket by hand.
/// - Parameters:
///   - subEvent: the number of the gate's sub-event, or null.
///   - direction: returns the current direction.
///   - admit: called with the code of the chosen ticket, and the direction on its button.
export function search(path, subEvent, direction, admit) {
  const results = byID("found");
  byID("search").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = byID("search-text").value.trim();
    if (typed) find(typed);
  });

  async function find(typed) {
    const response = await post(path, { text: typed, sub_event: subEvent });
    if (response.kind !== "answered") {
      results.replaceChildren(element("li", "fault", text("noSearchAnswer")));
      return [];
    }
    const tickets = response.body.tickets ?? [];
    results.replaceChildren(...tickets.map((ticket) => row(ticket)));
    if (tickets.length === 0) results.append(element("li", "quiet", text("nothingFoundFor", { text: typed })));
    return tickets;
  }

  return async (code) => {
    const tickets = await find(code);
    if (tickets.length > 0) results.prepend(element("li", "quiet", text("printedCode")));
    results.scrollIntoView({ block: "nearest" });
    // The Enter key presses the focused button. A scanner cannot press it: scanner.js stops the Enter key at the end of
    // a scan.
    results.querySelector("button")?.focus();
  };

  function row(ticket) {
    const name = ticket.name || ticket.code;
    const chosenDirection = direction();
    const label = text(chosenDirection === "exit" ? "letOut" : "admit");
    const choose = namedButton(label, name, () => admit(ticket.code, chosenDirection));
    const about = element("div", "", element("strong", "", name), element("span", "quiet", ticket.summary));
    return element("li", "found", about, choose);
  }
}
