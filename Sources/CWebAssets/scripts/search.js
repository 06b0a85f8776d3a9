// Finds tickets of people whose QR code can't be read, and admits them by hand.
// Server side: WebGate/Requests/GateRequestHandler+Search.swift
import { button, byID, element } from "./elements.js";
import { post } from "./server.js";

/// Connects the search form, and lists the tickets that are found.
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
    const text = byID("search-text").value.trim();
    if (text) find(text);
  });

  async function find(text) {
    const response = await post(path, { text, sub_event: subEvent });
    if (response.kind !== "answered") {
      results.replaceChildren(element("li", "fault", "No answer. Search again."));
      return [];
    }
    const tickets = response.body.tickets ?? [];
    results.replaceChildren(...tickets.map((ticket) => row(ticket)));
    if (tickets.length === 0) results.append(element("li", "quiet", `Nothing found for ${text}`));
    return tickets;
  }

  return async (code) => {
    const tickets = await find(code);
    if (tickets.length > 0) results.prepend(element("li", "quiet", "A printed code proves nothing. Check the name first."));
    results.scrollIntoView({ block: "nearest" });
    // The Enter key presses the focused button. Keys that a scanner sends never reach the button.
    results.querySelector("button")?.focus();
  };

  // The words are the same as on the page for browsers without scripts.
  function people({ inside, party }) {
    if (party === 0) return inside > 0 ? `${inside} inside, not invited here` : "not invited here";
    return party > 1 ? `${inside} of ${party} inside` : inside > 0 ? "inside" : "";
  }

  function row(ticket) {
    const details = [ticket.type, ticket.code, ticket.state, people(ticket)].filter(Boolean).join(" · ");
    const name = ticket.name || ticket.code;
    const chosenDirection = direction();
    const label = chosenDirection === "exit" ? "Let out" : "Admit";
    const choose = button(label, () => admit(ticket.code, chosenDirection));
    choose.setAttribute("aria-label", `${label}: ${name}`);
    const about = element("div", "", element("strong", "", name), element("span", "quiet", details));
    return element("li", "found", about, choose);
  }
}
