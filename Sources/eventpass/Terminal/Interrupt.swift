import Foundation
import Synchronization

/// Handling of Ctrl-C during work that must clean up.
enum Interrupt {
    private static let pressed = Atomic(false)
    private static let writeEnd = Atomic<Int32>(-1)

    static var isPressed: Bool { pressed.load(ordering: .relaxed) }

    /// From now on, Ctrl-C only sets a flag and makes a descriptor readable.
    ///
    /// - Returns: a descriptor that becomes readable after Ctrl-C. Poll it together with other descriptors, because
    ///   `signal` restarts system calls. -1, which poll ignores, if no descriptors are left.
    @discardableResult static func startWatching() -> Int32 {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 { writeEnd.store(ends[1], ordering: .relaxed) }
        signal(SIGINT) { _ in
            let before = errno
            Interrupt.pressed.store(true, ordering: .relaxed)
            var byte: UInt8 = 0
            _ = write(Interrupt.writeEnd.load(ordering: .relaxed), &byte, 1)
            errno = before
        }
        return ends[0]
    }

    /// From now on, Ctrl-C terminates the program again.
    static func stopWatching() { signal(SIGINT, SIG_DFL) }

    /// Terminates the program by SIGINT, so that the shell sees the signal.
    static func terminate() -> Never { terminate(of: SIGINT) }

    /// Terminates the program by a signal, so that the shell sees it.
    static func terminate(of number: Int32) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        exit(ExitStatus.trouble.rawValue)
    }

    /// Ignores SIGPIPE, so that writing to a closed pipe fails with an error.
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }
}
