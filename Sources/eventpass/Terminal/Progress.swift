import Foundation

/// A progress line for long work, if standard error is a terminal. Writing never blocks, not even after Ctrl-S, because
/// gates may be waiting for the work.
struct Progress {
    private let what: String
    private let total: Int?
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant
    private let terminal = NonblockingStandardError()
    private var hasLine = false

    /// - Parameter total: the total amount of work; nil if unknown.
    init(_ what: String, total: Int?) {
        self.what = what
        self.total = total
        start = clock.now
        shown = start
    }

    /// Shows the amount done, total, rate and remaining time, at most ten times a second.
    mutating func update(_ done: Int) {
        let now = clock.now
        guard let terminal, now - shown > .milliseconds(100), done > 0 else { return }
        shown = now
        hasLine = true
        let seconds = (now - start) / .seconds(1)
        let rate = Double(done) / seconds
        var line = "\r\u{1B}[K\(what): \(done)"
        if let total { line += " of \(total)" }
        line += ", \(Int(rate)) per second"
        if let total { line += ", \(Int((Double(total - done) / rate).rounded(.up))) s left" }
        terminal.write(line)
    }

    /// Removes the progress line.
    mutating func finish() {
        if hasLine { terminal?.write("\r\u{1B}[K") }
        hasLine = false
    }
}
