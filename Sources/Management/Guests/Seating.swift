public import Languages
public import Ticketing

/// A seat at a sub-event, for a guest or one of their companions.
public struct Seat: Hashable, Sendable {
    public let guest: Guest
    /// The household's name; nil if the guest belongs to no household.
    public let household: String?
    /// The companion; nil for the guest's own seat. A companion whom the guest has not described is blank.
    public let companion: Companion?

    public init(guest: Guest, household: String? = nil, companion: Companion? = nil) {
        self.guest = guest
        self.household = household
        self.companion = companion
    }

    /// The name on an English card.
    public var name: String { name(in: .english) }

    /// The name on a card: `Grace Nakato`, or `Guest of Grace Nakato` for a companion without a name.
    public func name(in language: Language) -> String {
        guard let companion else { return guest.name }
        return companion.name ?? language.text(PaperSentence.guestOf, ["guest": .text(guest.name)])
    }

    /// The meal of the guest or companion; nil if it is unknown.
    public var meal: String? { companion == nil ? guest.details.meal : companion?.meal }

    /// The table's name without the word “table”: “Table 4” and “4” are the same table. Nil if the guest has no table.
    public var table: String? {
        let words = (guest.details.table ?? "").split(whereSeparator: \.isWhitespace)
        let isWord = words.count > 1 && words[0].lowercased() == "table"
        let name = words.dropFirst(isWord ? 1 : 0).joined(separator: " ")
        // A name without visible characters is treated as missing.
        return name.folded.isEmpty ? nil : name
    }
}

/// A table with its seats.
public struct SeatedTable: Hashable, Sendable {
    /// The table's name. If the spelling differs between guests, the spelling of the first guest at the table is used.
    public let name: String
    /// The seats, at least one. They are sorted by the guests' names; companions follow their guest.
    public let seats: [Seat]
}

/// The seating of a sub-event.
public struct Seating: Sendable {
    /// The seats, sorted by the guests' names, then by the guests' numbers; companions follow their guest. Numbers in
    /// names are sorted by value (2 before 10).
    public let seats: [Seat]

    /// The guests who get seats.
    public enum GuestFilter: Hashable, Sendable {
        /// Guests who accepted, with the companions that they announced.
        case attending
        /// All guests who have not declined. Guests without an answer, and guests who answered “maybe”, get seats for
        /// all companions that they are allowed to bring.
        case notDeclined
    }

    /// The order of cards.
    public enum CardOrder: String, Hashable, Sendable, CaseIterable {
        case name, table
    }

    public init(_ seats: [Seat]) {
        self.seats = seats.map { (key: NumberedName($0.guest.name.folded), seat: $0) }.sorted { one, other in
            (one.key, one.seat.guest.number, one.seat.companion?.number ?? 0)
                < (other.key, other.seat.guest.number, other.seat.companion?.number ?? 0)
        }.map(\.seat)
    }

    /// The tables, sorted by name. Numbers in names are sorted by value (2 before 10); case and accents are ignored.
    public var tables: [SeatedTable] {
        let seated = seats.compactMap { seat in seat.table.map { (key: $0.folded, name: $0, seat: seat) } }
        return Dictionary(grouping: seated, by: \.key)
            .sorted { NumberedName($0.key) < NumberedName($1.key) }
            .map { SeatedTable(name: $0.value[0].name, seats: $0.value.map(\.seat)) }
    }

    public var withoutTable: [Seat] { seats.filter { $0.table == nil } }

    public func seats(by order: CardOrder) -> [Seat] {
        switch order {
        case .name: seats
        // Guests without a table come last.
        case .table: tables.flatMap(\.seats) + withoutTable
        }
    }
}

/// The name of a guest or table, folded so that case and accents are ignored. Runs of digits are compared by their
/// numeric value.
private struct NumberedName: Comparable {
    private enum Part: Comparable {
        case number(digits: Int, String)
        case words(String)
    }

    private let parts: [Part]
    private let name: String

    init(_ name: String) {
        self.name = name
        var parts: [Part] = []
        var rest = name[...]
        while let first = rest.first {
            let isDigits = first.isASCII && first.isNumber
            let run = rest.prefix { ($0.isASCII && $0.isNumber) == isDigits }
            let plain = String(run.drop { $0 == "0" })
            parts.append(isDigits ? .number(digits: plain.count, plain) : .words(String(run)))
            rest = rest.dropFirst(run.count)
        }
        self.parts = parts
    }

    static func < (one: NumberedName, other: NumberedName) -> Bool {
        one.parts == other.parts ? one.name < other.name : one.parts.lexicographicallyPrecedes(other.parts)
    }
}
