// The full-screen verdict.
// Server side: WebGate/Requests/VerdictResponse.swift
import { byID, colour, element } from "./elements.js";
import { text } from "./gate-texts.js";
import { signal } from "./sound.js";

// A verdict that lets people pass closes after this number of seconds, so that nobody applies it to the next person.
const displaySeconds = 6;

// Matches the text of a scanned ticket. If the field for the reason of an undo contains such a text, a USB scanner
// typed it there.
const ticket = /^\S{56,}$/;

/// - Parameters:
///   - isSilent: a function that returns whether sounds are off.
///   - undo: called with the verdict to undo and the reason for the undo.
///   - fewer: called with the verdict on a ticket that has too few free slots for the whole party. The function admits
///     only as many people as there are free slots.
export class VerdictScreen {
  #displayed = null;
  #timer;
  // The element that had the focus before the verdict or the undo form was shown.
  #previousFocus = null;
  #isSilent;

  constructor(isSilent, undo, fewer) {
    this.#isSilent = isSilent;
    byID("verdict-fewer").addEventListener("click", () => fewer(this.#displayed));
    byID("verdict-next").addEventListener("click", (event) => {
      event.preventDefault();
      this.close();
    });
    byID("verdict-undo").addEventListener("click", () => this.#showUndoForm());
    byID("undo-keep").addEventListener("click", () => {
      this.#resume();
      this.#startTimer();
    });
    byID("undo").addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = byID("undo-reason").value;
      byID("undo-reason").value = "";
      if (!event.submitter?.value && ticket.test(typed.trim())) return byID("undo-reason").reportValidity();
      undo(this.#displayed, event.submitter?.value || typed);
      this.#resume();
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /// The request id of the verdict on the screen.
  get request() {
    return this.#displayed?.request;
  }

  /// - Parameter verdict: the verdict as JSON from the server.
  show(verdict) {
    const colourName = colour(verdict.verdict);
    this.#open(
      verdict,
      colourName,
      element("p", "word", verdict.word),
      element("p", "why", verdict.why),
      ...(verdict.say ?? []).map((line) => element("p", "say", line)),
      ...VerdictScreen.#ticket(verdict.holder, verdict.type, verdict.code),
    );
    byID("verdict-after").hidden = false;
    byID("verdict-undo").hidden = !verdict.undoable;
    byID("verdict-fewer").hidden = !(verdict.people_left && verdict.sent);
    byID("verdict-fewer").textContent = text("admitFewer", { people: verdict.people_left });
    this.#focusNext();
    signal(colourName, { isSilent: this.#isSilent() });
    this.#startTimer();
  }

  /// Opens the form for the undo of a scan in the list of the last scans. Does not show the verdict on that scan again,
  /// because another person may be at the gate now.
  ///
  /// - Parameter line: the scan, as the server lists it.
  confirmUndo(line) {
    this.#open(line, "plain", ...VerdictScreen.#ticket(line.name, line.type, line.code));
    this.#showUndoForm();
  }

  #open(displayed, colourName, ...contents) {
    clearTimeout(this.#timer);
    if (!this.#displayed) this.#previousFocus = document.activeElement;
    this.#hideUndoForm();
    this.#displayed = displayed;
    const section = byID("verdict");
    section.dataset.colour = colourName;
    section.dataset.open = "";
    document.body.classList.add("judged");
    // Disable the gate's controls. A click on one of their buttons may have led to this verdict, and a key could press
    // that button a second time.
    document.querySelector(".gate-controls").inert = true;
    byID("verdict-words").lang = displayed.language ?? document.documentElement.lang;
    byID("verdict-words").replaceChildren(...contents);
  }

  static #ticket(holder, ...details) {
    const parts = details.filter(Boolean);
    return [
      ...(holder ? [element("p", "who", holder)] : []),
      ...(parts.length > 0 ? [element("p", "what", ...parts.flatMap((part) => [element("span", "", part), " "]))] : []),
    ];
  }

  /// Closes a verdict that lets people pass. Does nothing while somebody is undoing the admission.
  expire() {
    if (this.#isPassing && byID("undo").hidden) this.close();
  }

  close() {
    clearTimeout(this.#timer);
    if (byID("verdict").dataset.open === undefined) return;
    this.#displayed = null;
    this.#hideUndoForm();
    delete byID("verdict").dataset.open;
    document.body.classList.remove("judged");
    byID("verdict-words").replaceChildren();
    byID("verdict-after").hidden = true;
    document.querySelector(".gate-controls").inert = false;
    if (this.#previousFocus?.isConnected) this.#previousFocus.focus({ preventScroll: true });
    this.#previousFocus = null;
  }

  #startTimer() {
    if (this.#isPassing) this.#timer = setTimeout(() => this.close(), displaySeconds * 1000);
  }

  get #isPassing() {
    return this.#displayed !== null && ["green", "blue"].includes(colour(this.#displayed.verdict));
  }

  /// Closes the undo form and shows the verdict again. If the form was opened from the list of scans, there is no
  /// verdict to show, and the screen is closed.
  #resume() {
    if (!this.#displayed?.verdict) return this.close();
    this.#hideUndoForm();
    this.#focusNext();
  }

  #focusNext() {
    byID("verdict-next").focus({ preventScroll: true });
  }

  #showUndoForm() {
    clearTimeout(this.#timer);
    byID("undo").hidden = false;
    byID("verdict-after").hidden = true;
    // Focus the form itself. If a field had the focus, the phone's keyboard would cover the buttons. If a button had
    // the focus, a key could press the button.
    byID("undo").focus();
  }

  #hideUndoForm() {
    byID("undo").hidden = true;
    byID("verdict-after").hidden = this.#displayed === null;
  }
}
