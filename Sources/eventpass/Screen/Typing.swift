/// Tells lines from commands, on a keyboard that a person and a scanner share.
///
/// What is text always belongs to the line. A command key counts only when it stands alone: a symbol can hold anything,
/// and some scanners type control characters and function keys, so what comes in the middle of fast typing belongs to
/// the line as well. All times are on one clock that never goes back.
struct Typing {
    enum Outcome: Hashable {
        /// A line, typed by hand or by a machine.
        case line([UInt8], Hand)
        case paste([UInt8])
        case command(Key.Meaning)
        /// An Enter that was not taken, since it came right behind other keys, or behind what could not be seen.
        case hurried
    }

    enum Hand: Hashable { case person, machine }

    /// Bytes of a line that are kept.
    static let limit = 4096
    /// A machine's keys follow each other faster than this, on average.
    static let machinePace = Duration.milliseconds(50)
    /// After such a rest a new run of keys begins.
    static let rest = Duration.milliseconds(500)
    /// Tickets are longer; what machines type that is shorter may as well be a person's line over a slow network.
    static let shortestScan = 40
    /// For how long a command key stands alone before it counts, and after which rest.
    static let solitude = (after: Duration.milliseconds(50), before: Duration.milliseconds(150))
    /// So many characters at a machine's pace are no person's.
    static let shortestBurst = 8

    /// Whether Enter counts only like a command key, when it stands alone: then no scanner can give the answer.
    var wantsPersonsEnd = false
    /// What has been typed of the line.
    private(set) var text: [UInt8] = []
    /// Where the last run begins in it.
    private var run = (start: 0, at: Duration.zero)
    /// Where the keys begin that came without a rest longer than a machine's.
    private var burst = 0
    private var last: (meaning: Key.Meaning, at: Duration)?
    private var waiting: (key: Key, at: Duration)?

    /// When `settle` has something to say.
    var deadline: Duration? { waiting.map { $0.at + Typing.solitude.after } }

    var isEmpty: Bool { text.isEmpty }

    private var isBurst: Bool { text.count - burst >= Typing.shortestBurst }

    /// What may be shown of the line: what comes at a machine's pace is a ticket, and nobody's business.
    var shown: String {
        String(decoding: isBurst ? text[..<burst] : text[...], as: UTF8.self) + (isBurst ? "…" : "")
    }

    mutating func take(_ key: Key, at now: Duration) -> Outcome? {
        let pause = last.map { now - $0.at }
        defer { last = (key.meaning, now) }
        if let waiting {
            // Held down.
            if waiting.key.meaning == key.meaning, key.meaning != .end { return nil }
            self.waiting = nil
            if waiting.key.meaning != .end { append(waiting.key.bytes, at: waiting.at) }
        }
        switch key.meaning {
        case .text:
            if let pause, pause > Typing.rest { run = (text.count, now) }
            if let pause, pause >= Typing.machinePace { burst = text.count }
            append(key.bytes, at: now)
            return nil
        case .end: return wantsPersonsEnd ? personsEnd(key, after: pause, at: now) : end(at: now)
        case .backspace:
            while let byte = text.popLast(), byte & 0xC0 == 0x80 {}
            run.start = min(run.start, text.count)
            burst = min(burst, text.count)
            return nil
        case .paste:
            return .paste(key.bytes)
        case .escape, .function, .control, .up, .down, .unknown:
            if let pause, pause < Typing.solitude.before {
                let isHeld = last?.meaning == key.meaning
                if !isHeld, pause < Typing.machinePace { append(key.bytes, at: now) }
            } else {
                waiting = (key, now)
            }
            return nil
        }
    }

    /// The command key that has stood alone for long enough.
    mutating func settle(at now: Duration) -> Outcome? {
        guard let waiting, now >= waiting.at + Typing.solitude.after else { return nil }
        self.waiting = nil
        guard waiting.key.meaning == .end else { return .command(waiting.key.meaning) }
        // Of a scanner without a suffix, or a person's letters that came in one piece and were not to be seen yet.
        if text.count - burst >= Typing.shortestScan { return takeBurst() }
        if isBurst {
            burst = text.count
            return .hurried
        }
        defer { clear() }
        return .line(text, .person)
    }

    /// Takes the line away.
    mutating func clear() {
        text = []
        run.start = 0
        burst = 0
    }

    /// Puts in what did not come key by key.
    mutating func insert(_ bytes: [UInt8]) {
        text.append(contentsOf: bytes.prefix(Typing.limit - text.count))
        burst = text.count
    }

    private mutating func append(_ bytes: [UInt8], at now: Duration) {
        if text.isEmpty {
            run = (0, now)
            burst = 0
        }
        text.append(contentsOf: bytes.prefix(Typing.limit - text.count))
    }

    private mutating func end(at now: Duration) -> Outcome? {
        let typed = text[run.start...]
        let isFast = !typed.isEmpty && (now - run.at) / typed.count < Typing.machinePace
        guard isFast, typed.count >= Typing.shortestScan else {
            defer { clear() }
            let isBlank = text.allSatisfy { $0 == UInt8(ascii: " ") }
            return isBlank ? nil : .line(text, isFast && run.start == 0 ? .machine : .person)
        }
        // What stood before was not the scanner's.
        defer {
            text.removeSubrange(run.start...)
            run.start = 0
            burst = min(burst, text.count)
        }
        return .line(Array(typed), .machine)
    }

    /// Waits whether the Enter stands alone. What a machine has typed behind a person's beginning is a line of its own.
    private mutating func personsEnd(_ key: Key, after pause: Duration?, at now: Duration) -> Outcome? {
        guard let pause, pause < Typing.solitude.before else {
            waiting = (key, now)
            return nil
        }
        // The second character of a scanner's suffix.
        if last?.meaning == .end { return nil }
        return pause < Typing.machinePace && isBurst ? takeBurst() : .hurried
    }

    /// What a machine has typed last, as a line of its own.
    private mutating func takeBurst() -> Outcome {
        let typed = Array(text[burst...])
        text.removeSubrange(burst...)
        run.start = min(run.start, burst)
        return .line(typed, .machine)
    }
}
