import Store
import TicketToken
import Ticketing

/// The tickets of one transaction, and what they need of quantities and capacity.
struct Issue {
    /// Faulty rows that are told one by one; the rest is counted.
    private static let faultsTold = 20
    /// Tickets between two words about the progress.
    private static let stride = 1000

    let event: EventNumber
    let types: [TicketType]
    let key: UInt8
    let at: Instant
    let tickets: Tickets
    private(set) var people = 0
    private var counts: [TicketTypeNumber: Int] = [:]
    private var random = SystemRandomNumberGenerator()

    init(event: EventNumber, types: [TicketType], key: UInt8, at: Instant, tickets: Tickets) {
        self.event = event
        self.types = types
        self.key = key
        self.at = at
        self.tickets = tickets
    }

    var count: Int { counts.values.reduce(0, +) }

    /// How many of which type, for the audit trail.
    var auditFields: AuditFields {
        var fields: AuditFields = ["tickets": "\(count)", "people": "\(people)", "key": "\(key)"]
        for (number, count) in counts { fields["type \(number)"] = "\(count)" }
        return fields
    }

    /// Adds tickets without a holder. What they need is taken first: it is known, and may not be there.
    mutating func add(
        _ count: Int, of type: TicketType, _ connection: any StoreConnection, _ progress: (Int) -> Void
    ) throws {
        counts[type.number, default: 0] += count
        people += count * Int(type.admits.rawValue)
        try settle(connection)
        for written in 0..<count {
            try insert(type, holder: nil, note: nil, admits: type.admits)
            if written.isMultiple(of: Issue.stride) { progress(written) }
        }
    }

    @discardableResult
    private mutating func insert(
        _ type: TicketType, holder: String?, note: String?, admits: Admits
    ) throws -> Serial {
        while true {
            let ticket = Ticket(
                event: event, serial: .random(using: &random), type: type.number, admits: admits, key: key,
                window: type.window.asWritten, holder: holder, note: note, issuedAt: at)
            if try tickets.insert(ticket) { return ticket.serial }
        }
    }

    /// Adds one ticket, whose quantity and room `settle` takes when all are added.
    mutating func add(holder: String, admits: Admits, of type: TicketType) throws -> Serial {
        let serial = try insert(type, holder: holder, note: nil, admits: admits)
        counts[type.number, default: 0] += 1
        people += Int(admits.rawValue)
        return serial
    }

    /// Adds every row of a guest list, then takes what they need; faulty rows are gathered, so that all of them can be
    /// told at once.
    mutating func add(
        _ list: GuestList, defaultType: TicketType?, _ connection: any StoreConnection, _ progress: (Int) -> Void
    ) throws {
        var faults: [GuestListFault] = []
        var total = 0
        try list.forEachRow { row in
            do {
                let type = try row.type.map { try typeNamed($0, row) } ?? defaultType
                guard let type else { throw GuestListFault(line: row.line, column: "type", fault: .missing) }
                guard total == 0 else { return }
                let admits = row.admits ?? type.admits
                try insert(type, holder: row.holder, note: row.note, admits: admits)
                counts[type.number, default: 0] += 1
                people += Int(admits.rawValue)
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
        try settle(connection)
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
    func settle(_ connection: any StoreConnection) throws {
        for (number, count) in counts.sorted(by: { $0.key < $1.key }) {
            guard try connection.ticketTypes.take(count, of: number, event: event) else {
                let type = try connection.ticketTypes.with(number: number, of: event)
                let left = type.map { ($0.quantity ?? 0) - $0.issued } ?? 0
                throw ManagementError.quantityExceeded(type: type?.name ?? "\(number)", asked: count, left: left)
            }
        }
        guard try connection.events.take(people: people, at: event) else {
            let capacity = try connection.events.with(number: event)?.details.capacity ?? 0
            let taken = try connection.events.people(at: event)
            throw ManagementError.capacityExceeded(asked: people, left: capacity - taken)
        }
    }
}
