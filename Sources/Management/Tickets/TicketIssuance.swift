import Store
import TicketToken
import Ticketing

/// Issues tickets in one transaction, and allocates the capacity that they need.
struct TicketIssuance {
    /// The number of tickets that are written together. Progress is reported after each such write.
    private static let batchSize = 1000

    let types: [TicketType]
    private let work: UnitOfWork
    private let event: EventNumber
    private let key: UInt8
    private let tickets: Tickets
    private var need = Stock.StockRequirement()
    private var batch: [Entry] = []
    private var random = BlockRandomNumberGenerator()
    /// The rows of a list that match an existing ticket or another row; nil if the tickets are not issued from a list.
    private(set) var duplicates: DuplicateFinder?
    private(set) var faults = FaultyRows()
    /// Nil before the first tickets are written.
    private var title: String?
    private(set) var firstTickets: [Ticket] = []
    /// Nil before the first tickets are written.
    private var outbox: WebhookOutbox?

    /// - Parameters:
    ///   - types: the event's ticket types.
    ///   - key: the number of the issuer key that signs the tickets.
    init(_ work: UnitOfWork, event: EventNumber, types: [TicketType], key: UInt8) {
        self.work = work
        self.event = event
        self.types = types
        self.key = key
        tickets = work.connection.tickets
    }

    var count: Int { need.tickets }
    var people: Int { need.people }

    var auditFields: AuditFields {
        var fields: AuditFields = ["tickets": "\(count)", "people": "\(people)", "key": "\(key)"]
        for (number, count) in need.counts { fields["type \(number)"] = "\(count)" }
        return fields
    }

    /// The person for whom a ticket is issued, and the ticket's sale.
    private struct Recipient {
        var holder: String?
        var email: EmailAddress?
        var note: String?
        var sale: Ticket.Sale?
    }

    /// A ticket that is still to be written.
    private struct Entry {
        var ticket: Ticket
        /// The guests whom the ticket admits; empty if the ticket is not for guests.
        var guests: [Guest] = []
    }

    mutating func add(_ count: Int, of type: TicketType, _ progress: (Int) -> Void) throws {
        need.add(count, of: type.number, admits: type.admits)
        // The allocation locks the capacity until the transaction ends. Many tickets are therefore written before the
        // allocation, so that other sales can continue in the meantime. If the capacity is probably insufficient, the
        // allocation comes first and throws its error early.
        let allocatesFirst =
            try count <= TicketIssuance.batchSize || !work.stock(of: event).isLikelyAvailable(toHave: need)
        if allocatesFirst { try allocateStock() }
        for written in 0..<count {
            try insert(type, admits: type.admits, Recipient())
            if written.isMultiple(of: TicketIssuance.batchSize) { progress(written) }
        }
        try write()
        if !allocatesFirst { try allocateStock() }
    }

    mutating func add(_ type: TicketType, holder: String, email: EmailAddress?, note: String?) throws {
        need.add(1, of: type.number, admits: type.admits)
        try allocateStock()
        try insert(type, admits: type.admits, Recipient(holder: holder, email: email, note: note))
        try write()
    }

    /// Adds one ticket for guests. The guests get a notice about their invitation, and therefore no notice about the
    /// ticket. Call `write` and `allocateStock` after the last ticket.
    ///
    /// - Parameter onWritten: called with each guest whose ticket is written. The guest's `serial` is the serial of the
    ///   ticket.
    mutating func add(
        _ type: TicketType, guests: [Guest], holder: String, onWritten: (Guest) throws -> Void
    ) throws {
        let admits = GuestCodeGrouping.admits(guests)
        need.add(1, of: type.number, admits: admits)
        try insert(type, admits: admits, Recipient(holder: holder), guests, onWritten)
    }

    /// Adds the tickets of an order. The buyer becomes the holder of each ticket, if the buyer has a name. The order's
    /// capacity must be allocated already.
    ///
    /// - Parameter due: whether the tickets are to be paid later.
    mutating func add(_ order: Order, due: PaymentDue) throws {
        for line in order.lines {
            guard let type = types.first(where: { $0.number == line.type }) else {
                throw ManagementError.unknownType("\(line.type)", known: types.map(\.name))
            }
            let isFree = order.payment?.method == .complimentary
            let price = order.money(isFree ? 0 : line.price)
            let owner = Recipient(
                holder: order.buyer.name.isEmpty ? nil : order.buyer.name, email: order.confirmedBuyer.emailAddress,
                sale: Ticket.Sale(order: order.number, price: price, due: due == .later && line.price > 0 ? price : nil)
            )
            for _ in 0..<line.count { try insert(type, admits: line.admits, owner) }
            need.add(line.count, of: line.type, admits: line.admits)
        }
        try write()
    }

    enum PaymentDue { case nothing, later }

