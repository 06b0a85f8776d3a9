import Store
import TicketToken
import Ticketing

/// The tickets of one transaction, and what they need of quantities and capacity.
struct Issue {
    /// Tickets that are written at once, and between two words about the progress.
    private static let stride = 1000

    let types: [TicketType]
    private let work: Work
    private let event: EventNumber
    private let key: UInt8
    private let tickets: Tickets
    private var need = Stock.Need()
    private var batch: [Entry] = []
    private var random = SystemRandomNumberGenerator()
    /// Rows of a list that say the same as another, and what is wrong with rows that were passed over.
    private(set) var repeats: RowRepeats?
    private(set) var faults = FaultyRows()
    /// What the event is called, once there are tickets.
    private var title: String?
    /// The first that were written, for who asked for them.
    private(set) var first: [Ticket] = []
    /// Whom else it is told.
    private var outbox: WebhookOutbox?

    /// - Parameters:
    ///   - types: of the event.
    ///   - key: the number of the issuer key that signs them.
    init(_ work: Work, event: EventNumber, types: [TicketType], key: UInt8) {
        self.work = work
        self.event = event
        self.types = types
        self.key = key
        tickets = work.connection.tickets
    }

    var count: Int { need.tickets }
    var people: Int { need.people }

    /// How many of which type, for the audit trail.
    var auditFields: AuditFields {
        var fields: AuditFields = ["tickets": "\(count)", "people": "\(people)", "key": "\(key)"]
        for (number, count) in need.counts { fields["type \(number)"] = "\(count)" }
        return fields
    }

    /// Whose a ticket is, and what it was sold for.
    private struct Owner {
        var holder: String?
        var email: EmailAddress?
        var note: String?
        var sale: Ticket.Sale?
    }

    /// A ticket that is not written yet.
    private struct Entry {
        var ticket: Ticket
        /// Whom it lets in; none where it is nobody's in particular.
        var guests: [Guest] = []
    }

    /// Adds tickets without a holder.
    mutating func add(_ count: Int, of type: TicketType, _ progress: (Int) -> Void) throws {
        need.add(count, of: type.number, admits: type.admits)
        // What many need is taken at the end: others sell meanwhile. Where it seems not to be there, nothing is written.
        let isTakenFirst = try count <= Issue.stride || !work.stock(of: event).seems(toHave: need)
        if isTakenFirst { try settle() }
        for written in 0..<count {
            try insert(type, admits: type.admits, Owner())
            if written.isMultiple(of: Issue.stride) { progress(written) }
        }
        try write()
        if !isTakenFirst { try settle() }
    }

    /// Adds one ticket for a person.
    mutating func add(_ type: TicketType, holder: String, email: EmailAddress?, note: String?) throws {
        need.add(1, of: type.number, admits: type.admits)
        try settle()
        try insert(type, admits: type.admits, Owner(holder: holder, email: email, note: note))
        try write()
    }

    /// Adds one ticket for guests, whose invitation tells them; `write` and `settle` must follow.
    ///
    /// - Parameter onWritten: is handed guests whose tickets are written, with their serials.
    mutating func add(
        _ type: TicketType, guests: [Guest], holder: String, onWritten: (Guest) throws -> Void
    ) throws {
        let admits = CodePlan.admits(guests)
        need.add(1, of: type.number, admits: admits)
        try insert(type, admits: admits, Owner(holder: holder), guests, onWritten)
    }

    /// Adds the tickets of an order, whose places are taken already, in its buyer's name.
    ///
    /// - Parameter due: whether they are still to be paid.
    mutating func add(_ order: Order, due: PaymentDue) throws {
        for line in order.lines {
            guard let type = types.first(where: { $0.number == line.type }) else {
                throw ManagementError.unknownType("\(line.type)", known: types.map(\.name))
            }
            let isFree = order.payment?.method == .complimentary
            let price = order.money(isFree ? 0 : line.price)
            let owner = Owner(
                holder: order.buyer.name, email: order.buyer.email,
                sale: Ticket.Sale(order: order.number, price: price, due: due == .later && line.price > 0 ? price : nil)
            )
            for _ in 0..<line.count { try insert(type, admits: line.admits, owner) }
            need.add(line.count, of: line.type, admits: line.admits)
        }
        try write()
    }

    /// Whether tickets are paid when they are issued.
    enum PaymentDue { case nothing, later }

