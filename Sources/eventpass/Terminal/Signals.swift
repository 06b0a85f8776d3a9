import Dispatch
import Foundation
import Synchronization

/// Handles Ctrl-C during work that must clean up before the program ends.
enum Interrupt {
    private static let pressed = Atomic(false)
    private static let writeEnd = Atomic<Int32>(-1)

    static var isPressed: Bool { pressed.load(ordering: .relaxed) }

    /// From now on, Ctrl-C does not end the program. Ctrl-C only sets a flag and makes a descriptor readable.
    ///
    /// - Returns: the descriptor that becomes readable after Ctrl-C. Ctrl-C does not interrupt system calls. To notice
    ///   Ctrl-C while the program waits for other descriptors, poll them together with this descriptor. The result is
    ///   -1 if this process cannot open more descriptors; `poll` ignores -1.
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

    static func terminate() -> Never { terminate(of: SIGINT) }

    /// Terminates the program by a signal, so that the shell sees which signal ended the program.
    static func terminate(of number: Int32) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        exit(ExitStatus.trouble.rawValue)
    }

    /// Ignores SIGPIPE, so that writing to a closed pipe fails with an error.
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Restores the default handling of SIGCHLD. If the program that started this program ignores the signal, this
    /// program has inherited that setting. The system would then discard the exit statuses of the programs that this
    /// program starts, such as `lp`.
    static func keepExitStatuses() { signal(SIGCHLD, SIG_DFL) }
}

/// Graceful shutdown on Ctrl-C and SIGTERM.
enum ShutdownSignals {
    /// Runs asynchronous work and returns when the work ends. After the first signal, calls `stop`, which should end
    /// the work. A second signal, or a signal that arrives before the handlers are installed, terminates the program.
    static func run(
        to stop: @escaping @Sendable () async -> Void, while work: @escaping @Sendable () async throws -> Void
    ) throws {
        let registration = DispatchGroup()
        let sources = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(SIGINT, SIG_DFL)
                signal(SIGTERM, SIG_DFL)
                Task { await stop() }
            }
            registration.enter()
            source.setRegistrationHandler { registration.leave() }
            source.activate()
            return source
        }
        // Another thread installs the signal handlers. Wait until they are in place, and only then begin the work.
        registration.wait()
        defer { for source in sources { source.cancel() } }

        let ended = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        Task {
            do { try await work() } catch { outcome.fail(error) }
            ended.signal()
        }
        // The main thread can block here, because no task runs on the main thread.
        ended.wait()
        try outcome.get()
    }

    private final class Outcome: Sendable {
        private let error = Mutex<(any Error)?>(nil)

        func fail(_ error: any Error) { self.error.withLock { $0 = error } }

        func get() throws {
            if let error = error.withLock({ $0 }) { throw error }
        }
    }
}
