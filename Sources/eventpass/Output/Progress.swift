import Foundation

/// The progress line of a long task. The line is shown only if standard error is a terminal.
///
/// Writing the line never blocks, even if Ctrl-S has paused the terminal. Otherwise, the paused terminal would stop the
/// task, and gates that wait for the end of the task would stop, too.
struct Progress {
    private let what: String
    private let total: Int?
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastUpdate: ContinuousClock.Instant
    private let terminal = NonblockingStandardError()
    private var hasLine = false

    /// Creates the progress line of a task that begins now.
    ///
    /// - Parameters:
    ///   - what: the name of the task, which is shown at the beginning of the line.
    ///   - total: the total number of items, such as tickets; nil if unknown.
    init(_ what: String, total: Int?) {
        self.what = what
        self.total = total
        start = clock.now
        lastUpdate = start
    }

    /// Updates the line, at most ten times a second. The line shows the number of items that are done, the items per
    /// second and, if the total is known, the total and the remaining time.
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

    /// Opens the terminal. Nil if standard error is not a terminal, or if the user is not allowed to open the terminal.
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        descriptor = open("/proc/self/fd/\(STDERR_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    func write(_ text: String) { _ = StandardError.writeAll(Array(text.utf8), to: descriptor) }
}
