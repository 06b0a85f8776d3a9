import Management
import MessageTransport
import Store
import Ticketing

/// The order in which the sender sends messages, and the work that it does between two messages.
extension NoticeSender {
    /// The maximum number of messages whose recipients are waiting that are sent before another message.
    private static let mostAwaited = 5
    /// The same maximum while a gate scans tickets. It is smaller, because the sender does not pause between these
    /// messages, and each mail that it writes into a folder can delay scans.
    private static let awaitedBesideGates = 4
    /// While the sender sends leased messages, the shortest time between two searches for messages whose recipients are
    /// waiting, in seconds. Each call of `advance` also begins with such a search.
    private static let lookSeconds: Int64 = 2
    /// The maximum time that sending one message takes, in seconds.
    private static let longestSendingSeconds: Int64 = 120

    /// Decides about some of the due notices for which their recipients are waiting. After this transaction, there is
    /// no pause for gates. There are few such transactions: while leased messages are sent, at most one in
    /// `lookSeconds` seconds.
    ///
    /// - Returns: the notices to send, and the number of notices that were decided about.
    func leaseAwaited(_ pass: inout Pass) throws -> (leases: [NoticeDispatcher.Lease], decided: Int) {
        lastLook = now()
        try priority.check(store)
        let most = min(pass.left, priority.isScanning ? NoticeSender.awaitedBesideGates : NoticeSender.mostAwaited)
        guard most > 0 else { return ([], 0) }
        let (leases, decided) = try dispatcher.decide(
            atMost: most, in: .awaited, channels: pass.transports.channels, policy: pass.policy, store)
        pass.left -= decided
        pass.summary.waiting += decided - leases.count
        return (leases, decided)
    }

    /// Whether it is too late to send the message of a lease: the lease could end while the message is being sent, or
    /// the code or link of the message is no longer valid.
    func isLate(_ lease: NoticeDispatcher.Lease) -> Bool {
        let now = now()
        return now.advanced(bySeconds: NoticeSender.longestSendingSeconds) > lease.notice.delivery.due ?? now
            || lease.notice.hasExpired(at: now)
    }

    /// Waits until the message of a leased notice can be sent without exceeding the limit of messages per minute on its
    /// channel. Does not wait if the message cannot be sent now. Does urgent work meanwhile, which may use the limit
    /// first.
    func waitForTurn(of lease: NoticeDispatcher.Lease, in batch: inout Batch, _ pass: inout Pass) throws {
        // A late message is given back at once. Nothing is sent before it, because it does not count as a turn.
        guard !isLate(lease) else { return }
        guard let rate = pass.transports.settings.perMinute(lease.channel), !isOut(lease.channel) else {
            return try doUrgentWork(beside: &batch, &pass)
        }
        let count =
            try batch.senders[lease.channel]
            ?? store.read {
                try $0.notices.leasedBatches(
                    by: lease.channel, at: now(), leaseSeconds: NoticeDispatcher.leaseSeconds)
            }
        batch.senders[lease.channel] = count
        try doUrgentWork(beside: &batch, &pass)
        while !isLate(lease), !isOut(lease.channel),
            let rest = pacer.rest(rate, among: max(1, count), on: lease.channel), !pass.isStopping()
        {
            MessagePacer.wait(rest)
            try doUrgentWork(beside: &batch, &pass)
        }
        if !isLate(lease), !isOut(lease.channel) { pacer.recordMessage(on: lease.channel) }
    }

    /// Does the work that must not wait until all messages of a batch are sent: the sending of messages whose
    /// recipients are waiting, and the scheduled work. Does nothing if the program stops.
    private func doUrgentWork(beside batch: inout Batch, _ pass: inout Pass) throws {
        guard !batch.isAwaited else { return }
        let mustLook = !batch.hasSentAwaited && isLookDue
        let isWorkDue = scheduled.isDue(hasChannel: true)
        guard mustLook || isWorkDue, !pass.isStopping() else { return }
        if mustLook { try sendAwaited(beside: &batch, &pass) }
        guard isWorkDue else { return }
        // The results are stored first, because the leases could end during the work.
        try record(&batch, pass, pausing: false)
        runScheduled(pass.policy, hasChannel: true, pass.isStopping, &pass.summary)
        pass.hasAudiences = true
    }

    /// Whether enough time has passed since the sender last looked for messages whose recipients are waiting.
    private var isLookDue: Bool {
        guard let lastLook else { return true }
        let now = now()
        return now < lastLook || now >= lastLook.advanced(bySeconds: NoticeSender.lookSeconds)
    }

    /// Sends some messages whose recipients are waiting. If their notices cannot be read, the summary gets the error,
    /// and the batch continues.
    private func sendAwaited(beside batch: inout Batch, _ pass: inout Pass) throws {
        lastLook = now()
        guard try dispatcher.hasDue(in: .awaited, store) else { return }
        // The results are stored first, because the leases could end while the other messages are sent.
        try record(&batch, pass, pausing: false)
        var awaited: [NoticeDispatcher.Lease] = []
        do { awaited = try leaseAwaited(&pass).leases } catch { pass.summary.add(error) }
        guard !awaited.isEmpty else { return }
        batch.hasSentAwaited = true
        try send(awaited, Batch(isAwaited: true, senders: batch.senders), &pass)
    }
}
