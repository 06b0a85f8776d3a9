import Store
import TicketToken
import Ticketing

/// The tickets of one transaction, and what they need of quantities and capacity.
struct Issue {
    /// Faulty rows that are told one by one; the rest is counted.
    private static let faultsTold = 20
    /// Tickets between two words about the progress.
    private static let stride = 1000

    let types: [TicketType]
    private let work: Work
    private let event: EventNumber
    private let key: UInt8
    private let tickets: Tickets
    private var need = Stock.Need()
    private var random = SystemRandomNumberGenerator()
    /// What the event is called, once somebody is to be told.
    private var title: String?

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

    /// Adds tickets without a holder. What they need is taken first: it is known, and may not be there.
    mutating func add(_ count: Int, of type: TicketType, _ progress: (Int) -> Void) throws {
        need.add(count, of: type.number, admits: type.admits)
        try settle()
        for written in 0..<count {
            try insert(type, admits: type.admits, Owner())
            if written.isMultiple(of: Issue.stride) { progress(written) }
        }
    }

    /// Adds one ticket for a person.
    mutating func add(_ type: TicketType, holder: String, email: EmailAddress?, note: String?) throws {
        need.add(1, of: type.number, admits: type.admits)
        try settle()
        try insert(type, admits: type.admits, Owner(holder: holder, email: email, note: note))
    }

    /// Adds one ticket for guests, whose invitation tells them; `settle` takes what all of them need.
    mutating func add(_ type: TicketType, guests holder: String, admits: Admits) throws -> Serial {
        need.add(1, of: type.number, admits: admits)
        return try insert(type, admits: admits, Owner(holder: holder))
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
    }

    /// Whether tickets are paid when they are issued.
    enum PaymentDue { case nothing, later }

    @discardableResult
    private mutating func insert(_ type: TicketType, admits: Admits, _ owner: Owner) throws -> Serial {
        while true {
            let ticket = Ticket(
                event: event, serial: .random(using: &random), type: type.number, admits: admits, key: key,
                window: type.window.asWritten, holder: owner.holder, email: owner.email, note: owner.note,
                sale: owner.sale, issuedAt: work.now)
            guard try tickets.insert(ticket) else { continue }
            // Who buys hears of the whole order.
            if let email = owner.email, owner.sale == nil {
                if title == nil { title = try work.connection.events.title(of: event) }
                try work.notify(
                    email.rawValue, .ticketIssued, of: event,
                    payload: AuditFields(present: [("ticket", ticket.code.description), ("title", title)]),
                    cause: "\(ticket.code)")
            }
            return ticket.serial
        }
    }

    /// Adds every row of a guest list, then takes what they need; faulty rows are gathered, so that all of them can be
    /// told at once.
    ///
    /// - Parameter check: of each row's type, refuses what can't be issued.
    mutating func add(
        _ list: GuestList, defaultType: TicketType?, checking check: (TicketType) throws -> Void,
        _ progress: (Int) -> Void
    ) throws {
        var faults: [GuestListFault] = []
        var total = 0
        try list.forEachRow { row in
            do {
                let type = try row.type.map { try typeNamed($0, row) } ?? defaultType
                guard let type else { throw GuestListFault(line: row.line, column: "type", fault: .missing) }
                try check(type)
                guard total == 0 else { return }
                let admits = row.admits ?? type.admits
                try insert(type, admits: admits, Owner(holder: row.holder, email: row.email, note: row.note))
                need.add(1, of: type.number, admits: admits)
                if row.line.isMultiple(of: Issue.stride) { progress(row.line) }
            } catch let fault as GuestListFault {
                total += 1
                if faults.count < Issue.faultsTold { faults.append(fault) }
            }
        } onFault: { fault in
            total += 1
            if faults.count < Issue.faultsTold { faults.append(fault) }
        }
        guard total == 0 else { throw ManagementError.guestList(faults, total: total) }
        try settle()
    }

    private func typeNamed(_ name: String, _ row: GuestList.Row) throws -> TicketType {
        do {
            return try Office.type(named: name, among: types)
        } catch ManagementError.unknownType {
            throw GuestListFault(
                line: row.line, column: "type", fault: .unknownType(name, known: types.map(\.name)))
        }
    }

    /// Takes the quantities and the venue's capacity; refuses with the numbers when they do not suffice.
    func settle() throws { try work.stock(of: event).take(need) }
}
