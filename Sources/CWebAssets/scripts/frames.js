// Sends camera frames to the server, one at a time.
// Server side: WebGate/Requests/GateRequestHandler+Frames.swift
import { differ, luminance, packed, sketch } from "./luminance.js";
import { pause, postBytes } from "./server.js";

// The minimum time between two frames, in milliseconds. With more frames, symbols would not be read sooner.
const interval = 100;

// Milliseconds after a frame until the next frame is sent even if nothing has moved, because the camera may have
// focused on a symbol in the meantime.
const resendInterval = 1000;

// Every fourth frame is sent with 8 bits per pixel, the others with 4 bits. With 4 bits, a symbol of low contrast may
// be unreadable.
const fullDepthInterval = 4;

// A symbol is scanned again only if it was out of the camera's view for this many milliseconds.
const rescanDelay = 1000;

// An answer is late after `lateAfter` milliseconds. Reading a frame takes the server at most a second, so the server
// may be down if there is no answer after `silentAfter` milliseconds.
const lateAfter = 700;
const silentAfter = 2000;

// Milliseconds until the page sends the next frame after the answer "signed out" or the verdict "undecided".
const retryDelay = 2000;

/// - Parameters:
///   - query: a function that returns the current parameters: gate, sub-event, direction and count.
///   - answered: called with the answer, the time of the frame and the frame's parameters.
export class Frames {
  #camera;
  #path;
  #query;
  #answered;
  #late;
  #silent;
  // The symbols that have a verdict. Each key is the id that the server gives to a symbol. The value is null while the
  // symbol is in the camera's view; afterwards, the value is the time when the symbol left the view.
  #decided = new Map();
  #isRunning = false;
  // A small copy (`sketch`) of the last frame that was sent, the time when that frame was sent, and the number of
  // frames sent.
  #sent = null;
  #sentAt = 0;
  #count = 0;

  constructor(camera, path, { query, answered, late, silent }) {
    this.#camera = camera;
    this.#path = path;
    this.#query = query;
    this.#answered = answered;
    this.#late = late;
    this.#silent = silent;
  }

  /// Marks a symbol as decided, so that it is not scanned again while it stays in the camera's view.
  markDecided(symbol) {
    this.#decided.set(symbol, null);
  }

  /// Milliseconds since a decided symbol left the view; 0 if the symbol is in view or is not decided.
  absence(symbol) {
    const since = this.#decided.get(symbol) ?? null;
    return since === null ? 0 : performance.now() - since;
  }

  async run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#decided.clear();
    this.#sent = null;
    while (this.#camera.isOn) {
      const start = performance.now();
      const picture = document.hidden ? null : await luminance(this.#camera.video);
      if (!picture) this.#updateView([]);
      else if (this.#isNew(picture)) {
        await this.#send(this.#count % fullDepthInterval === 0 ? picture : packed(picture));
      }
      await pause(Math.max(interval - (performance.now() - start), 20));
    }
    this.#isRunning = false;
  }

  /// Whether to send a frame: it differs enough from the last frame that was sent, or that frame was sent too long ago.
  #isNew(picture) {
    const now = performance.now();
    const next = sketch(picture);
    if (this.#sent && now - this.#sentAt < resendInterval && !differ(this.#sent, next)) return false;
    this.#sent = next;
    this.#sentAt = now;
    this.#count += 1;
    return true;
  }

  /// Sends a frame repeatedly until the server answers. All attempts have the same request id. So if the server has
  /// already recorded the scan, it repeats the verdict.
  async #send({ width, height, bytes, depth = 8 }) {
    const time = new Date();
    const query = this.#query();
    query.set("width", width);
    query.set("height", height);
    query.set("depth", depth);
    query.set("request", crypto.randomUUID());
    for (const symbol of [...this.#decided.keys()]) {
      if (this.absence(symbol) > rescanDelay) this.#decided.delete(symbol);
    }
    if (this.#decided.size > 0) query.set("seen", [...this.#decided.keys()].join(","));
    for (let wait = 500; this.#camera.isOn; wait = Math.min(2 * wait, 4000)) {
      const timers = [setTimeout(this.#late, lateAfter), setTimeout(this.#silent, silentAfter)];
      const response = await postBytes(`${this.#path}?${query}`, bytes);
      for (const timer of timers) clearTimeout(timer);
      // If the server could not read the frame, it does not know which symbols are in view.
      if (response.symbols) this.#updateView(response.symbols);
      this.#answered(response, time, query);
      const isUndecided = response.body?.verdict === "undecided" && !response.body.several;
      if (response.kind === "signedOut" || isUndecided) await pause(retryDelay);
      if (response.kind !== "retry") return;
      await pause(wait);
    }
  }

  /// - Parameter symbols: all symbols in view.
  #updateView(symbols) {
    for (const [symbol, since] of this.#decided) {
      this.#decided.set(symbol, symbols.includes(symbol) ? null : since ?? performance.now());
    }
  }
}
