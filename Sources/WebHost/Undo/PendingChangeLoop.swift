package import Management
import ServiceLifecycle
package import Store
import Ticketing

/// A loop that performs pending changes when they are due. When the server stops, the loop completes the change in
/// progress. The remaining changes wait for another server, or for the next start of this server.
package struct PendingChangeLoop: Service {
    /// The time between two searches for changes that are due.
    private let pollInterval: Duration
    private let performer: PendingChangePerformer
    private let threads: StoreThreads
    private let log: LogSink

    /// - Parameter openStore: opens a connection to the store for this loop.
    package init(
        _ performer: PendingChangePerformer, pollInterval: Duration = .seconds(1), log: @escaping LogSink,
        openStore: @escaping @Sendable () throws -> Store
    ) {
        self.performer = performer
        self.pollInterval = pollInterval
        self.log = log
        threads = StoreThreads("scheduled changes", count: 1, maximumWaiting: 1, openStore)
    }

    package func run() async {
        // If errors of the same type occur in succession, only the first error is logged.
        var lastErrorKind: String?
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                let summary = try await threads.run { [performer] store in try performer.performDue(store) }
                lastErrorKind = nil
                for refusal in summary.refusals { log(PendingChangeLoop.record(of: refusal)) }
            } catch {
                let kind = "\(type(of: error))"
                if kind != lastErrorKind {
                    log(LogRecord(level: .error, event: "scheduled_changes", fields: [("error", .text(kind))]))
                }
                lastErrorKind = kind
            }
            do {
                try await cancelWhenGracefulShutdown { try await Task.sleep(for: pollInterval) }
            } catch {
                break
            }
        }
    }

    private static func record(of refusal: PendingChangePerformer.Refusal) -> LogRecord {
        // Only the name of the error’s enumeration case is logged, because associated values can contain names of
        // people.
        let kind = Mirror(reflecting: refusal.error).children.first?.label ?? "\(refusal.error)"
        return LogRecord(
            level: .warning, event: "scheduled_change_refused",
            fields: [
                ("change", .text(refusal.change.action.rawValue)), ("event_number", .text("\(refusal.change.event)")),
                ("subjects", .text(refusal.subjects.map(\.description).joined(separator: " "))),
                ("error", .text(kind)),
            ])
    }
}
