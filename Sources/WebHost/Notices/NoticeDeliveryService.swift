import Dispatch
import Foundation
import Languages
import Management
package import Messaging
import ServiceLifecycle
import Synchronization

/// Sends the messages of the outbox while the server runs, and reads returned mails. The work blocks while it waits for
/// mail servers, so it has its own thread and its own connection to the store. When the server stops, a transfer in
/// progress is aborted, and its message is sent again later.
package final class NoticeDeliveryService: Service {
    private static let passSize = 200

    private let pollInterval: Duration
    private let log: LogSink
    private let isStopping = Atomic(false)
    private let stop = DispatchSemaphore(value: 0)
    private let makeSender: @Sendable () throws -> NoticeSender
    private let afterPass: @Sendable (NoticeSender) throws -> Void

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - pollInterval: the time between two passes if no more messages are due.
    ///   - makeSender: makes the sender with its own connection to the store.
    ///   - afterPass: additional work after each pass, such as reading returned mails.
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
            await withCheckedContinuation { ended in
                let thread = Thread { [self] in
                    sendUntilStop()
                    ended.resume()
                }
                thread.name = "messages"
                thread.start()
            }
        } onCancelOrGracefulShutdown: {
            self.isStopping.store(true, ordering: .relaxed)
            self.stop.signal()
        }
    }

    /// Sends messages until the server stops. The sender never leaves the service's thread.
    private func sendUntilStop() {
        var sender: NoticeSender?
        // If the same fault occurs several times in succession, only the first one is logged.
        var lastFault = ""
        while !isStopping.load(ordering: .relaxed) {
            let (isMore, fault) = pass(&sender)
            if !fault.isEmpty, fault != lastFault {
                log(LogRecord(level: .error, event: "messages", fields: [("error", .text(fault))]))
            }
            lastFault = fault
            if !isMore { _ = stop.wait(timeout: .now() + pollInterval / .seconds(1)) }
        }
    }

    /// Runs one pass. Makes the sender if `sender` is nil.
    ///
    /// - Returns: whether more messages may be due; and the faults in words, or an empty text if there were no faults.
    private func pass(_ sender: inout NoticeSender?) -> (isMore: Bool, fault: String) {
        do {
            let ready = try sender ?? makeSender()
            sender = ready
            let summary = try ready.pass(limit: NoticeDeliveryService.passSize) {
                self.isStopping.load(ordering: .relaxed)
            }
            try afterPass(ready)
            let isMore = summary.sent + summary.refused + summary.waiting >= NoticeDeliveryService.passSize
            return (isMore, summary.faults.map(\.english).joined(separator: "; "))
        } catch {
            let unstored = error as? UnstoredResultsError
            return (false, unstored?.sentence.english ?? "\(type(of: error))")
        }
    }
}