    private mutating func insert(
        _ type: TicketType, admits: Admits, _ owner: Recipient, _ guests: [Guest] = [],
        _ onWritten: (Guest) throws -> Void = { _ in }
    ) throws {
        let ticket = Ticket(
            event: event, serial: .random(using: &random), type: type.number, admits: admits, key: key,
            window: type.window.asEncoded, holder: owner.holder, issuedAt: work.now
        ).with {
            $0.email = owner.email
            $0.note = owner.note
            $0.sale = owner.sale
        }
        batch.append(Entry(ticket: ticket, guests: guests))
        if batch.count == TicketIssuance.batchSize { try write(onWritten) }
    }

    /// Writes the pending tickets, stores each serial with the ticket's guests, and notifies the holders.
    mutating func write(_ onWritten: (Guest) throws -> Void = { _ in }) throws {
        guard !batch.isEmpty else { return }
        var rest = Array(batch.indices)
        while !rest.isEmpty {
            let isWritten = try tickets.insert(rest.map { batch[$0].ticket })
            rest = zip(rest, isWritten).filter { !$1 }.map(\.0)
            // The remaining tickets were not written, because their random serials are already in use. So they get new
            // serials.
            for index in rest { batch[index].ticket.serial = .random(using: &random) }
        }
        let guests = batch.flatMap { entry in
            entry.guests.map { guest in
                var guest = guest
                guest.serial = entry.ticket.serial
                return guest
            }
        }
        try work.connection.guests.setSerials(of: guests, event: event)
        if title == nil { title = try work.connection.events.title(of: event) }
        try work.queue(batch.compactMap { notice($0.ticket) })
        var outbox = try outbox ?? WebhookOutbox(of: event, at: work.now, work.connection)
        try outbox.add(.issued, batch.map(\.ticket), TicketTypeNames(of: event, work.connection))
        self.outbox = outbox
        firstTickets += batch.prefix(IssueSummary.maximumListed - firstTickets.count).map(\.ticket)
        batch.removeAll(keepingCapacity: true)
        try guests.forEach(onWritten)
    }

    private func notice(_ ticket: Ticket) -> Notice? {
        // For the tickets of an order, the buyer gets one notice about the order.
        guard let email = ticket.email, ticket.sale == nil else { return nil }
        return work.notice(
            email.rawValue, .ticketIssued, of: event,
            payload: AuditFields(present: [("ticket", ticket.code.description), ("title", title)]),
            uniqueCause: "\(ticket.code)")
    }

    /// Adds a ticket for every row of a guest list, then allocates the capacity. The faults of all rows are collected
    /// and reported together.
    ///
    /// - Throws: `ManagementError.guestList` if the list has no column of ticket types and `defaultType` is nil, if rows
    ///   are faulty and the policy does not skip them, or if no row is left to issue; `alreadyIssued` if rows match
    ///   existing tickets and the policy forbids such rows.
    mutating func add(
        _ list: TicketHolderList, defaultType: TicketType?, _ policy: TicketListPolicy, _ progress: (Int) -> Void
    ) throws {
        if defaultType == nil, let fault = list.missingTypeColumn {
            throw ManagementError.guestList([fault], total: 0)
        }
        var faults = FaultyRows()
        var repeats = try DuplicateFinder(of: event, work.connection)
        do {
            try list.forEachRow { row in
                guard
                    let type = try row.type.map({ try TicketTypeService.type(named: $0, among: types) }) ?? defaultType
                else {
                    return
                }
                guard faults.count == 0 || policy.faultyRows == .skip else { return }
                repeats.add(row, type: type.number)
                let admits = row.admits ?? type.admits
                try insert(type, admits: admits, Recipient(holder: row.holder, email: row.email, note: row.note))
                need.add(1, of: type.number, admits: admits)
                if row.line.isMultiple(of: TicketIssuance.batchSize) { progress(row.line) }
            } onFaults: {
                faults.add($0)
            } checkingType: { name in
                guard let name else { return defaultType == nil ? .missing : nil }
                return types.fault(ofTypeNamed: name)
            }
        } catch let end as GuestListFault where faults.count > 0 {
            // The list cannot be read to its end. This fault is reported together with the faults in the rows that were
            // read.
            faults.add([end])
            throw ManagementError.guestList(faults.reported, total: faults.count)
        }
        guard faults.count == 0 || policy.faultyRows == .skip && count > 0 else {
            throw ManagementError.guestList(faults.reported, total: faults.count)
        }
        guard count > 0 else { throw ManagementError.guestList([TicketHolderList.noRows], total: 0) }
        guard policy.duplicates == .issue || repeats.matchingTickets.count == 0 else {
            throw ManagementError.alreadyIssued(repeats.matchingTickets, rows: count)
        }
        self.faults = faults
        self.duplicates = repeats
        try write()
        try allocateStock()
    }

    func allocateStock() throws { try work.stock(of: event).allocate(need) }
}

extension [TicketType] {
    fileprivate func fault(ofTypeNamed name: String) -> GuestListFault.Fault? {
        do {
            _ = try TicketTypeService.type(named: name, among: self)
            return nil
        } catch ManagementError.unknownType {
            return .unknownType(name, known: map(\.name))
        } catch {
            // Any other error, for example if several types have this name, is no fault of the row. The caller looks up
            // the name again, and that lookup throws the error.
            return nil
        }
    }
}
