// The full-screen verdict.
import { colour, element, part } from "./parts.js";
import { signal } from "./sound.js";

// Seconds after which a verdict that let people pass closes, so that nobody applies it to the next person.
const standing = 6;

// A scanner types a ticket into the focused field; nobody would write that as a reason.
const ticket = /^\S{56,}$/;

/// - Parameters:
///   - isSilent: returns whether sounds are off.
///   - undo: called with the verdict to undo, and the reason.
///   - fewer: called with the verdict on a party, to admit as many people as there are slots left.
export class VerdictScreen {
  #shown = null;
  #timer;
  // The element that had the focus before.
  #before = null;
  #isSilent;

  constructor(isSilent, undo, fewer) {
    this.#isSilent = isSilent;
    part("verdict-fewer").addEventListener("click", () => fewer(this.#shown));
    part("verdict-next").addEventListener("click", (event) => {
      event.preventDefault();
      this.close();
    });
    part("verdict-undo").addEventListener("click", () => this.#askWhy());
    part("undo-keep").addEventListener("click", () => {
      this.#resume();
      this.#stand();
    });
    part("undo").addEventListener("submit", (event) => {
      event.preventDefault();
      const written = part("undo-reason").value;
      part("undo-reason").value = "";
      if (!event.submitter?.value && ticket.test(written.trim())) return part("undo-reason").reportValidity();
      undo(this.#shown, event.submitter?.value || written);
      this.#resume();
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /// The request id of the verdict on the screen.
  get request() {
    return this.#shown?.request;
  }

  /// - Parameter verdict: the verdict as JSON from the server.
  show(verdict) {
    const shade = colour(verdict.verdict);
    this.#open(
      verdict,
      shade,
      element("p", "word", verdict.word),
      element("p", "why", verdict.why),
      ...(verdict.say ?? []).map((text) => element("p", "say", text)),
      ...VerdictScreen.#ticket(verdict.holder, verdict.type, verdict.code),
    );
    part("verdict-after").hidden = false;
    part("verdict-undo").hidden = !verdict.undoable;
    part("verdict-fewer").hidden = !(verdict.people_left && verdict.asked);
    part("verdict-fewer").textContent = `Admit ${verdict.people_left}`;
    this.#focusNext();
    signal(shade, { isSilent: this.#isSilent() });
    this.#stand();
  }

  /// Asks for the reason to undo the admission of a listed scan. Its verdict is not shown again, since another person
  /// may be at the gate now.
  ask(line) {
    this.#open(line, "plain", ...VerdictScreen.#ticket(line.name, line.type, line.code));
    this.#askWhy();
  }

  #open(shown, shade, ...words) {
    clearTimeout(this.#timer);
    if (!this.#shown) this.#before = document.activeElement;
    this.#stopAsking();
    this.#shown = shown;
    const screen = part("verdict");
    screen.dataset.colour = shade;
    screen.dataset.open = "";
    document.body.classList.add("judged");
    // Keys pressed now must not reach the button that caused the verdict.
    document.querySelector(".desk").inert = true;
    part("verdict-words").replaceChildren(...words);
  }

  static #ticket(holder, ...facts) {
    const what = facts.filter(Boolean);
    return [
      ...(holder ? [element("p", "who", holder)] : []),
      ...(what.length > 0 ? [element("p", "what", ...what.flatMap((text) => [element("span", "", text), " "]))] : []),
    ];
  }

  /// Closes a verdict that let people pass, unless somebody is undoing it.
  expire() {
    if (this.#isPassing && part("undo").hidden) this.close();
  }

  close() {
    clearTimeout(this.#timer);
    if (part("verdict").dataset.open === undefined) return;
    this.#shown = null;
    this.#stopAsking();
    delete part("verdict").dataset.open;
    document.body.classList.remove("judged");
    part("verdict-words").replaceChildren();
    part("verdict-after").hidden = true;
    document.querySelector(".desk").inert = false;
    if (this.#before?.isConnected) this.#before.focus({ preventScroll: true });
    this.#before = null;
  }

  #stand() {
    if (this.#isPassing) this.#timer = setTimeout(() => this.close(), standing * 1000);
  }

  get #isPassing() {
    return this.#shown !== null && ["green", "blue"].includes(colour(this.#shown.verdict));
  }

  /// Returns to the verdict, or to the page if the undo was of a listed scan.
  #resume() {
    if (!this.#shown?.verdict) return this.close();
    this.#stopAsking();
    this.#focusNext();
  }

  #focusNext() {
    part("verdict-next").focus({ preventScroll: true });
  }

  #askWhy() {
    clearTimeout(this.#timer);
    part("undo").hidden = false;
    part("verdict-after").hidden = true;
    // Focuses the form itself: a field would open the keyboard over the buttons, and a key could press a button.
    part("undo").focus();
  }

  #stopAsking() {
    part("undo").hidden = true;
    part("verdict-after").hidden = this.#shown === null;
  }
}
