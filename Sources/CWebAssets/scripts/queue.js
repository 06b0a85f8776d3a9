// The queue of requests to send: scans, admissions by hand and undos. Each request has an id. The queue sends its first
// request repeatedly until the server answers, and then sends the next request. A reload of the page does not lose the
// queue. Server side: WebGate/Requests/GateRequestHandler+Scans.swift
import { pause, post } from "./server.js";

// If there is no answer within this number of milliseconds, the waiting requests are reported as undecided.
const answerTimeout = 1000;

/// - Parameters:
///   - name: the key in the window's session storage.
///   - answered: called with a request of the queue and the server's answer. If sending fails, `answered` is called for
///     every request in the queue, with the failure in place of the answer. The request's property `isReported` says
///     whether `answered` was already called with a failure of this request.
///   - changed: called with all requests in the queue when a request is added or removed.
export class Queue {
  #name;
  #answered;
  #changed;
  #entries = [];
  #isRunning = false;
  // The reason why the request that was sent most recently must be sent again; null if the server has answered that
  // request.
  #failure = null;
  #wake = () => {};

  constructor(name, answered, changed) {
    this.#name = name;
    this.#answered = answered;
    this.#changed = changed;
    try {
      this.#entries = JSON.parse(sessionStorage.getItem(name) ?? "[]");
    } catch {
      // The stored text is invalid, so the queue starts empty.
      this.#entries = [];
    }
    addEventListener("online", () => this.retryNow());
  }

  get entries() {
    return this.#entries;
  }

  get isStuck() {
    return this.#failure !== null;
  }

  /// The waiting request for the same ticket and direction as `body`, or undefined. The number of people is ignored: if
  /// staff scan a ticket again because no answer came, only the first scan counts.
  waiting(path, body) {
    const key = (body) => JSON.stringify([body.text, body.code, body.direction]);
    return this.#entries.find((entry) => entry.path === path && key(entry.body) === key(body));
  }

  /// Adds a request to the queue, and sends it when its turn comes.
  ///
  /// - Parameter body: the body of the request to `path`. It contains the request id.
  add(path, body) {
    this.#entries.push({ path, body, time: Date.now(), isReported: false });
    this.#save();
    // While the server does not answer, a new request is reported as undecided at once.
    if (this.isStuck) this.#reportFailure(this.#failure);
    this.run();
  }

  /// Sends the first request again now, because the server may be reachable again.
  retryNow() {
    this.#wake();
  }

  async run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let delay = 500;
    while (this.#entries.length > 0) {
      const entry = this.#entries[0];
      const timer = setTimeout(() => this.#reportFailure({ kind: "retry" }), answerTimeout);
      const answer = await post(entry.path, entry.body);
      clearTimeout(timer);
      if (answer.kind === "retry" || answer.kind === "signedOut") {
        this.#reportFailure(answer);
        await Promise.race([pause(delay), new Promise((next) => (this.#wake = next))]);
        delay = Math.min(2 * delay, 4000);
      } else {
        this.#failure = null;
        this.#entries.shift();
        this.#save();
        this.#answered(entry, answer);
        delay = 500;
      }
    }
    this.#isRunning = false;
  }

  /// Reports a failure for all waiting requests.
  #reportFailure(failure) {
    this.#failure = failure;
    for (const entry of this.#entries) {
      this.#answered(entry, failure);
      entry.isReported = true;
    }
    this.#save();
  }

  #save() {
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(this.#entries));
    } catch {
      // Without storage, the queue is lost when the page is closed or reloaded.
    }
    this.#changed(this.#entries);
  }
}
