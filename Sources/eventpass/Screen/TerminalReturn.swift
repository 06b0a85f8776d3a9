import Foundation
import Synchronization

/// Restores the terminal, also after a crash. All functions are async-signal-safe, except `keep`.
enum TerminalRestorer {
    /// The address of the terminal's original settings; 0 if there is nothing to restore.
    private static let before = Atomic<UInt>(0)
    private static let deadly = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT]
    /// Bracketed paste off, colours reset, line wrap on, cursor visible, normal screen.
    private static let resetSequence: StaticString = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Saves the terminal's original settings and installs handlers that restore it after a crash.
    static func save(_ settings: termios) {
        let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        kept.initialize(to: settings)
        guard before.exchange(UInt(bitPattern: kept), ordering: .sequentiallyConsistent) == 0 else { return }
        for number in deadly {
            signal(number) { number in
                TerminalRestorer.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Restores the terminal, once.
    static func restore() {
        let address = before.exchange(0, ordering: .sequentiallyConsistent)
        guard let settings = UnsafePointer<termios>(bitPattern: address) else { return }
        _ = write(STDOUT_FILENO, resetSequence.utf8Start, resetSequence.utf8CodeUnitCount)
        // The memory is never freed, because a signal handler must not free memory.
        tcsetattr(STDIN_FILENO, TCSANOW, settings)
    }
}
