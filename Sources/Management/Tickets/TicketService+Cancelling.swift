import Store
public import Ticketing

/// The numbers of tickets that `cancelAll` would cancel.
public struct CancellationPlan: Hashable, Sendable {
    /// The number of tickets that are active now.
    public let tickets: Int
    /// The number of these tickets that have an e-mail address, to which a notice is sent.
    public let reachable: Int
}

/// The result of cancelling several tickets.
public struct CancelledTickets: Hashable, Sendable {
    /// The number of tickets that the call cancelled.
    public fileprivate(set) var cancelled = 0
    /// The number of tickets that were already cancelled or refunded.
    public fileprivate(set) var endedBefore = 0
    /// The number of people who are inside with the cancelled tickets.
    public fileprivate(set) var inside = 0
    /// The amounts by which the debts to buyers have grown, one for each currency.
    public fileprivate(set) var refundsOwed: [Money] = []

    fileprivate mutating func add(_ ended: EndedTickets) {
        cancelled += ended.tickets.count
        inside += ended.inside
        for owed in ended.refundsOwed {
            if let index = refundsOwed.firstIndex(where: { $0.currency == owed.currency }) {
                refundsOwed[index] = Money(
                    minorUnits: refundsOwed[index].minorUnits + owed.minorUnits, currency: owed.currency)
            } else {
                refundsOwed.append(owed)
            }
        }
    }
}

extension TicketService {
    /// The maximum number of tickets that one transaction cancels. Gates and sales can continue between the
    /// transactions.
    private static let cancellationBatchSize = 200

    /// The numbers of tickets that `cancelAll` would cancel now.
    ///
    /// - Throws: `ManagementError.unknownTicket` for the first code without a ticket.
    public func cancellationPlan(_ codes: [TicketCode], of event: Event) throws -> CancellationPlan {
        let active = try services.read(.showTickets, on: event) { connection in
            let tickets = try connection.tickets.all(codes.map(\.serial), of: event.number)
            let known = Set(tickets.map(\.code))
            if let unknown = codes.first(where: { !known.contains($0) }) {
                throw ManagementError.unknownTicket(unknown)
            }
            return tickets.filter(\.status.isActive)
        }
        return CancellationPlan(tickets: active.count, reachable: active.count { $0.email != nil })
    }

    /// Cancels several tickets, as `cancel` does for one. Skips tickets that are already cancelled or refunded. The
    /// tickets are cancelled in batches, each in its own transaction. After an interruption, a repeated call cancels
    /// the remaining tickets.
    ///
    /// - Parameter progress: called after each batch with the number of codes processed so far.
    /// - Throws: `ManagementError.unknownTicket` for the first code without a ticket, before any ticket is cancelled;
    ///   `notIssued` if somebody else cancels a ticket at the same moment. Completed batches stay committed.
    public func cancelAll(
        _ codes: [TicketCode], of event: Event, note: String?, progress: (Int) throws -> Void = { _ in }
    ) throws -> CancelledTickets {
        let note = try ManagementServices.validated(note: note)
        _ = try cancellationPlan(codes, of: event)
        var all = CancelledTickets()
        var done = 0
        while done < codes.count {
            let batch = Array(codes[done...].prefix(TicketService.cancellationBatchSize))
            let ended = try services.perform(.cancelTicket, on: event) { work in
                let active = try work.connection.tickets.all(batch.map(\.serial), of: event.number)
                    .filter(\.status.isActive)
                guard !active.isEmpty else { return EndedTickets?.none }
                return try work.endTickets(active.map(\.code), of: event.number, as: .cancelled, note: note)
            }
            if let ended { all.add(ended) }
            all.endedBefore += batch.count - (ended?.tickets.count ?? 0)
            done += batch.count
            try progress(done)
        }
        return all
    }
}
