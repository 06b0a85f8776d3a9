public import Ticketing

extension StoreConnection {
    public var companions: Companions { Companions(connection: self) }
}

/// The companions whom guests have described. A guest has at most one row for each companion that the guest may bring.
/// A caller that changes the companions of a guest must first lock the guest (`Guests.locked`), or the guest list.
public struct Companions {
    let connection: any StoreConnection

    private static let columns = (["guest", "number"] + Companion.columns).joined(separator: ", ")
    private static let insertion = """
        INSERT INTO companion (event, \(columns)) VALUES (\(placeholders(3 + Companion.columns.count)))
        """

    /// The described companions of a guest, sorted by number.
    public func all(ofGuest guest: Int, event: EventNumber) throws -> [Companion] {
        try connection.all(
            "SELECT \(Companions.columns) FROM companion WHERE event = $1 AND guest = $2 ORDER BY number",
            [.int(event.rawValue), .int(guest)], Companions.companion
        ).map(\.companion)
    }

    /// The described companions of the guests with the given numbers. The keys are the numbers of the guests. Each list
    /// is sorted by the companion's number.
    public func all(ofGuests numbers: [Int], event: EventNumber) throws -> [Int: [Companion]] {
        var found: [Int: [Companion]] = [:]
        for part in SerialList.chunks(numbers) {
            let list = SerialList(guests: part, from: 2)
            try connection.forEachRow(
                """
                SELECT \(Companions.columns) FROM companion
                WHERE event = $1 AND guest IN (\(list.placeholders)) ORDER BY guest, number
                """, [.int(event.rawValue)] + list.values
            ) { row in
                let (guest, companion) = try Companions.companion(row)
                found[guest, default: []].append(companion)
            }
        }
        return found
    }

    /// The described companions of all guests, sorted by guest and number.
    public func all(of event: EventNumber) throws -> [(guest: Int, companion: Companion)] {
        try connection.all(
            "SELECT \(Companions.columns) FROM companion WHERE event = $1 ORDER BY guest, number",
            [.int(event.rawValue)], Companions.companion)
    }

    /// Replaces all described companions of a guest.
    ///
    /// - Parameter companions: companions with different numbers.
    public func replace(with companions: [Companion], ofGuest guest: Int, event: EventNumber) throws {
        try connection.execute(
            "DELETE FROM companion WHERE event = $1 AND guest = $2", [.int(event.rawValue), .int(guest)])
        try connection.execute(
            Companions.insertion,
            rows: companions.map { companion in
                [.int(event.rawValue), .int(guest), .int(companion.number)] + companion.columnValues
            })
    }

    /// Removes a guest's described companions with numbers above `most`, the number of companions that the guest may
    /// bring. Returns the removed companions, sorted by number.
    public func remove(after most: Int, ofGuest guest: Int, event: EventNumber) throws -> [Companion] {
        try connection.all(
            "DELETE FROM companion WHERE event = $1 AND guest = $2 AND number > $3 RETURNING \(Companions.columns)",
            [.int(event.rawValue), .int(guest), .int(most)], Companions.companion
        ).map(\.companion).sorted { $0.number < $1.number }
    }

    private static func companion(_ row: any SQLRow) throws -> (guest: Int, companion: Companion) {
        let number = try row.number(1)
        guard (1...Guest.mostCompanions).contains(number) else {
            throw InvalidColumnValue(column: 1, value: "\(number)", kind: "companion number")
        }
        var companion = Companion(number: number)
        try companion.read(row, from: 2)
        return (try row.number(0), companion)
    }
}
