import Dispatch
import Languages
package import Messaging
import ServiceLifecycle
import Synchronization

/// Sends the messages of the outbox while the server runs, and reads the messages that came back. The work blocks while
/// it waits for mail servers, so it has its own thread and its own connection to the store. When the server stops, a
/// transfer in progress is aborted, and its message is sent again later.
package final class NoticeDeliveryService: Service {
    /// The maximum number of notices in one pass.
    private static let passSize = 200

    private let pollInterval: Duration
    private let queue = DispatchQueue(label: "messages")
    private let log: LogSink
    private let isStopping = Atomic(false)
    private let makeSender: @Sendable () throws -> NoticeSender
    private let afterPass: @Sendable (NoticeSender) throws -> Void
    /// Used only on `queue`.
    private let sender = Mutex<SenderBox?>(nil)
    /// The last fault. Of several equal faults in succession, only the first is logged.
    private let lastFault = Mutex("")

    private struct SenderBox: @unchecked Sendable { let sender: NoticeSender }

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - pollInterval: the time between two passes if no more messages are due.
    ///   - makeSender: makes the sender with its own connection to the store.
    ///   - afterPass: more work after each pass, such as reading the messages that came back.
    package init(
        pollInterval: Duration = .seconds(1), log: @escaping LogSink,
        makeSender: @escaping @Sendable () throws -> NoticeSender,
        afterPass: @escaping @Sendable (NoticeSender) throws -> Void = { try $0.readBounces() }
    ) {
        self.pollInterval = pollInterval
        self.log = log
        self.makeSender = makeSender
        self.afterPass = afterPass
    }

    package func run() async {
        await withTaskCancellationOrGracefulShutdownHandler {
            while !isStopping.load(ordering: .relaxed), !Task.isCancelled {
                let isMore = await pass()
                if isMore { continue }
                do {
                    try await cancelWhenGracefulShutdown { try await Task.sleep(for: self.pollInterval) }
                } catch {
                    return
                }
            }
        } onCancelOrGracefulShutdown: {
            self.isStopping.store(true, ordering: .relaxed)
        }
    }

    /// Runs one pass on the service's thread. Returns whether more messages may be due.
    private func pass() async -> Bool {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.passOnThread()) }
        }
    }

    private func passOnThread() -> Bool {
        do {
            let sender = try sender.withLock { box in
                if let box { return box.sender }
                let made = try makeSender()
                box = SenderBox(sender: made)
                return made
            }
            let summary = try sender.pass(limit: NoticeDeliveryService.passSize) {
                self.isStopping.load(ordering: .relaxed)
            }
            try afterPass(sender)
            report(summary.faults.map(\.english).joined(separator: "; "))
            return summary.sent + summary.refused + summary.waiting >= NoticeDeliveryService.passSize
        } catch {
            report("\(type(of: error))")
            return false
        }
    }

    private func report(_ fault: String) {
        let isNew = lastFault.withLock { last in
            defer { last = fault }
            return last != fault
        }
        guard isNew, !fault.isEmpty else { return }
        log(LogRecord(level: .error, event: "messages", fields: [("error", .text(fault))]))
    }
}
