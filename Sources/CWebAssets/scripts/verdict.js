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

// The number of characters in the longest part of a verdict’s “word”. Spaces separate the parts; each part is on a line
// of its own, and the style sheet makes a long part narrower. Accents above or below a letter, and invisible characters
// for the writing direction, are not counted.
// Server side: String.longestPart in WebGate/Requests/VerdictResponse.swift
const longestPart = (word) =>
  Math.min(12, Math.max(...word.split(" ").map((part) => [...part.replace(/[\p{Cf}\p{Mn}\p{Me}]/gu, "")].length)));

// The paths of pictures of gates. Pictures with other paths are not loaded.
// Server side: GatePicture in WebGate/Requests/VerdictResponse.swift
const pictureAddress = /^\/pictures\/[0-9a-f]{32}\/640\.jpg$/;

/// - Parameters:
///   - isSilent: a function that returns whether sounds are off.
///   - undo: called with the verdict to undo and the reason for the undo.
///   - fewer: called with the verdict on a ticket that has too few free slots for the whole party. The function admits
///     only as many people as there are free slots.
export class VerdictScreen {
  #displayed = null;
  #timer;
  // The animation of the ring that shows how long the verdict stays.
  #ring;
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

  /// The request id of the verdict on the screen; undefined if no verdict is shown.
  get request() {
    return this.#displayed?.request;
  }

  /// - Parameter verdict: the verdict as JSON from the server.
  show(verdict) {
    const colourName = colour(verdict.verdict);
    this.#open(
      verdict,
      colourName,
      // If the ticket is for several people, their number comes first, because staff count the people who come in.
      verdict.party ? element("p", "people", verdict.party) : "",
      element("p", "word", verdict.word),
      ...VerdictScreen.#holder(verdict.holder),
      element("p", "why", verdict.why),
      ...(verdict.gate_pictures ?? []).filter(({ address }) => pictureAddress.test(address)).map(VerdictScreen.#way),
      ...(verdict.say ?? []).map((line) => element("p", "say", line)),
      ...VerdictScreen.#details(verdict.type, verdict.code),
    );
    byID("verdict").dataset.letters = longestPart(verdict.word);
    byID("verdict-after").hidden = false;
    byID("verdict-undo").hidden = !verdict.undoable;
    byID("verdict-fewer").hidden = !(verdict.people_left && verdict.sent);
    byID("verdict-fewer").textContent = text("admitFewer", { people: verdict.people_left });
    this.#focusNext();
    signal(colourName, { isSilent: this.#isSilent() });
    this.#startTimer();
  }

  /// Opens the form that undoes a scan from the list of the last scans. The verdict on that scan is not shown again,
  /// because another person may be at the gate now.
  ///
  /// - Parameter line: the scan, in the form in which the server lists scans.
  confirmUndo(line) {
    this.#open(line, "plain", ...VerdictScreen.#holder(line.name), ...VerdictScreen.#details(line.type, line.code));
    this.#showUndoForm();
  }

  #open(displayed, colourName, ...contents) {
    this.#stopTimer();
    if (!this.#displayed) this.#previousFocus = document.activeElement;
    this.#hideUndoForm();
    this.#displayed = displayed;
    const section = byID("verdict");
    section.dataset.colour = colourName;
    section.dataset.open = "";
    document.body.classList.add("judged");
    // Disable the gate's controls. If a click on a button has led to this verdict, the button still has the focus, and
    // a key could press it a second time.
    document.querySelector(".gate-controls").inert = true;
    byID("verdict-words").lang = displayed.language ?? document.documentElement.lang;
    byID("verdict-words").replaceChildren(...contents.filter(Boolean));
  }

  static #holder(name) {
    return name ? [element("p", "who", name)] : [];
  }

  /// A picture of a gate that accepts the ticket.
  static #way({ address, text }) {
    const picture = element("img", "way");
    picture.src = address;
    picture.alt = text;
    return picture;
  }

  static #details(...details) {
    const parts = details.filter(Boolean);
    return parts.length > 0 ? [element("p", "what", ...parts.flatMap((part) => [element("span", "", part), " "]))] : [];
  }

  /// Closes the verdict if it lets people pass. Does nothing for other verdicts, and while the undo form is open.
  expire() {
    if (this.#isPassing && byID("undo").hidden) this.close();
  }

  close() {
    this.#stopTimer();
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
    if (!this.#isPassing) return;
    const duration = displaySeconds * 1000;
    this.#timer = setTimeout(() => this.close(), duration);
    byID("verdict").dataset.closing = "";
    this.#ring = byID("verdict-ring").animate({ strokeDashoffset: [0, 100] }, { duration, fill: "forwards" });
  }

  #stopTimer() {
    clearTimeout(this.#timer);
    this.#ring?.cancel();
    delete byID("verdict").dataset.closing;
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
    this.#stopTimer();
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
