import Foundation

/// The terminal behind standard error, opened once more so that writing to it never waits: what it does not take now is
/// dropped.
final class DroppingTerminal: Sendable {
    private let descriptor: Int32

    /// Nil when standard error is no terminal, or one that can't be opened by this user.
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        descriptor = open("/proc/self/fd/\(STDERR_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    func write(_ text: String) { _ = StandardError.writeAll(Array(text.utf8), to: descriptor) }
}
