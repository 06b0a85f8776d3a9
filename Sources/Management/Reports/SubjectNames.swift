import Store
import Ticketing

/// The current names of the subjects of audit records. An order has the name of its buyer, and a ticket has the name of
/// its holder.
struct SubjectNames {
    /// The number of records whose names are read together.
    private static let pageSize = 1000

    private struct Key: Hashable {
        let event: EventNumber?
        let subject: AuditSubject

        init(_ record: AuditRecord) { (event, subject) = (record.event, record.subject) }
    }

    private let connection: any StoreConnection
    private let rights: Set<Role.Right>

    init(_ connection: any StoreConnection, _ rights: Set<Role.Right>) {
        self.connection = connection
        self.rights = rights
    }

    /// Copies of the records with the current names of their subjects. The name is nil if the subject has no name or
    /// was removed, or if the reader is not allowed to see the name.
    func named(_ records: [AuditRecord]) throws -> [AuditRecord] {
        var named: [AuditRecord] = []
        for start in stride(from: 0, to: records.count, by: SubjectNames.pageSize) {
            let page = records[start..<min(start + SubjectNames.pageSize, records.count)]
            let found = try names(of: Set(page.map { Key($0) }))
            named += page.map { record in record.with { $0.subjectName = found[Key(record)] } }
        }
        return named
    }

    private func names(of subjects: Set<Key>) throws -> [Key: String] {
        var names: [Key: String] = [:]
        for (event, subjectsOfEvent) in Dictionary(grouping: subjects, by: { $0.event }) {
            for (kind, keys) in Dictionary(grouping: subjectsOfEvent, by: { $0.subject.kind }) {
                let found = try read(kind, keys.map { $0.subject.id }, of: event)
                for key in keys { names[key] = found[key.subject.id] }
            }
        }
        return names
    }

    /// The names of subjects of one kind, by the ids of the subjects. The result can also contain subjects that are not
    /// in `ids`.
    private func read(
        _ kind: AuditSubject.Kind, _ ids: [String], of event: EventNumber?
    ) throws -> [String: String] {
        switch kind {
        case .user, .member:
            return try names(ids, { id -> UserID? in UInt32(id).flatMap { UserID(rawValue: $0) } }) {
                users -> [(UserID, String?)] in
                try users.compactMap { try connection.users.with(id: $0) }.map { ($0.id, $0.name) }
            }
        case .organizer, .event, .household, .ledger, .batch, .device, .token, .webhook, .template, .reminder,
            .headcount, .gatePack, .formerGatePack:
            return [:]
        case .type, .ticket, .order, .guest, .subEvent, .formerSubEvent:
            guard let event else { return [:] }
            return try read(kind, ids, at: event)
        }
    }

    private func read(_ kind: AuditSubject.Kind, _ ids: [String], at event: EventNumber) throws -> [String: String] {
        switch kind {
        case .subEvent, .formerSubEvent:
            let all = try connection.subEvents.all(of: event)
            return Dictionary(all.map { ("\($0.number)", $0.name) }) { first, _ in first }
        case .guest where GuestDetails.shows("name", with: rights):
            return try names(ids, { id -> Int? in Int(id) }) { numbers -> [(Int, String?)] in
                try connection.guests.all(numbers, of: event).map { ($0.number, $0.name) }
            }
        case .type where TicketTypeDetails.shows("name", with: rights):
            let all = try connection.ticketTypes.all(of: event)
            return Dictionary(all.map { ("\($0.number)", $0.name) }) { first, _ in first }
        case .order where Buyer.shows("buyer", with: rights):
            return try names(ids, { id -> OrderNumber? in UInt32(id).flatMap { OrderNumber(rawValue: $0) } }) {
                numbers -> [(OrderNumber, String?)] in
                try connection.orders.all(numbers, of: event).map { order in
                    (order.number, order.buyer.name.isEmpty ? nil : order.buyer.name)
                }
            }
        case .ticket where HolderDetails.shows("holder", with: rights):
            return try names(ids, { id -> Serial? in TicketCode(typed: id)?.serial }) {
                serials -> [(Serial, String?)] in
                try connection.tickets.all(serials, of: event).map { ($0.serial, $0.holder) }
            }
        default: return [:]
        }
    }

    /// Reads the names of subjects whose ids represent numbers.
    private func names<Number: Hashable>(
        _ ids: [String], _ number: (String) -> Number?, _ read: ([Number]) throws -> [(Number, String?)]
    ) throws -> [String: String] {
        var numbers: [String: Number] = [:]
        for id in ids { numbers[id] = number(id) }
        var found: [Number: String] = [:]
        for (number, name) in try read(Array(Set(numbers.values))) { found[number] = name }
        return numbers.compactMapValues { found[$0] }
    }
}
