// Sends camera frames to the server, one at a time.
import { differ, luminance, packed, sketch } from "./luminance.js";
import { pause, postBytes } from "./server.js";

// Minimum milliseconds between two frames: a higher rate would cost bandwidth and read nothing sooner.
const interval = 100;

// Milliseconds after which a frame is sent even if nothing has moved: a symbol may have come into focus.
const unchanged = 1000;

// One frame in four is sent with 8 bits per pixel: with 4 bits, a symbol of low contrast may be lost.
const whole = 4;

// Milliseconds that a symbol must be out of view before it is scanned again.
const memory = 1000;

// Milliseconds after which an answer is late, and after which the server may be gone. Reading a frame takes at most a
// second.
const patience = 700;
const silence = 2000;

// Milliseconds until the page sends the next frame after "signed out" or "undecided".
const trouble = 2000;

/// - Parameters:
///   - query: returns the current parameters: gate, sub-event, direction and count.
///   - took: called with the answer, the time of the frame and its parameters.
///   - late: called when an answer is late.
///   - silent: called when an answer is so late that the server may be gone.
export class Frames {
  #camera;
  #path;
  #query;
  #took;
  #late;
  #silent;
  // Decided symbols by name, each with the time since when it is out of view, or null while it is in view.
  #known = new Map();
  #isRunning = false;
  // The sketch of the last frame that was sent, the time of sending, and the number of frames.
  #sent = null;
  #sentAt = 0;
  #count = 0;

  constructor(camera, path, { query, took, late, silent }) {
    this.#camera = camera;
    this.#path = path;
    this.#query = query;
    this.#took = took;
    this.#late = late;
    this.#silent = silent;
  }

  /// Marks a symbol as decided: it is not scanned again while it stays in view.
  know(symbol) {
    this.#known.set(symbol, null);
  }

  /// Milliseconds since a decided symbol was last in view.
  absence(symbol) {
    const since = this.#known.get(symbol) ?? null;
    return since === null ? 0 : performance.now() - since;
  }

  async run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#known.clear();
    this.#sent = null;
    while (this.#camera.isOn) {
      const start = performance.now();
      const picture = document.hidden ? null : await luminance(this.#camera.video);
      if (!picture) this.#see([]);
      else if (this.#isNew(picture)) await this.#settle(this.#count % whole === 0 ? picture : packed(picture));
      await pause(Math.max(interval - (performance.now() - start), 20));
    }
    this.#isRunning = false;
  }

  /// Whether a frame differs enough from the last one to be sent.
  #isNew(picture) {
    const now = performance.now();
    const next = sketch(picture);
    if (this.#sent && now - this.#sentAt < unchanged && !differ(this.#sent, next)) return false;
    this.#sent = next;
    this.#sentAt = now;
    this.#count += 1;
    return true;
  }

  /// Sends a frame until there is an answer. All tries have the same request id, so that a scan that was already
  /// recorded gets the same verdict.
  async #settle({ width, height, bytes, depth = 8 }) {
    const taken = new Date();
    const query = this.#query();
    query.set("width", width);
    query.set("height", height);
    query.set("depth", depth);
    query.set("request", crypto.randomUUID());
    for (const symbol of [...this.#known.keys()]) {
      if (this.absence(symbol) > memory) this.#known.delete(symbol);
    }
    if (this.#known.size > 0) query.set("seen", [...this.#known.keys()].join(","));
    for (let wait = 500; this.#camera.isOn; wait = Math.min(2 * wait, 4000)) {
      const timers = [setTimeout(this.#late, patience), setTimeout(this.#silent, silence)];
      const answer = await postBytes(`${this.#path}?${query}`, bytes);
      for (const timer of timers) clearTimeout(timer);
      // An unreadable frame says nothing about the symbols in view.
      if (answer.symbols) this.#see(answer.symbols);
      this.#took(answer, taken, query);
      const isUndecided = answer.body?.verdict === "undecided" && !answer.body.several;
      if (answer.kind === "signedOut" || isUndecided) await pause(trouble);
      if (answer.kind !== "again") return;
      await pause(wait);
    }
  }

  /// - Parameter symbols: all symbols in view.
  #see(symbols) {
    for (const [symbol, since] of this.#known) {
      this.#known.set(symbol, symbols.includes(symbol) ? null : since ?? performance.now());
    }
  }
}
