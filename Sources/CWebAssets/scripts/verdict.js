// The verdict that fills the screen.
import { colour, element, part } from "./parts.js";
import { signal } from "./sound.js";

// Seconds after which a verdict that let people pass goes by itself: it does not stand for who comes later.
const standing = 6;

/// - Parameters:
///   - isSilent: asks whether sounds are off.
///   - undo: is called with a verdict that is to be taken back, and the reason.
export class VerdictScreen {
  #shown = null;
  #timer;
  #isSilent;

  constructor(isSilent, undo) {
    this.#isSilent = isSilent;
    part("verdict-next").addEventListener("click", (event) => {
      event.preventDefault();
      this.close();
    });
    part("verdict-undo").addEventListener("click", () => this.#askWhy());
    part("undo-keep").addEventListener("click", () => this.#stopAsking());
    part("undo").addEventListener("submit", (event) => {
      event.preventDefault();
      undo(this.#shown, event.submitter?.value || part("undo-reason").value);
      part("undo-reason").value = "";
      this.#stopAsking();
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /// The request whose verdict is on the screen.
  get request() {
    return this.#shown?.request;
  }

  /// - Parameter verdict: as the server gives it.
  show(verdict) {
    clearTimeout(this.#timer);
    this.#stopAsking();
    this.#shown = verdict;
    const shade = colour(verdict.verdict);
    const what = [verdict.type, verdict.code].filter(Boolean);
    const screen = part("verdict");
    screen.dataset.colour = shade;
    screen.dataset.open = "";
    document.body.classList.add("judged");
    part("verdict-words").replaceChildren(
      element("p", "word", verdict.word),
      element("p", "why", verdict.why),
      ...(verdict.say ?? []).map((text) => element("p", "say", text)),
      ...(verdict.holder ? [element("p", "who", verdict.holder)] : []),
      ...(what.length > 0 ? [element("p", "what", ...what.flatMap((text) => [element("span", "", text), " "]))] : []),
    );
    part("verdict-after").hidden = false;
    part("verdict-undo").hidden = !verdict.undoable;
    signal(shade, { isSilent: this.#isSilent() });
    if (shade === "green" || shade === "blue") {
      this.#timer = setTimeout(() => this.close(), standing * 1000);
    }
  }

  close() {
    clearTimeout(this.#timer);
    this.#shown = null;
    this.#stopAsking();
    delete part("verdict").dataset.open;
    document.body.classList.remove("judged");
    part("verdict-words").replaceChildren();
    part("verdict-after").hidden = true;
  }

  #askWhy() {
    clearTimeout(this.#timer);
    part("undo").hidden = false;
    part("verdict-after").hidden = true;
    part("undo-reason").focus();
  }

  #stopAsking() {
    part("undo").hidden = true;
    part("verdict-after").hidden = this.#shown === null;
  }
}
