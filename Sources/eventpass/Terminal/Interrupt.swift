import Foundation
import Synchronization

/// Ctrl-C in the middle of work that should end tidily.
enum Interrupt {
    private static let pressed = Atomic(false)
    private static let ringer = Atomic<Int32>(-1)

    static var isPressed: Bool { pressed.load(ordering: .relaxed) }

    /// From now on Ctrl-C only raises a flag, and rings.
    ///
    /// - Returns: the bell, a descriptor that can be read once Ctrl-C was pressed: `signal` restarts system calls, so who
    ///   waits for something must wait for this too. -1, which never rings, when there are no descriptors left.
    @discardableResult static func watch() -> Int32 {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 { ringer.store(ends[1], ordering: .relaxed) }
        signal(SIGINT) { _ in
            let before = errno
            Interrupt.pressed.store(true, ordering: .relaxed)
            var byte: UInt8 = 0
            _ = write(Interrupt.ringer.load(ordering: .relaxed), &byte, 1)
            errno = before
        }
        return ends[0]
    }

    /// Ctrl-C ends the program again.
    static func unwatch() { signal(SIGINT, SIG_DFL) }

    /// Ends the program as Ctrl-C would have, for the shell to see.
    static func die() -> Never { die(of: SIGINT) }

    /// Ends the program as a signal would have, for the shell to see.
    static func die(of number: Int32) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        exit(ExitStatus.trouble.rawValue)
    }

    /// A closed pipe is an error of `write`, not a signal.
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }
}
