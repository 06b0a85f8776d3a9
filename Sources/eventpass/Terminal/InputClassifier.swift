/// Separates typed lines from command keys. A person and a scanner type into the same terminal.
///
/// Text is always part of the line. A key such as F1 is a command only if there is a pause before and after the key. If
/// one of the two pauses is missing, the key is treated as part of a scan, because some scanners type a function key
/// for each control character in a symbol. All times are read from one monotonic clock.
struct InputClassifier {
    enum Outcome: Hashable {
        /// A line, typed by a person or a scanner.
        case line([UInt8], Source)
        case paste([UInt8])
        case command(Key.Meaning)
        /// An ignored Enter: it followed other keys too quickly, or the typed text was not visible.
        case ignoredEnter
    }

    enum Source: Hashable { case person, machine }

    /// The maximum number of bytes of a line.
    static let limit = 4096
    /// The maximum average time between a scanner's keys.
    static let machineKeyInterval = Duration.milliseconds(50)
    /// If the pause before a key is longer than this time, the key begins a new run of keys.
    static let runGap = Duration.milliseconds(500)
    /// The minimum number of bytes of a scanned ticket. Shorter input that arrives fast can come from a person, because
    /// a slow network can deliver several typed keys at once.
    static let shortestScan = 40
    /// The minimum pauses after and before a command key.
    static let commandKeyGap = (after: Duration.milliseconds(50), before: Duration.milliseconds(150))
    /// No person can type this many characters in a row at a scanner's speed.
    static let shortestBurst = 8

    /// Whether Enter is accepted only with a pause before and after it, so that a scanner cannot confirm a question.
    var requiresManualEnter = false
    private(set) var text: [UInt8] = []
    /// The index in `text` at which the last run of keys began, and the time of the run's first key. A run is a series
    /// of keys without a pause longer than `runGap`.
    private var run = (start: 0, at: Duration.zero)
    /// The index in `text` at which the last burst began. A burst is a series of keys at a scanner's speed.
    private var burst = 0
    private var last: (meaning: Key.Meaning, at: Duration)?
    private var waiting: (key: Key, at: Duration)?

    /// The time at which to call `flushCommand`. The pause after the waiting command key is then long enough. Nil if no
    /// command key is waiting.
    var deadline: Duration? { waiting.map { $0.at + InputClassifier.commandKeyGap.after } }

    var isEmpty: Bool { text.isEmpty }

    private var isBurst: Bool { text.count - burst >= InputClassifier.shortestBurst }

    /// The visible part of the line. Fast input is hidden, because it may be a ticket's token.
    var visibleText: String {
        String(decoding: isBurst ? text[..<burst] : text[...], as: UTF8.self) + (isBurst ? "…" : "")
    }

    mutating func process(_ key: Key, at now: Duration) -> Outcome? {
        let pause = last.map { now - $0.at }
        defer { last = (key.meaning, now) }
        if let waiting {
            // While a key is held down, the terminal sends the key repeatedly.
            if waiting.key.meaning == key.meaning, key.meaning != .lineEnd { return nil }
            self.waiting = nil
            if waiting.key.meaning != .lineEnd { append(waiting.key.bytes, at: waiting.at) }
        }
        switch key.meaning {
        case .text:
            if let pause, pause > InputClassifier.runGap { run = (text.count, now) }
            if let pause, pause >= InputClassifier.machineKeyInterval { burst = text.count }
            append(key.bytes, at: now)
            return nil
        case .lineEnd: return requiresManualEnter ? handleManualEnter(key, after: pause, at: now) : end(at: now)
        case .backspace:
            while let byte = text.popLast(), byte & 0xC0 == 0x80 {}
            run.start = min(run.start, text.count)
            burst = min(burst, text.count)
            return nil
        case .paste:
            return .paste(key.bytes)
        case .escape, .function, .control, .up, .down, .unknown:
            if let pause, pause < InputClassifier.commandKeyGap.before {
                let isRepeated = last?.meaning == key.meaning
                if !isRepeated, pause < InputClassifier.machineKeyInterval { append(key.bytes, at: now) }
            } else {
                waiting = (key, now)
            }
            return nil
        }
    }

    /// Returns the waiting command key if the pause after it has been long enough.
    mutating func flushCommand(at now: Duration) -> Outcome? {
        guard let waiting, now >= waiting.at + InputClassifier.commandKeyGap.after else { return nil }
        self.waiting = nil
        guard waiting.key.meaning == .lineEnd else { return .command(waiting.key.meaning) }
        // Fast text at the end of the line is hidden. If it is long, it is a scan that the scanner did not end with
        // Enter. If it is short, it can come from a person, so the Enter is ignored and the text becomes visible.
        if text.count - burst >= InputClassifier.shortestScan { return extractBurst() }
        if isBurst {
            burst = text.count
            return .ignoredEnter
        }
        defer { clear() }
        return .line(text, .person)
    }

    mutating func clear() {
        text = []
        run.start = 0
        burst = 0
    }

    /// Appends text that was not typed, such as a paste.
    mutating func insert(_ bytes: [UInt8]) {
        text.append(contentsOf: bytes.prefix(InputClassifier.limit - text.count))
        burst = text.count
    }

    private mutating func append(_ bytes: [UInt8], at now: Duration) {
        if text.isEmpty {
            run = (0, now)
            burst = 0
        }
        text.append(contentsOf: bytes.prefix(InputClassifier.limit - text.count))
    }

    private mutating func end(at now: Duration) -> Outcome? {
        let typed = text[run.start...]
        let isFast = !typed.isEmpty && (now - run.at) / typed.count < InputClassifier.machineKeyInterval
        guard isFast, typed.count >= InputClassifier.shortestScan else {
            defer { clear() }
            let isBlank = text.allSatisfy { $0 == UInt8(ascii: " ") }
            return isBlank ? nil : .line(text, isFast && run.start == 0 ? .machine : .person)
        }
        // The text before the scan stays in the line.
        defer {
            text.removeSubrange(run.start...)
            run.start = 0
            burst = min(burst, text.count)
        }
        return .line(Array(typed), .machine)
    }

    /// Handles Enter if `requiresManualEnter` is set. If a scanner types a scan after a person's text, the scan becomes
    /// a separate line.
    private mutating func handleManualEnter(_ key: Key, after pause: Duration?, at now: Duration) -> Outcome? {
        guard let pause, pause < InputClassifier.commandKeyGap.before else {
            waiting = (key, now)
            return nil
        }
        // The key is the second character of a scanner's suffix, such as CR LF.
        if last?.meaning == .lineEnd { return nil }
        return pause < InputClassifier.machineKeyInterval && isBurst ? extractBurst() : .ignoredEnter
    }

    /// Removes the last fast characters from the line and returns them as a scanned line.
    private mutating func extractBurst() -> Outcome {
        let typed = Array(text[burst...])
        text.removeSubrange(burst...)
        run.start = min(run.start, burst)
        return .line(typed, .machine)
    }
}
