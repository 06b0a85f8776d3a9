// What the camera sees, to the server: one picture at a time.
import { differ, luminance, packed, sketch } from "./luminance.js";
import { pause, postBytes } from "./server.js";

// Milliseconds from one picture to the next at least: more would cost the network, and read nothing sooner.
const interval = 100;

// Milliseconds after which a picture is sent though nothing in it has moved: a symbol may come into focus.
const unchanged = 1000;

// Every so many pictures one is sent with all of its luminance: in half of it a symbol of little contrast may be lost.
const whole = 4;

// How long a symbol must be out of the picture to be asked about once more, in milliseconds.
const memory = 1000;

// Milliseconds that an answer takes before it is late, and before the server may be gone: a picture is read for a second at
// most.
const patience = 700;
const silence = 2000;

// Milliseconds until a page asks again that was signed out, or told that nothing could be decided.
const trouble = 2000;

/// - Parameters:
///   - query: gives the search parameters of the moment: gate, function, direction, count.
///   - took: is called with what the server said, when the picture was taken, and the parameters that went with it.
///   - late: is called when the server has not answered for a while.
///   - silent: is called when it has not for so long that it may be gone.
export class Frames {
  #camera;
  #path;
  #query;
  #took;
  #late;
  #silent;
  // The symbols whose verdicts are known, by name: since when they are out of the picture, null while they are in it.
  #known = new Map();
  #isRunning = false;
  // The sketch of the picture that was sent last, and when; how many there were.
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

  /// A symbol whose verdict is known: while it is in the picture, it is not asked about.
  know(symbol) {
    this.#known.set(symbol, null);
  }

  /// For how many milliseconds a symbol that is known has been out of the picture.
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

  /// Whether a picture is worth its way. One in which nothing moved shows what the last one did.
  #isNew(picture) {
    const now = performance.now();
    const next = sketch(picture);
    if (this.#sent && now - this.#sentAt < unchanged && !differ(this.#sent, next)) return false;
    this.#sent = next;
    this.#sentAt = now;
    this.#count += 1;
    return true;
  }

  /// Asks until there is an answer: what was recorded and not heard is told again, by the same request, which asks the
  /// same each time.
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
      // What could not be read tells nothing of who is there.
      if (answer.symbols) this.#see(answer.symbols);
      this.#took(answer, taken, query);
      const isUndecided = answer.body?.verdict === "undecided" && !answer.body.several;
      if (answer.kind === "signedOut" || isUndecided) await pause(trouble);
      if (answer.kind !== "again") return;
      await pause(wait);
    }
  }

  /// - Parameter symbols: all that are in the picture.
  #see(symbols) {
    for (const [symbol, since] of this.#known) {
      this.#known.set(symbol, symbols.includes(symbol) ? null : since ?? performance.now());
    }
  }
}
