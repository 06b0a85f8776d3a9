public import Ticketing

extension StoreConnection {
    public var organizers: Organizers { Organizers(connection: self) }
}

public struct Organizers {
    let connection: any StoreConnection

    private static let columns = "number, name, slug, created, verified, verified_by"

    /// Adds an organizer. False when its number or slug is taken.
    public func insert(_ organizer: Organizer) throws -> Bool {
        let since: Instant? = if case .localOwner(let since) = organizer.verification { since } else { nil }
        let inserted = try connection.execute(
            """
            INSERT INTO organizer (\(Organizers.columns)) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
            """,
            [
                .int(organizer.number.rawValue), .text(organizer.name), .text(organizer.slug),
                .instant(organizer.created), .optional(since), .optional(since.map { _ in Organizers.localOwner }),
            ])
        return inserted == 1
    }

    /// The organizers a user is a member of, by name.
    public func all(of user: UserID) throws -> [Organizer] {
        try connection.all(
            """
            SELECT \(Organizers.columns) FROM organizer
            WHERE number IN (SELECT organizer FROM membership WHERE person = $1) ORDER BY name, number
            """, [.int(user.rawValue)], organizer)
    }

    public func with(number: OrganizerNumber) throws -> Organizer? {
        try connection.first(
            "SELECT \(Organizers.columns) FROM organizer WHERE number = $1", [.int(number.rawValue)], organizer)
    }

    private static let localOwner = "local owner"

    private func organizer(_ row: any SQLRow) throws -> Organizer {
        let verification: Organizer.Verification
        switch (row.optionalInstant(4), row.optionalText(5)) {
        case (nil, nil): verification = .pending
        case (let since?, Organizers.localOwner?): verification = .localOwner(since: since)
        case (_, let by): throw StoreError.unknownValue(by ?? "nobody", of: "verification")
        }
        return Organizer(
            number: try row.value(0), name: row.text(1), slug: row.text(2), created: row.instant(3),
            verification: verification)
    }
}
