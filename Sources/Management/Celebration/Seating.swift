public import Ticketing

/// A place at a function: a guest's own, or one of those they bring.
public struct Seat: Hashable, Sendable {
    public let guest: Guest
    /// The household's name.
    public let household: String?
    /// 1, 2, 3 … of whom they bring; nil is the guest's own place.
    public let companion: Int?

    public init(guest: Guest, household: String? = nil, companion: Int? = nil) {
        self.guest = guest
        self.household = household
        self.companion = companion
    }

    /// As a card has it: `Grace Nakato`, `Guest of Grace Nakato`.
    public var name: String { companion == nil ? guest.name : "Guest of \(guest.name)" }

    /// What the guest eats; of whom they bring nobody asked.
    public var meal: String? { companion == nil ? guest.details.meal : nil }

    /// What their table is called, without the word: “Table 4” and “4” are the same one. Nil where they have none.
    public var table: String? {
        let words = (guest.details.table ?? "").split(whereSeparator: \.isWhitespace)
        let isWord = words.count > 1 && words[0].lowercased() == "table"
        let name = words.dropFirst(isWord ? 1 : 0).joined(separator: " ")
        // What can't be seen is no name.
        return name.folded.isEmpty ? nil : name
    }
}

/// A table of a function, and who sits there.
public struct SeatedTable: Hashable, Sendable {
    /// As the first of its guests has it.
    public let name: String
    /// At least one, by name; whom a guest brings beside them.
    public let seats: [Seat]
}

/// Who sits where at a function.
public struct Seating: Sendable {
    /// By name and number; whom a guest brings beside them.
    public let seats: [Seat]

    /// Whose seats are meant.
    public enum Whose: Hashable, Sendable {
        /// Who said that they come, and as many companions as they said.
        case attending
        /// All but those who declined; without an answer with all whom they may bring.
        case notDeclined
    }

    /// The order of cards.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        case name, table
    }

    public init(_ seats: [Seat]) {
        self.seats = seats.map { (key: $0.guest.name.folded, seat: $0) }.sorted { one, other in
            (one.key, one.seat.guest.number, one.seat.companion ?? 0)
                < (other.key, other.seat.guest.number, other.seat.companion ?? 0)
        }.map(\.seat)
    }

    /// Tables 2 and 10 in that order, letter case and accents aside.
    public var tables: [SeatedTable] {
        let seated = seats.compactMap { seat in seat.table.map { (key: $0.folded, name: $0, seat: seat) } }
        return Dictionary(grouping: seated, by: \.key)
            .sorted { TableName($0.key) < TableName($1.key) }
            .map { SeatedTable(name: $0.value[0].name, seats: $0.value.map(\.seat)) }
    }

    public var withoutTable: [Seat] { seats.filter { $0.table == nil } }

    public func seats(by order: Order) -> [Seat] {
        switch order {
        case .name: seats
        // Who has no table comes last.
        case .table: tables.flatMap(\.seats) + withoutTable
        }
    }
}

/// A folded name in the order in which people count: runs of digits by their number.
private struct TableName: Comparable {
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

    static func < (one: TableName, other: TableName) -> Bool {
        one.parts == other.parts ? one.name < other.name : one.parts.lexicographicallyPrecedes(other.parts)
    }
}
