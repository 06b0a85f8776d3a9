// The verdict that fills the screen.
import { colour, element, part } from "./parts.js";
import { signal } from "./sound.js";

// Seconds after which a verdict that let people pass goes by itself: it does not stand for who comes later.
const standing = 6;

// No person writes that as a reason, and a scanner types it wherever the focus is.
const ticket = /^\S{56,}$/;

/// - Parameters:
///   - isSilent: asks whether sounds are off.
///   - undo: is called with a verdict that is to be taken back, and the reason.
///   - fewer: is called with the verdict on a party, of which as many are to come in as there are places left.
export class VerdictScreen {
  #shown = null;
  #timer;
  // What had the focus before.
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

  /// The request whose verdict is on the screen.
  get request() {
    return this.#shown?.request;
  }

  /// - Parameter verdict: as the server gives it.
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
    part("verdict-fewer").hidden = !(verdict.places_left && verdict.asked);
    part("verdict-fewer").textContent = `Admit ${verdict.places_left}`;
    this.#focusNext();
    signal(shade, { isSilent: this.#isSilent() });
    this.#stand();
  }

  /// Asks why the admission of a line is taken back. Its verdict has gone, and is not shown again: somebody else may stand
  /// there.
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
    // A key that is pressed now is about the verdict, and not about the button that asked for it.
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

  /// Closes a verdict that goes by itself: it let people pass, and nobody is taking it back.
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

  /// Back to the verdict; to the page, where it was a line.
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
    // Not a field, whose keyboard would cover the buttons on a phone, and not a button, which a key could press.
    part("undo").focus();
  }

  #stopAsking() {
    part("undo").hidden = true;
    part("verdict-after").hidden = this.#shown === null;
  }
}
