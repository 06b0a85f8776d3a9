import FileAccess
import Foundation
import Synchronization

/// Signals as something to read beside the keyboard.
struct ScreenSignals {
    enum Kind: Hashable {
        /// The window has another size.
        case resized
        /// The program goes on after it was stopped.
        case continued
        case stop
        /// The signal's number.
        case end(Int32)
    }

    private static let ringer = Atomic<Int32>(-1)

    /// Can be read once there was a signal.
    let descriptor: Int32

    /// - Throws: `SystemError` when there are no descriptors left.
    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("open", "a pipe") }
        for end in ends {
            // A handler must never wait.
            guard fcntl(end, F_SETFL, O_NONBLOCK) == 0, fcntl(end, F_SETFD, FD_CLOEXEC) == 0 else {
                throw SystemError("set up", "a pipe")
            }
        }
        descriptor = ends[0]
        ScreenSignals.ringer.store(ends[1], ordering: .relaxed)
        for number in [SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP] { ScreenSignals.watch(number) }
    }

    /// What came since, each once.
    func taken() -> [Kind] {
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

    /// Stops the program and what runs with it, as the terminal's Ctrl-Z does; returns when it goes on. Where nobody
    /// would let it go on, it is not stopped.
    func stop() {
        signal(SIGTSTP, SIG_DFL)
        kill(0, SIGTSTP)
        // Another thread may be the one that is told, a moment later.
        var going = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&going, 1, 200) < 0, errno == EINTR {}
        ScreenSignals.watch(SIGTSTP)
    }

    private static func watch(_ number: Int32) {
        signal(number) { number in
            let before = errno
            var byte = UInt8(number)
            _ = write(ScreenSignals.ringer.load(ordering: .relaxed), &byte, 1)
            errno = before
        }
    }
}
