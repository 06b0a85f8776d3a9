import Store
public import Ticketing

/// The tickets that `cancelAll` is to cancel.
public struct CancellationPlan: Sendable {
    /// The tickets that are active now, sorted by order, and then by serial.
    private let active: [Ticket]
    /// The number of tickets that are already cancelled or refunded.
    public let endedBefore: Int
    /// The number of different people who get a message about the cancellation: the holders of active tickets, and the
    /// buyers who are then owed money.
    public var recipients: Int { recipientCount.people }
    /// The number of these people, with the number and the cost of the SMS to them.
    public let recipientCount: RecipientCount

    /// - Parameters:
    ///   - buyers: the addresses of the buyers of active tickets that were paid.
    ///   - count: creates `recipientCount` from the number of recipients, and the number of those recipients whose
    ///     address is a phone number.
    fileprivate init(
        _ tickets: [Ticket], buyers: [String], _ count: (_ people: Int, _ phones: Int) -> RecipientCount
    ) {
        func order(_ ticket: Ticket) -> UInt64 { ticket.sale.map { UInt64($0.order.rawValue) } ?? 0 }
        active = tickets.filter(\.status.isActive).sorted { (order($0), $0.serial) < (order($1), $1.serial) }
        endedBefore = tickets.count - active.count
        let addresses = Set(active.compactMap { $0.email?.rawValue } + buyers)
        recipientCount = count(addresses.count, addresses.count { !$0.contains("@") })
    }

    /// The number of tickets that are active now.
    public var tickets: Int { active.count }

    /// The codes of the active tickets in batches. All tickets of an order are in one batch, so that its buyer gets one
    /// notice.
    ///
    /// - Parameter size: the number of tickets at which a batch ends.
    fileprivate func batches(of size: Int) -> [[TicketCode]] {
        var batches: [[TicketCode]] = []
        var last: Ticket?
        for ticket in active {
            let isOfSameOrder = ticket.sale != nil && ticket.sale?.order == last?.sale?.order
            if let count = batches.last?.count, count < size || isOfSameOrder {
                batches[batches.count - 1].append(ticket.code)
            } else {
                batches.append([ticket.code])
            }
            last = ticket
        }
        return batches
    }
}

/// The result of cancelling several tickets.
public struct CancelledTickets: Hashable, Sendable {
    /// The number of tickets that the call cancelled.
    public fileprivate(set) var cancelled = 0
    /// The number of tickets that were already cancelled or refunded.
    public fileprivate(set) var endedBefore = 0
    /// The number of people who are inside with the cancelled tickets.
    public fileprivate(set) var inside = 0
    /// The amounts that are now owed to buyers for the cancelled tickets, one for each currency.
    public fileprivate(set) var refundsOwed: [Money] = []

    public init() {}

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
    /// The number of cancelled tickets after which a transaction ends. Gates and sales can continue between the
    /// transactions.
    private static let cancellationBatchSize = 200

    /// Finds the tickets with the given codes. A repeated code counts once.
    ///
    /// - Throws: `ManagementError.unknownTicket` for the first code without a ticket.
    public func cancellationPlan(_ codes: [TicketCode], of event: Event) throws -> CancellationPlan {
        try services.read(.showTickets, on: event) { connection in
            let serials = Set(codes.map(\.serial)).sorted()
            let tickets = try connection.tickets.all(serials, of: event.number)
            let known = Set(tickets.map(\.serial))
            if let unknown = codes.first(where: { !known.contains($0.serial) }) {
                throw ManagementError.unknownTicket(unknown)
            }
            return CancellationPlan(
                tickets, buyers: try connection.buyers(ofPaid: tickets, at: event.number), services.recipientCount)
        }
    }

    /// Cancels several tickets, each with the same effects as `cancel`. Skips tickets that are already cancelled or
    /// refunded. Each batch of tickets is cancelled in its own transaction. After an interruption, a call with a new
    /// plan cancels the remaining tickets.
    ///
    /// - Parameter progress: called after each batch with the result so far. If a later batch fails, the completed
    ///   batches stay committed.
    /// - Throws: before the first batch, `ManagementError.tooManyRecipients` if the number of recipients must be
    ///   confirmed first (`allowingMessages`).
    public func cancelAll(
        _ plan: CancellationPlan, of event: Event, note: String?,
        progress: (CancelledTickets) throws -> Void = { _ in }
    ) throws -> CancelledTickets {
        try cancelAll(plan, of: event, note: note, batchSize: TicketService.cancellationBatchSize, progress)
    }

    func cancelAll(
        _ plan: CancellationPlan, of event: Event, note: String?, batchSize: Int,
        _ progress: (CancelledTickets) throws -> Void
    ) throws -> CancelledTickets {
        let note = try ManagementServices.validated(note: note)
        try services.authorize(.cancelTicket, on: event)
        try services.requireAllowance(
            forMessagesTo: plan.recipients, phones: plan.recipientCount.bySMS, .cancelTicket, on: event)
        var all = CancelledTickets()
        all.endedBefore = plan.endedBefore
        for batch in plan.batches(of: batchSize) {
            let ended = try cancelBatch(batch, of: event, note: note)
            if let ended { all.add(ended) }
            all.endedBefore += batch.count - (ended?.tickets.count ?? 0)
            try progress(all)
        }
        return all
    }

    /// Cancels the active tickets of a batch in one transaction. Returns nil if no ticket of the batch is active any
    /// more.
    private func cancelBatch(_ codes: [TicketCode], of event: Event, note: String?) throws -> EndedTickets? {
        let services = services.allowingMessages(to: .max)
        while true {
            do {
                return try services.perform(.cancelTicket, on: event) { work in
                    let active = try work.connection.tickets.all(codes.map(\.serial), of: event.number)
                        .filter(\.status.isActive)
                    guard !active.isEmpty else { return nil }
                    return try work.endTickets(active.map(\.code), of: event.number, as: .cancelled, note: note)
                }
            } catch ManagementError.notIssued {
                // Somebody else cancelled a ticket of the batch at the same moment. The next attempt skips that ticket.
            }
        }
    }
}

extension StoreConnection {
    /// The addresses of the buyers who paid for the active tickets in `tickets`. A buyer without an address is left
    /// out.
    func buyers(ofPaid tickets: [Ticket], at event: EventNumber) throws -> [String] {
        let paid = tickets.filter { ticket in
            guard ticket.status.isActive, let sale = ticket.sale else { return false }
            return sale.due == nil && (sale.price?.minorUnits ?? 0) > 0
        }
        return try Set(paid.compactMap { $0.sale?.order }).compactMap { number in
            try orders.with(number: number, of: event)?.contact
        }
    }
}
