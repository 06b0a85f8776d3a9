// What the camera sees, to the server: one picture at a time.
import { luminance } from "./luminance.js";
import { pause, postBytes } from "./server.js";

// Milliseconds from one picture to the next at least: more would cost the network, and read nothing sooner.
const interval = 100;

// How long a symbol that went out of the picture is not asked about once more, in milliseconds.
const memory = 3000;

/// - Parameters:
///   - query: gives the search parameters of the moment: gate, function, direction, count.
///   - took: is called with what the server said, and when the picture was taken.
export class Frames {
  #camera;
  #path;
  #query;
  #took;
  #symbol = null;
  #seen = -Infinity;
  #isRunning = false;

  constructor(camera, path, query, took) {
    this.#camera = camera;
    this.#path = path;
    this.#query = query;
    this.#took = took;
  }

  /// A symbol whose verdict is known: while it is in the picture, it is not asked about.
  know(symbol) {
    this.#symbol = symbol;
    this.#seen = performance.now();
  }

  async run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#camera.isOn) {
      const start = performance.now();
      const picture = document.hidden ? null : await luminance(this.#camera.video);
      if (picture) await this.#settle(picture);
      await pause(Math.max(interval - (performance.now() - start), 20));
    }
    this.#isRunning = false;
  }

  /// Asks until there is an answer: what was recorded and not heard is told again, by the same request.
  async #settle({ width, height, bytes }) {
    const taken = new Date();
    const query = this.#query();
    query.set("width", width);
    query.set("height", height);
    query.set("request", crypto.randomUUID());
    for (let wait = 500; ; wait = Math.min(2 * wait, 4000)) {
      query.delete("seen");
      if (this.#symbol && performance.now() - this.#seen < memory) query.set("seen", this.#symbol);
      const answer = await postBytes(`${this.#path}?${query}`, bytes);
      if (answer.kind === "nothing" && answer.symbol && answer.symbol === this.#symbol) this.know(answer.symbol);
      this.#took(answer, taken);
      if (answer.kind !== "again") return;
      await pause(wait);
    }
  }
}
