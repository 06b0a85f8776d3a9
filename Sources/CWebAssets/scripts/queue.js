// Scans on their way to the server. Each has a request id and is asked about until there is an answer: in order, also when
// the server was gone meanwhile, or this page was loaded anew.
import { pause, post } from "./server.js";

// Milliseconds without an answer after which what waits is told so.
const patience = 1000;

/// - Parameters:
///   - name: under which the browser keeps it for this window.
///   - heard: is called with an entry and what the server said; with all entries, each time that it said nothing. Those
///     that were told so before say it: `isTold`.
///   - changed: is called with all entries when one came or went.
export class Queue {
  #name;
  #heard;
  #changed;
  #entries = [];
  #isRunning = false;
  // What came instead of an answer, until there is one.
  #trouble = null;
  #hurry = () => {};

  constructor(name, heard, changed) {
    this.#name = name;
    this.#heard = heard;
    this.#changed = changed;
    try {
      this.#entries = JSON.parse(sessionStorage.getItem(name) ?? "[]");
    } catch {
      // What is not ours any more.
      this.#entries = [];
    }
    addEventListener("online", () => this.hurry());
  }

  get entries() {
    return this.#entries;
  }

  /// Whether the server was asked and has not answered.
  get isStuck() {
    return this.#trouble !== null;
  }

  /// What asks the same and waits already. So many people as are asked for make no other request: who scans again because
  /// nothing came back has the first scan in mind.
  waiting(path, body) {
    const key = (asked) => JSON.stringify([asked.text, asked.code, asked.direction]);
    return this.#entries.find((entry) => entry.path === path && key(entry.body) === key(body));
  }

  /// - Parameter body: what is posted to `path`, with its request id.
  add(path, body) {
    this.#entries.push({ path, body, time: Date.now(), isTold: false });
    this.#keep();
    // Who is scanned behind others that wait is told so at once.
    if (this.isStuck) this.#hold(this.#trouble);
    this.run();
  }

  /// The server may be back.
  hurry() {
    this.#hurry();
  }

  async run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let wait = 500;
    while (this.#entries.length > 0) {
      const entry = this.#entries[0];
      const timer = setTimeout(() => this.#hold({ kind: "again" }), patience);
      const answer = await post(entry.path, entry.body);
      clearTimeout(timer);
      if (answer.kind === "again" || answer.kind === "signedOut") {
        this.#hold(answer);
        await Promise.race([pause(wait), new Promise((next) => (this.#hurry = next))]);
        wait = Math.min(2 * wait, 4000);
      } else {
        this.#trouble = null;
        this.#entries.shift();
        this.#keep();
        this.#heard(entry, answer);
        wait = 500;
      }
    }
    this.#isRunning = false;
  }

  /// Tells all that wait what came instead of an answer.
  #hold(trouble) {
    this.#trouble = trouble;
    for (const entry of this.#entries) {
      this.#heard(entry, trouble);
      entry.isTold = true;
    }
    this.#keep();
  }

  #keep() {
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(this.#entries));
    } catch {
      // Without a place to keep it, it is kept as long as the page is.
    }
    this.#changed(this.#entries);
  }
}
