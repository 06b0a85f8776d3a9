import Foundation

/// A progress line for a long task, if standard error is a terminal. Writing never blocks, not even after Ctrl-S,
/// because gates may be waiting for the task to end.
struct Progress {
    private let what: String
    private let total: Int?
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastUpdate: ContinuousClock.Instant
    private let terminal = NonblockingStandardError()
    private var hasLine = false

    /// - Parameter total: the total amount of work; nil if unknown.
    init(_ what: String, total: Int?) {
        self.what = what
        self.total = total
        start = clock.now
        lastUpdate = start
    }

    /// Shows the amount of work that is done, the total, the rate and the remaining time, at most ten times a second.
    mutating func update(_ done: Int) {
        let now = clock.now
        guard let terminal, now - lastUpdate > .milliseconds(100), done > 0 else { return }
        lastUpdate = now
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

/// The terminal of standard error, opened in non-blocking mode. Text that the terminal does not accept immediately is
/// dropped.
final class NonblockingStandardError: Sendable {
    private let descriptor: Int32

    /// Nil if standard error is not a terminal, or if this user may not open it.
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        descriptor = open("/proc/self/fd/\(STDERR_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    func write(_ text: String) { _ = StandardError.writeAll(Array(text.utf8), to: descriptor) }
}
