public import Ticketing

/// The tables of an event with their guests, and the guests without a table.
public struct SeatingPlan: Sendable {
    /// All tables of the event, sorted by name. A table exists while a guest sits at it.
    public let tables: [Table]
    /// The shown guests without a table, sorted by name and number.
    public let withoutTable: [PlannedGuest]
    /// The numbers of all guests of the event, sorted by the guests' names, then by number.
    private let numbers: [Int]

    /// The guests whom a plan shows.
    public enum Whose: String, Hashable, Sendable, CaseIterable {
        /// All guests; for one sub-event, all invited guests.
        case all
        case notDeclined = "not-declined"
        case coming
    }

    public struct Table: Sendable {
        /// The name without the word “table”. If the spelling differs between guests, this is the spelling of the first
        /// guest at the table.
        public let name: String
        /// The numbers of all guests at the table, including those whom the plan does not show.
        public let numbers: [Int]
        /// The shown guests, sorted by name and number. Empty if the plan shows none of the table’s guests.
        public let guests: [PlannedGuest]
    }

    /// - Parameters:
    ///   - seating: One seat for each guest of the event.
    ///   - shown: The guests whom the plan shows, by their numbers.
    init(_ seating: Seating, showing shown: [Int: PlannedGuest]) {
        tables = seating.tables.map { table in
            let numbers = table.seats.map(\.guest.number)
            return Table(name: table.name, numbers: numbers, guests: numbers.compactMap { shown[$0] })
        }
        withoutTable = seating.withoutTable.compactMap { shown[$0.guest.number] }
        numbers = seating.seats.map(\.guest.number)
    }

    /// The position, in `withoutTable`, of the first guest who follows the guest `number` in the order of the plan. The
    /// guest `number` may have been moved to a table in the meantime. The position is 0 if nobody follows, or if the
    /// guest `number` was removed.
    public func positionWithoutTable(after number: Int) -> Int {
        guard let index = numbers.firstIndex(of: number) else { return 0 }
        let earlier = Set(numbers[...index])
        return withoutTable.firstIndex { !earlier.contains($0.guest.number) } ?? 0
    }
}

/// A guest in a plan of the tables.
public struct PlannedGuest: Sendable {
    public let guest: Guest
    /// The household's name; nil if the guest belongs to no household.
    public let household: String?
    /// The guest's answer for the sub-event of the plan. In a plan for the whole event: `attending` if the guest comes
    /// to at least one sub-event; `declined` if the guest declined all invitations; otherwise `maybe` or `none`.
    public let reply: InvitationReply.Kind
    /// The number of people who come: the guest and the companions whom the guest has announced, as in the headcount.
    /// In a plan for the whole event, this is the largest number at one sub-event. 0 if the guest has not accepted.
    public let coming: Int
    /// The number of people who may still come: the guest and all companions whom the guest may bring. 0 if the guest
    /// has accepted or declined.
    public let possible: Int

    /// Nil if the guest is not invited to the sub-event of the plan.
    ///
    /// - Parameter subEvent: The number of the sub-event; nil for a plan for the whole event.
    init?(_ guest: InvitedGuest, at subEvent: Int?) {
        let replies = guest.invitations.filter { subEvent == nil || $0.subEvent == subEvent }.map(\.reply)
        guard subEvent == nil || !replies.isEmpty else { return nil }
        self.guest = guest.guest
        household = guest.household
        coming = replies.compactMap { reply in reply.companions.map { 1 + $0 } }.max() ?? 0
        reply = PlannedGuest.summary(of: replies)
        possible = reply == .attending || reply == .declined ? 0 : guest.guest.people
    }

    private static func summary(of replies: [InvitationReply]) -> InvitationReply.Kind {
        let kinds = Set(replies.map(\.kind))
        if kinds.contains(.attending) { return .attending }
        if kinds == [.declined] { return .declined }
        return kinds.contains(.maybe) ? .maybe : .none
    }
}

extension [PlannedGuest] {
    /// The number of people who come.
    public var coming: Int { map(\.coming).reduce(0, +) }
    /// The number of people who may still come.
    public var possible: Int { map(\.possible).reduce(0, +) }
}

extension SeatingPlan.Whose {
    func includes(_ guest: PlannedGuest) -> Bool {
        switch self {
        case .all: true
        case .notDeclined: guest.reply != .declined
        case .coming: guest.reply == .attending
        }
    }
}
