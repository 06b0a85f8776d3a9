import Languages
import Store
public import Ticketing

/// A ticket type, and whether it is on sale.
public struct TicketTypeOnSale: Sendable {
    public let type: TicketType
    /// The number of tickets in the reservations of pending orders. Expired reservations are not counted.
    public let reserved: Int
    public let sale: SaleAvailability

    /// The number of tickets left; nil if the type has no quantity.
    public var left: Int? { type.quantity.map { max(0, $0 - type.issued - reserved) } }
}

/// The ticket types of an event.
public struct TicketTypeService: Sendable {
    let services: ManagementServices

    /// Adds a ticket type at the end of its event's list.
    ///
    /// - Throws: `SalesError.typeFaults` with all faults.
    public func addTicketType(_ draft: TicketTypeDetails, to event: Event) throws -> TicketType {
        try services.perform(.addType, on: event) { work in
            // The event is locked, because some rules concern all its ticket types together.
            _ = try work.locked(event)
            return try TicketTypeService.addType(draft, to: event, work)
        }
    }

    static func addType(_ draft: TicketTypeDetails, to event: Event, _ work: UnitOfWork) throws -> TicketType {
        let table = work.connection.ticketTypes
        while true {
            let others = try table.all(of: event.number)
            try throwFaults(
                draft.faults(among: others, soldIn: try work.connection.events.currencies(at: event.number).primary))
            guard let number = try table.nextNumber(of: event.number) else { throw ManagementError.tooManyTypes }
            let type = TicketType(event: event.number, number: number, details: draft)
            // A transaction that invites guests does not lock the event, so at the same moment it can add a type with
            // the number or the name of this type. The next round of this loop then finds the other type.
            guard try table.insert(type) else { continue }
            try work.record(AuditSubject(.type, type.number), of: event.number, after: type.auditFields)
            return type
        }
    }

    /// Edits a ticket type. Sold tickets keep their price and the number of people whom they admit. Changes of the
    /// validity window, of the gates, and of the requirement of a live code also apply to sold tickets.
    ///
    /// - Parameter edit: changes the current details. It is called again if the transaction is retried.
    /// - Throws: `SalesError.typeFaults` with all faults.
    public func editTicketType(
        _ number: TicketTypeNumber, of event: Event, _ edit: (inout TicketTypeDetails) throws -> Void
    ) throws -> TicketType {
        try services.perform(.editType, on: event) { work in
            let table = work.connection.ticketTypes
            _ = try work.lockedWithTicketTypes(event)
            let types = try table.all(of: event.number)
            let type = try TicketTypeService.type(numbered: number, among: types)
            var edited = type
            try edit(&edited.details)
            try TicketTypeService.throwFaults(
                edited.details.faults(
                    among: types.filter { $0.number != number }, edited: type,
                    soldIn: try work.connection.events.currencies(at: event.number).primary))
            guard try table.update(edited) else {
                // More tickets were sold after the type was read.
                let now = try table.with(number: number, of: event.number) ?? type
                throw SalesError.typeFaults(
                    [.quantityBelowSold(edited.quantity ?? 0, issued: now.issued, reserved: now.reserved)])
            }
            try work.record(
                AuditSubject(.type, number), of: event.number, before: type.auditFields, after: edited.auditFields)
            return edited
        }
    }

    /// Removes a ticket type that was never sold. Its number is not used again.
    ///
    /// - Returns: the removed type.
    /// - Throws: `SalesError.typeSold` if any ticket of the type was ever issued or ordered; `SalesError.onlyType` if
    ///   it is the only type of an event that is not a draft.
    @discardableResult
    public func removeTicketType(_ number: TicketTypeNumber, of event: Event) throws -> TicketType {
        try services.perform(.removeType, on: event) { work in
            let table = work.connection.ticketTypes
            // Release expired reservations first: this locks orders, and orders must be locked before ticket types.
            try work.stock(of: event.number).releaseExpiredReservations()
            try table.close(number, of: event.number)
            let current = try work.lockedWithTicketTypes(event)
            let types = try table.all(of: event.number)
            let type = try TicketTypeService.type(numbered: number, among: types)
            guard try !table.isSold(number, of: event.number) else { throw SalesError.typeSold(type.name) }
            guard types.count > 1 || current.status == .draft else { throw SalesError.onlyType(type.name) }
            try table.remove(number, of: event.number)
            try work.record(AuditSubject(.type, number), of: event.number, before: type.auditFields, after: [:])
            return type
        }
    }

