import FileAccess
import Foundation
import Synchronization

/// Receives signals through a descriptor that can be polled together with the keyboard.
struct ScreenSignals {
    enum Kind: Hashable {
        case resized
        /// The program continues after it was stopped.
        case continued
        case stop
        /// A signal that ends the program, with its number.
        case end(Int32)
    }

    private static let writeEnd = Atomic<Int32>(-1)

    /// A descriptor that becomes readable after a signal.
    let descriptor: Int32

    /// Begins to receive the signal for a new window size, and the signals that stop, continue or end the program. From
    /// then on, these signals neither end nor stop the program. The caller must react to them.
    ///
    /// - Throws: `SystemError` if this process cannot open more descriptors.
    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(.openPipe) }
        for end in ends {
            // A signal handler must not block.
            guard fcntl(end, F_SETFL, O_NONBLOCK) == 0, fcntl(end, F_SETFD, FD_CLOEXEC) == 0 else {
                throw SystemError(.setUpPipe)
            }
        }
        descriptor = ends[0]
        ScreenSignals.writeEnd.store(ends[1], ordering: .relaxed)
        for number in [SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP] { ScreenSignals.watch(number) }
    }

    /// Returns the kinds of the signals that were received since the last call, each kind only once.
    func pending() -> [Kind] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        var kinds: [Kind] = []
        for byte in bytes.prefix(max(0, count)) {
            let kind: Kind =
                switch Int32(byte) {
                case SIGWINCH: .resized
                case SIGCONT: .continued
                case SIGTSTP: .stop
                case let number: .end(number)
                }
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }

    /// Stops the process group, like Ctrl-Z, and returns when the group continues. The kernel does not stop a group
    /// that no shell could continue (an orphaned group). In this case, the function returns after a moment.
    func stop() {
        signal(SIGTSTP, SIG_DFL)
        kill(0, SIGTSTP)
        // Waits briefly, because another thread of this process can receive the signal slightly after `kill` returns.
        var going = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&going, 1, 200) < 0, errno == EINTR {}
        ScreenSignals.watch(SIGTSTP)
    }

    private static func watch(_ number: Int32) {
        signal(number) { number in
            let before = errno
            var byte = UInt8(number)
            _ = write(ScreenSignals.writeEnd.load(ordering: .relaxed), &byte, 1)
            errno = before
        }
    }
}
