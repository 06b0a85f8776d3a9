import Foundation
import Languages
import Presentation

/// The progress line of a long task. The line is shown only if standard error is a terminal.
///
/// Writing the line never blocks, even if Ctrl-S has paused the terminal. Otherwise, the task would stop, and so would
/// gates that wait for its end.
struct Progress {
    private let task: String
    private let total: Int?
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastUpdate: ContinuousClock.Instant
    private let terminal = NonblockingStandardError()
    private var hasLine = false

    /// - Parameters:
    ///   - task: the task, whose name is shown at the beginning of the line.
    ///   - total: the total number of items, such as tickets; nil if unknown.
    init(_ task: Task, _ arguments: [String: SentenceArgument] = [:], total: Int?) {
        self.task = Sentence(task, arguments).text(in: .ofCommandLine).visible
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
        var values: [String: SentenceArgument] = [
            "task": .text(task), "done": "\(done)", "rate": "\(Int(rate))",
        ]
        if let total {
            values["total"] = "\(total)"
            values["seconds"] = "\(Int((Double(total - done) / rate).rounded(.up)))"
        }
        let line = Sentence(total == nil ? Text.line : .lineWithTotal, values)
        terminal.write("\r\u{1B}[K\(line.text(in: .ofCommandLine))")
    }

    /// Removes the progress line.
    mutating func finish() {
        if hasLine { terminal?.write("\r\u{1B}[K") }
        hasLine = false
    }

    enum Task: String, SentenceKey {
        static let subject = "progressTask"

        case migrating = "migrating the store"
        case backingUp = "backing up"
        case restoring = "restoring"
        case copying = "copying"
        case importing = "import"
        case inviting = "invite"
        case issuing = "issue"
        case reissuing = "reissuing"
        case cancelling = "cancelling"
        case exporting = "export"
        case merging = "merging {pack}"
        case packing = "packing"
        case comparing = "comparing"
        case drawingSheets = "drawing sheets"
        case readingPages = "reading pages back"
    }

    enum Text: String, SentenceKey {
        static let subject = "progress"

        case line = "{task}: {done}, {rate} per second"
        case lineWithTotal = "{task}: {done} of {total}, {rate} per second, {seconds} s left"
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
