import Foundation
import Synchronization

/// Giving the terminal back as it was, also when the program dies of a fault. All of it may run in a signal handler.
enum TerminalReturn {
    /// The address of the terminal's settings before; 0 when there is nothing to give back.
    private static let before = Atomic<UInt>(0)
    private static let deadly = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT]
    /// No pasting in pieces, no colour, lines that wrap, a cursor, the page that was there.
    private static let farewell: StaticString = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// From now on the terminal has been taken, and these were its settings.
    static func keep(_ settings: termios) {
        let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        kept.initialize(to: settings)
        guard before.exchange(UInt(bitPattern: kept), ordering: .sequentiallyConsistent) == 0 else { return }
        for number in deadly {
            signal(number) { number in
                TerminalReturn.giveBack()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Does nothing when the terminal was given back already.
    static func giveBack() {
        let address = before.exchange(0, ordering: .sequentiallyConsistent)
        guard let settings = UnsafePointer<termios>(bitPattern: address) else { return }
        _ = write(STDOUT_FILENO, farewell.utf8Start, farewell.utf8CodeUnitCount)
        // Never freed: it is a few bytes, and a handler must not.
        tcsetattr(STDIN_FILENO, TCSANOW, settings)
    }
}