    private mutating func insert(
        _ type: TicketType, admits: Admits, _ owner: Owner, _ guests: [Guest] = [],
        _ onWritten: (Guest) throws -> Void = { _ in }
    ) throws {
        let ticket = Ticket(
            event: event, serial: .random(using: &random), type: type.number, admits: admits, key: key,
            window: type.window.asWritten, holder: owner.holder, email: owner.email, note: owner.note,
            sale: owner.sale, issuedAt: work.now)
        batch.append(Entry(ticket: ticket, guests: guests))
        if batch.count == Issue.stride { try write(onWritten) }
    }

    /// Writes the tickets that are not written yet, gives their guests their serials, and tells their holders.
    mutating func write(_ onWritten: (Guest) throws -> Void = { _ in }) throws {
        guard !batch.isEmpty else { return }
        var rest = Array(batch.indices)
        while !rest.isEmpty {
            let isWritten = try tickets.insert(rest.map { batch[$0].ticket })
            rest = zip(rest, isWritten).filter { !$1 }.map(\.0)
            // Serials are random; another ticket has this one.
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
        try work.connection.notices.queue(batch.compactMap { notice($0.ticket) })
        var outbox = try outbox ?? WebhookOutbox(of: event, at: work.now, work.connection)
        try outbox.add(.issued, batch.map(\.ticket), TypeNames(of: event, work.connection))
        self.outbox = outbox
        first += batch.prefix(IssueSummary.mostNamed - first.count).map(\.ticket)
        batch.removeAll(keepingCapacity: true)
        try guests.forEach(onWritten)
    }

    private func notice(_ ticket: Ticket) -> Notice? {
        // Who buys hears of the whole order.
        guard let email = ticket.email, ticket.sale == nil else { return nil }
        return work.notice(
            email.rawValue, .ticketIssued, of: event,
            payload: AuditFields(present: [("ticket", ticket.code.description), ("title", title)]),
            cause: "\(ticket.code)")
    }

    /// Adds every row of a guest list, then takes what they need; faulty rows are gathered, so that all of them can be
    /// told at once.
    ///
    /// - Throws: `ManagementError.guestList`, also where every row is faulty and would be skipped; `alreadyIssued` where
    ///   rows equal tickets that exist, and that is refused.
    mutating func add(
        _ list: GuestList, defaultType: TicketType?, _ policy: ListPolicy, _ progress: (Int) -> Void
    ) throws {
        var faults = FaultyRows()
        var repeats = try RowRepeats(of: event, work.connection)
        do {
            try list.forEachRow { row in
                guard let type = try row.type.map({ try Office.type(named: $0, among: types) }) ?? defaultType else {
                    return
                }
                guard faults.count == 0 || policy.faultyRows == .skip else { return }
                repeats.add(row, type: type.number)
                let admits = row.admits ?? type.admits
                try insert(type, admits: admits, Owner(holder: row.holder, email: row.email, note: row.note))
                need.add(1, of: type.number, admits: admits)
                if row.line.isMultiple(of: Issue.stride) { progress(row.line) }
            } onFaults: {
                faults.add($0)
            } checkingType: { name in
                guard let name else { return defaultType == nil ? .missing : nil }
                return types.fault(ofTypeNamed: name)
            }
        } catch let end as GuestListFault where faults.count > 0 {
            // Nothing more can be read; what was found above it counts, too.
            faults.add([end])
            throw ManagementError.guestList(faults.told, total: faults.count)
        }
        guard faults.count == 0 || policy.faultyRows == .skip && count > 0 else {
            throw ManagementError.guestList(faults.told, total: faults.count)
        }
        guard count > 0 else { throw ManagementError.guestList([GuestList.noRows], total: 0) }
        guard policy.repeats == .issue || repeats.ofTickets.count == 0 else {
            throw ManagementError.alreadyIssued(repeats.ofTickets, rows: count)
        }
        self.faults = faults
        self.repeats = repeats
        try write()
        try settle()
    }

    /// Takes the quantities and the venue's capacity; refuses with the numbers when they do not suffice.
    func settle() throws { try work.stock(of: event).take(need) }
}

extension [TicketType] {
    fileprivate func fault(ofTypeNamed name: String) -> GuestListFault.Fault? {
        do {
            _ = try Office.type(named: name, among: self)
            return nil
        } catch ManagementError.unknownType {
            return .unknownType(name, known: map(\.name))
        } catch {
            // What may be several types is no fault of one row.
            return nil
        }
    }
}