    /// Moves a ticket type to another position in its event's list.
    ///
    /// - Parameters:
    ///   - expected: the position, from 1, at which the user saw the type. If the type is now at another position,
    ///     nothing is changed. Nil accepts any position.
    ///   - position: the new position, from 1. A position after the end means the end.
    /// - Returns: the types in their new order.
    /// - Throws: `ManagementError.invalid` for a position before 1.
    public func moveTicketType(
        _ number: TicketTypeNumber, of event: Event, from expected: Int? = nil, to position: Int
    ) throws -> [TicketType] {
        guard position >= 1 else { throw ManagementError.invalid([FieldFault("position", FaultSentence.fromOne)]) }
        return try services.perform(.editType, on: event) { work in
            let table = work.connection.ticketTypes
            _ = try work.lockedWithTicketTypes(event)
            let before = try table.all(of: event.number)
            let type = try TicketTypeService.type(numbered: number, among: before)
            if let expected, before.firstIndex(where: { $0.number == number }) != expected - 1 { return before }
            var types = before.filter { $0.number != number }
            types.insert(type, at: min(position - 1, types.count))
            guard types.map(\.number) != before.map(\.number) else { return types }
            try table.order(types.map(\.number), of: event.number)
            func order(_ types: [TicketType]) -> AuditFields {
                AuditFields(present: [("order", types.map { "\($0.number)" }.joined(separator: ", "))])
            }
            try work.record(
                AuditSubject(.type, number), of: event.number, before: order(before), after: order(types))
            return types
        }
    }

    private static func type(numbered number: TicketTypeNumber, among types: [TicketType]) throws -> TicketType {
        guard let type = types.first(where: { $0.number == number }) else {
            throw ManagementError.unknownType("\(number)", known: types.map(\.name))
        }
        return type
    }

    static func throwFaults(_ faults: [TicketTypeFault]) throws {
        if !faults.isEmpty { throw SalesError.typeFaults(faults) }
    }

    /// The ticket types of an event, in the order in which they are listed.
    public func ticketTypes(of event: Event) throws -> [TicketType] {
        try services.read(.showTypes, on: event) { try $0.ticketTypes.all(of: event.number) }
    }

    /// Whether an order of tickets with a price was ever made for an event. If not, no payment can be owed to a buyer.
    public func hasPricedOrders(of event: Event) throws -> Bool {
        try services.read(.showTypes, on: event) { try $0.events.currencies(at: event.number).primary != nil }
    }

    /// The ticket types of an event, and whether each is on sale now.
    public func ticketTypesOnSale(of event: Event) throws -> [TicketTypeOnSale] {
        let now = services.now()
        return try services.read(.showTypes, on: event) { connection in
            let event = try connection.events.with(number: event.number) ?? event
            return try TicketTypeService.onSale(event, at: now, connection)
        }
    }

    /// The ticket types of an event with their current availability. Tickets in expired reservations are treated as
    /// available.
    static func onSale(
        _ event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> [TicketTypeOnSale] {
        let reserved = try connection.orders.reservedTickets(of: event.number, at: now)
        let expired = try VisitorReservations.expired(of: event, at: now, connection)
        return try connection.ticketTypes.all(of: event.number).map { type in
            var type = type
            type.issued -= expired[type.number] ?? 0
            let reserved = reserved[type.number] ?? 0
            return TicketTypeOnSale(
                type: type, reserved: reserved, sale: type.availability(event: event, reserved: reserved, now: now))
        }
    }

    /// Finds a ticket type by its number or name, as `type(named:among:)` does.
    public func ticketType(named name: String, of event: Event) throws -> TicketType {
        try TicketTypeService.type(named: name, among: try ticketTypes(of: event))
    }

    /// Finds a ticket type by its name or number. Case is ignored. The types of an event can have names that differ
    /// only in accents, and the name of one type can be the number of another type. So a name with the same accents is
    /// preferred, then the number, and then a name with other accents.
    ///
    /// - Throws: `ManagementError.unknownType`; `ManagementError.ambiguous` if several types match equally well.
    package static func type(named name: String, among types: [TicketType]) throws -> TicketType {
        let lowercased = name.lowercased()
        let tests: [(TicketType) -> Bool] = [
            { $0.name.lowercased() == lowercased }, { $0.number.description == name },
            { $0.name.folded == name.folded },
        ]
        let matches = tests.lazy.map { types.filter($0) }.first { !$0.isEmpty } ?? []
        guard let found = matches.first else { throw ManagementError.unknownType(name, known: types.map(\.name)) }
        guard matches.count == 1 else {
            throw ManagementError.ambiguous(
                .ticketType, name, candidates: matches.map { .numbered($0.name, "\($0.number)") })
        }
        return found
    }
}
