import Foundation

/// How far a long piece of work is: on standard error, when that is a terminal and the work lasts. A terminal that takes
/// nothing, since somebody pressed Ctrl-S there, is not waited for: gates may be waiting for the work.
struct Progress {
    private let what: String
    private let total: Int?
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant
    private let terminal = DroppingTerminal()
    private var hasLine = false

    /// - Parameter total: nil when it is not known beforehand.
    init(_ what: String, total: Int?) {
        self.what = what
        self.total = total
        start = clock.now
        shown = start
    }

    /// Done, total, rate, time left; at most ten times a second.
    mutating func update(_ done: Int) {
        let now = clock.now
        guard let terminal, now - shown > .milliseconds(100), done > 0 else { return }
        shown = now
        hasLine = true
        let seconds = (now - start) / .seconds(1)
        let rate = Double(done) / seconds
        var line = "\r\u{1B}[K\(what): \(done)"
        if let total { line += " of \(total)" }
        line += ", \(Int(rate)) a second"
        if let total { line += ", \(Int((Double(total - done) / rate).rounded(.up))) s left" }
        terminal.write(line)
    }

    /// Takes the line away.
    mutating func finish() {
        if hasLine { terminal?.write("\r\u{1B}[K") }
        hasLine = false
    }
}
