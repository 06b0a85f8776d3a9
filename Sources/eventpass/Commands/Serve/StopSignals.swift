import Dispatch
import Foundation
import Synchronization

/// Graceful shutdown on Ctrl-C and SIGTERM.
enum ShutdownSignals {
    /// Runs asynchronous work until it ends. The first signal calls `stop`; a second one terminates the program.
    static func run(
        to stop: @escaping @Sendable () async -> Void, while work: @escaping @Sendable () async throws -> Void
    ) throws {
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(SIGINT, SIG_DFL)
                signal(SIGTERM, SIG_DFL)
                Task { await stop() }
            }
            source.activate()
            return source
        }
        defer { for source in sources { source.cancel() } }

        let ended = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        Task {
            do { try await work() } catch { outcome.fail(error) }
            ended.signal()
        }
        // Blocking is safe here: no task runs on the main thread.
        ended.wait()
        try outcome.get()
    }

    /// The result of the work.
    private final class Outcome: Sendable {
        private let error = Mutex<(any Error)?>(nil)

        func fail(_ error: any Error) { self.error.withLock { $0 = error } }

        func get() throws {
            if let error = error.withLock({ $0 }) { throw error }
        }
    }
}
