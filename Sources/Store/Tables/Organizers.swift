public import Ticketing

extension StoreConnection {
    public var organizers: Organizers { Organizers(connection: self) }
}

public struct Organizers {
    let connection: any StoreConnection

    private static let keyColumns = ["number", "slug", "created", "verified", "verified_by"]
    private static let columns = (keyColumns + OrganizerDetails.columns).joined(separator: ", ")

    /// Adds an organizer. Returns false if the organizer's number or slug is already used.
    public func insert(_ organizer: Organizer) throws -> Bool {
        let since: Instant? = if case .localOwner(let since) = organizer.verification { since } else { nil }
        let values: [SQLValue] =
            [
                .int(organizer.number.rawValue), .text(organizer.slug), .instant(organizer.created), .optional(since),
                .optional(since.map { _ in Organizers.localOwner }),
            ] + organizer.details.columnValues
        return try connection.execute(
            """
            INSERT INTO organizer (\(Organizers.columns)) VALUES (\(placeholders(values.count))) ON CONFLICT DO NOTHING
            """, values) == 1
    }

    /// Replaces the details of an organizer. The organizer's slug, which is its name in URLs, stays the same.
    public func update(_ organizer: Organizer) throws {
        try connection.execute(
            """
            UPDATE organizer SET \(OrganizerDetails.assignments)
            WHERE number = $\(OrganizerDetails.columns.count + 1)
            """, organizer.details.columnValues + [.int(organizer.number.rawValue)])
    }

    /// The organizers of which a user is a member, sorted by name.
    public func all(of user: UserID) throws -> [Organizer] {
        let found = try connection.all(
            """
            SELECT \(Organizers.columns) FROM organizer
            WHERE number IN (SELECT organizer FROM membership WHERE person = $1) ORDER BY name, number
            """, [.int(user.rawValue)], organizer)
        return try found.map(withSteps)
    }

    /// The numbers of all organizers.
    public func numbers() throws -> [OrganizerNumber] {
        try connection.all("SELECT number FROM organizer ORDER BY number", []) { try $0.value(0) }
    }

    public func with(number: OrganizerNumber) throws -> Organizer? {
        let found = try connection.first(
            "SELECT \(Organizers.columns) FROM organizer WHERE number = $1", [.int(number.rawValue)], organizer)
        return try found.map(withSteps)
    }

    public func with(slug: String) throws -> Organizer? {
        let found = try connection.first(
            "SELECT \(Organizers.columns) FROM organizer WHERE slug = $1", [.text(slug)], organizer)
        return try found.map(withSteps)
    }

    /// Returns an organizer. Locks its row until the transaction ends, so that no other transaction changes its members
    /// and verification steps.
    public func locked(_ number: OrganizerNumber) throws -> Organizer? {
        let found = try connection.first(
            "SELECT \(Organizers.columns) FROM organizer WHERE number = $1 FOR NO KEY UPDATE", [.int(number.rawValue)],
            organizer)
        return try found.map(withSteps)
    }

    /// Stores the details of a verification step. An organizer completes these steps, such as confirming an e-mail
    /// address, before publishing. `checked` is the time when the step was completed; nil if it is not completed yet.
    public func store(
        _ step: VerificationStep, of organizer: OrganizerNumber, checked: Instant?, detail: [String: String]
    ) throws {
        try connection.execute(
            """
            INSERT INTO organizer_step (organizer, step, checked, detail) VALUES ($1, $2, $3, $4)
            ON CONFLICT (organizer, step) DO UPDATE SET checked = excluded.checked, detail = excluded.detail
            """,
            [.int(organizer.rawValue), .text(step.rawValue), .optional(checked), try .fields(detail)])
    }

    /// The details of a verification step; nil if the step was never begun.
    public func detail(
        of step: VerificationStep, organizer: OrganizerNumber
    ) throws -> (checked: Instant?, fields: [String: String])? {
        try connection.first(
            "SELECT checked, detail FROM organizer_step WHERE organizer = $1 AND step = $2",
            [.int(organizer.rawValue), .text(step.rawValue)]
        ) { (try $0.optionalInstant(0), try $0.fields(1)) }
    }

    private func withSteps(_ organizer: Organizer) throws -> Organizer {
        guard case .steps = organizer.verification else { return organizer }
        var organizer = organizer
        organizer.verification = .steps(try checkedSteps(of: organizer.number))
        return organizer
    }

    private func checkedSteps(of organizer: OrganizerNumber) throws -> [VerificationStep: Instant] {
        var steps: [VerificationStep: Instant] = [:]
        try connection.forEachRow(
            "SELECT step, checked FROM organizer_step WHERE organizer = $1 AND checked IS NOT NULL",
            [.int(organizer.rawValue)]
        ) { steps[try $0.value(0)] = try $0.instant(1) }
        return steps
    }

    private static let localOwner = Organizer.Verification.Kind.localOwner.rawValue

    private func organizer(_ row: any SQLRow) throws -> Organizer {
        let verification: Organizer.Verification
        switch (try row.optionalInstant(3), row.optionalText(4)) {
        case (nil, nil): verification = .steps([:])
        case (let since?, Organizers.localOwner?): verification = .localOwner(since: since)
        case (_, let by): throw InvalidColumnValue(column: 4, value: by ?? "nobody", kind: "verification")
        }
        var details = OrganizerDetails.blank
        try details.read(row, from: Organizers.keyColumns.count)
        return Organizer(
            number: try row.value(0), details: details, slug: row.text(1), created: try row.instant(2),
            verification: verification)
    }
}
