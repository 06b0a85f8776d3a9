// The queue of scans to send. Each has a request id and is retried until there is an answer: in order, also after the
// server was gone or the page was reloaded.
import { pause, post } from "./server.js";

// Milliseconds without an answer after which waiting scans are reported as undecided.
const patience = 1000;

/// - Parameters:
///   - name: the key in the window's session storage.
///   - heard: called with an entry and its answer. After a failed try it is called for every entry; `isTold` is true
///     for entries that were reported before.
///   - changed: called with all entries when one is added or removed.
export class Queue {
  #name;
  #heard;
  #changed;
  #entries = [];
  #isRunning = false;
  // The failure of the last try; null after an answer.
  #trouble = null;
  #hurry = () => {};

  constructor(name, heard, changed) {
    this.#name = name;
    this.#heard = heard;
    this.#changed = changed;
    try {
      this.#entries = JSON.parse(sessionStorage.getItem(name) ?? "[]");
    } catch {
      // Ignores invalid contents.
      this.#entries = [];
    }
    addEventListener("online", () => this.hurry());
  }

  get entries() {
    return this.#entries;
  }

  /// Whether the last try got no answer.
  get isStuck() {
    return this.#trouble !== null;
  }

  /// The waiting entry for the same ticket and direction. The number of people is ignored: staff who scan again because
  /// no answer came mean the first scan.
  waiting(path, body) {
    const key = (asked) => JSON.stringify([asked.text, asked.code, asked.direction]);
    return this.#entries.find((entry) => entry.path === path && key(entry.body) === key(body));
  }

  /// - Parameter body: the body to post to `path`, with its request id.
  add(path, body) {
    this.#entries.push({ path, body, time: Date.now(), isTold: false });
    this.#keep();
    // A scan behind others that wait is reported as undecided at once.
    if (this.isStuck) this.#hold(this.#trouble);
    this.run();
  }

  /// Retries now: the server may be back.
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

  /// Reports a failure for all waiting entries.
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
      // Without storage, the queue lasts as long as the page.
    }
    this.#changed(this.#entries);
  }
}
