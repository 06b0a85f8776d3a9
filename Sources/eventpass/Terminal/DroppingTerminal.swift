import Foundation

/// The terminal of standard error, opened in non-blocking mode. Text that it does not accept immediately is dropped.
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
