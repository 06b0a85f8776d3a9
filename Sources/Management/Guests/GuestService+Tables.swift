import Store
public import Ticketing

extension GuestService {
    /// The maximum number of guests whom one call of `setTables` moves.
    public static let mostSeated = 200

    /// The seating plan of an event: its tables with their guests.
    ///
    /// - Parameters:
    ///   - subEvent: The plan shows only the guests who are invited to this sub-event, with their answers for it. Nil
    ///     for all guests, with a summary of their answers.
    ///   - whose: The guests whom the plan shows. The plan has all tables in any case.
    public func seatingPlan(
        of event: Event, for subEvent: SubEvent? = nil, _ whose: SeatingPlan.Whose = .all
    ) throws -> SeatingPlan {
        var seats: [Seat] = []
        var shown: [Int: PlannedGuest] = [:]
        try forEachGuest(of: event) { guest in
            seats.append(Seat(guest: guest.guest, household: guest.household))
            if let planned = PlannedGuest(guest, at: subEvent?.number), whose.includes(planned) {
                shown[guest.guest.number] = planned
            }
        }
        return SeatingPlan(Seating(seats), showing: shown)
    }

    /// Moves guests to tables in one transaction. If one guest cannot be moved, no guest is moved.
    ///
    /// - Parameters:
    ///   - tables: The new table of each guest, by the guests' numbers. Nil, or a text without visible characters,
    ///     leaves the guest without a table.
    ///   - former: The table at which each guest sat when the caller read the plan, by the guests' numbers. If a guest
    ///     now sits neither at this table nor at the new table, somebody else has moved the guest. A missing number
    ///     means that the guest had no table.
    /// - Returns: The guests with their new tables, sorted by number.
    /// - Throws: `SeatingError`; `GuestError.unknownGuest`; `ManagementError.invalid` for a text that cannot be the
    ///   name of a table.
    @discardableResult
    public func setTables(_ tables: [Int: String?], expecting former: [Int: String?], of event: Event) throws
        -> [Guest]
    {
        try services.perform(.seatGuests, on: event) { work in
            guard tables.count <= GuestService.mostSeated else { throw SeatingError.tooMany(tables.count) }
            let wanted = try tables.mapValues { try GuestService.tableName($0) }
            // Two locks are needed. An import locks the guest list while it changes guests. A guest's answer locks only
            // the guest's row, and then writes all the guest's details.
            _ = try work.lockedForGuestChanges(of: event)
            var guests: [Guest] = []
            for number in tables.keys.sorted() {
                guard let guest = try work.connection.guests.locked(number: number, of: event.number) else {
                    throw GuestError.unknownGuest("\(number)")
                }
                guests.append(guest)
            }
            let moved = guests.filter { guest in
                let table = guest.details.table
                return table != wanted[guest.number].flatMap { $0 } && table != former[guest.number].flatMap { $0 }
            }
            guard moved.isEmpty else { throw SeatingError.movedMeanwhile(moved) }
            let seated = guests.map { guest in
                var guest = guest
                guest.details.table = wanted[guest.number].flatMap { $0 }
                return guest
            }
            try work.storeTables(of: seated, before: guests, at: event.number)
            return seated
        }
    }

    /// The stored form of a table's name. Nil for nil, and for a text without visible characters.
    ///
    /// - Throws: `ManagementError.invalid`.
    private static func tableName(_ text: String?) throws -> String? {
        guard let text, !text.folded.isEmpty else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let field = GuestDetails.field("table"), let fault = field.kind.limitFault(of: .text(words)) {
            throw ManagementError.invalid([FieldFault(field.optionName, fault)])
        }
        return words
    }
}

extension UnitOfWork {
    /// Stores the new tables of those guests whose table has changed, and records the changes.
    ///
    /// - Parameter former: The same guests before the change, in the same order.
    fileprivate func storeTables(of guests: [Guest], before former: [Guest], at event: EventNumber) throws {
        let changed = zip(former, guests).filter { $0.0.details.table != $0.1.details.table }
        guard !changed.isEmpty else { return }
        try connection.guests.setTables(of: changed.map { $0.1 }, event: event)
        try record(
            changed.compactMap { before, after in
                AuditTrail.Change(
                    AuditSubject(.guest, after.number), before: before.auditFields, after: after.auditFields)
            }, of: event)
    }
}
