import Store
public import Ticketing

/// A ticket type, and whether it is on sale.
public struct TicketTypeOnSale: Sendable {
    public let type: TicketType
    /// What pending orders hold of it that has not expired.
    public let held: Int
    public let sale: OnSale
}

extension Office {
    /// Adds a ticket type under the next free number of its event.
    ///
    /// - Throws: `SalesError.typeFaults` with everything that is wrong.
    public func addTicketType(_ draft: TicketTypeDraft, to event: Event) throws -> TicketType {
        try perform(.addType, on: event) { work in
            // What spans the types of an event is judged while nobody else changes them.
            _ = try work.locked(event)
            return try Office.addType(draft, to: event, work)
        }
    }

    /// Adds a type beside those the event has.
    static func addType(_ draft: TicketTypeDraft, to event: Event, _ work: Work) throws -> TicketType {
        let table = work.connection.ticketTypes
        while true {
            let others = try table.all(of: event.number)
            try refuse(
                draft.faults(among: others, soldIn: try work.connection.events.currencies(at: event.number).kept))
            let next = others.last.map { $0.number.rawValue + 1 } ?? 0
            guard let number = TicketTypeNumber(rawValue: next) else { throw ManagementError.tooManyTypes }
            let type = TicketType(event: event.number, number: number, details: draft)
            // Invitations make a type while others sell and add types: who has taken the number or the name is seen now.
            guard try table.insert(type) else { continue }
            try work.record(AuditSubject(.type, type.number), of: event.number, after: type.auditFields)
            return type
        }
    }

    /// Edits a ticket type. What is sold keeps its price and how many people it admits; windows, gates and the live code
    /// hold for every ticket at once.
    ///
    /// - Parameter edit: changes the type as it stands; may be called again.
    /// - Throws: `SalesError.typeFaults` with everything that is wrong.
    public func editTicketType(
        _ number: TicketTypeNumber, of event: Event, _ edit: (inout TicketTypeDraft) throws -> Void
    ) throws -> TicketType {
        try perform(.editType, on: event) { work in
            let table = work.connection.ticketTypes
            _ = try work.lockedWithTypes(event)
            let types = try table.all(of: event.number)
            guard let type = types.first(where: { $0.number == number }) else {
                throw ManagementError.unknownType("\(number)", known: types.map(\.name))
            }
            var edited = type
            try edit(&edited.details)
            try Office.refuse(
                edited.details.faults(
                    among: types.filter { $0.number != number }, edited: type,
                    soldIn: try work.connection.events.currencies(at: event.number).kept))
            guard try table.update(edited) else {
                // Sold meanwhile.
                let now = try table.with(number: number, of: event.number) ?? type
                throw SalesError.typeFaults(
                    [.quantityBelowSold(edited.quantity ?? 0, issued: now.issued, held: now.held)])
            }
            try work.record(
                AuditSubject(.type, number), of: event.number, before: type.auditFields, after: edited.auditFields)
            return edited
        }
    }

    static func refuse(_ faults: [TicketTypeFault]) throws {
        if !faults.isEmpty { throw SalesError.typeFaults(faults) }
    }

    /// The ticket types of an event, by number.
    public func ticketTypes(of event: Event) throws -> [TicketType] {
        try look(.showTypes, on: event) { try $0.ticketTypes.all(of: event.number) }
    }

    /// The ticket types of an event, and whether each is on sale now.
    public func ticketTypesOnSale(of event: Event) throws -> [TicketTypeOnSale] {
        let now = now()
        return try look(.showTypes, on: event) { connection in
            let event = try connection.events.with(number: event.number) ?? event
            return try Office.onSale(event, at: now, connection)
        }
    }

    /// The types of an event as they can be sold now: what expired holds and reservations keep is left to sell.
    static func onSale(
        _ event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> [TicketTypeOnSale] {
        let held = try connection.orders.held(of: event.number, at: now)
        let expired = try Reservations.expired(of: event, at: now, connection)
        return try connection.ticketTypes.all(of: event.number).map { type in
            var type = type
            type.issued -= expired[type.number] ?? 0
            let held = held[type.number] ?? 0
            return TicketTypeOnSale(
                type: type, held: held, sale: type.availability(event: event, held: held, now: now))
        }
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
