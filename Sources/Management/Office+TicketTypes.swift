public import Ticketing

/// What an organizer says of a new ticket type.
public struct TicketTypeDraft: Sendable {
    public var name: String
    public var price: Money?
    public var quantity: Int?
    public var admits: Admits
    public var window: ValidityWindow
    public var demandsLiveCode: Bool

    public init(
        name: String, price: Money? = nil, quantity: Int? = nil, admits: Admits = .one,
        window: ValidityWindow = .always, demandsLiveCode: Bool = false
    ) {
        self.name = name
        self.price = price
        self.quantity = quantity
        self.admits = admits
        self.window = window
        self.demandsLiveCode = demandsLiveCode
    }
}

extension Office {
    /// Adds a ticket type under the next free number of its event.
    public func addTicketType(_ draft: TicketTypeDraft, to event: Event) throws -> TicketType {
        try Name.check(draft.name)
        return try perform(.addType, in: event.organizer) { work in
            let taken = try work.connection.ticketTypes.all(of: event.number)
            return try Office.addType(draft, beside: taken, to: event, work)
        }
    }

    /// Adds a type beside those the event has.
    static func addType(
        _ draft: TicketTypeDraft, beside taken: [TicketType], to event: Event, _ work: Work
    ) throws -> TicketType {
        guard !taken.contains(where: { $0.name.lowercased() == draft.name.lowercased() }) else {
            throw ManagementError.nameTaken(draft.name)
        }
        let next = taken.last.map { $0.number.rawValue + 1 } ?? 0
        guard let number = TicketTypeNumber(rawValue: next) else { throw ManagementError.tooManyTypes }
        let type = TicketType(
            event: event.number, number: number, name: draft.name, price: draft.price, quantity: draft.quantity,
            admits: draft.admits, window: draft.window, demandsLiveCode: draft.demandsLiveCode)
        guard try work.connection.ticketTypes.insert(type) else { throw ManagementError.nameTaken(draft.name) }
        try work.record(AuditSubject(.type, type.number), of: event.number, after: type.auditFields)
        return type
    }

    /// The ticket types of an event, by number.
    public func ticketTypes(of event: Event) throws -> [TicketType] {
        try look(.showTypes, in: event.organizer) { try $0.ticketTypes.all(of: event.number) }
    }

    /// One of them, by name (letter case aside) or number.
    public func ticketType(named name: String, of event: Event) throws -> TicketType {
        try Office.type(named: name, among: try ticketTypes(of: event))
    }

    static func type(named name: String, among types: [TicketType]) throws -> TicketType {
        let folded = name.lowercased()
        let matches = types.filter { $0.name.lowercased() == folded || $0.number.description == name }
        guard let found = matches.first else { throw ManagementError.unknownType(name, known: types.map(\.name)) }
        guard matches.count == 1 else {
            throw ManagementError.ambiguous(name, candidates: matches.map { "\($0.name) (number \($0.number))" })
        }
        return found
    }
}
