public import Ticketing

extension StoreConnection {
    public var users: Users { Users(connection: self) }
}

/// Users, and their roles in organizers.
public struct Users {
    let connection: any StoreConnection

    private static let columns = "id, name, email, phone, birth_date"

    /// The local owner: the user that the command `eventpass init` creates, who administers the data folder. Nil if the
    /// command has not run yet.
    public func localOwner() throws -> User? {
        try connection.first("SELECT \(Users.columns) FROM person WHERE local_owner = 1", []) { try Users.user($0) }
    }

    /// Adds the local owner. Changes nothing and returns false if a local owner already exists.
    public func addLocalOwner(_ user: User, at now: Instant) throws -> Bool {
        try connection.execute(
            "INSERT INTO person (id, name, local_owner, created) VALUES ($1, $2, 1, $3) ON CONFLICT DO NOTHING",
            [.int(user.id.rawValue), .text(user.name), .instant(now)]) == 1
    }

    /// Adds a user. Returns false if the user's id or e-mail address is already used.
    public func insert(_ user: User, at now: Instant) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO person (\(Users.columns), local_owner, created) VALUES ($1, $2, $3, $4, $5, 0, $6)
            ON CONFLICT DO NOTHING
            """,
            [
                .int(user.id.rawValue), .text(user.name), .optional(user.email?.rawValue),
                .optional(user.phone?.rawValue), .optional(user.birthDate?.rawValue), .instant(now),
            ]) == 1
    }

    /// All users, sorted by name. Does not include the user who represents all anonymous visitors.
    public func all() throws -> [User] {
        try connection.all(
            "SELECT \(Users.columns) FROM person WHERE id NOT IN (SELECT person FROM visitor) ORDER BY name, id", []
        ) { try Users.user($0) }
    }

    /// The user who represents all anonymous visitors; nil before the first visitor.
    public func visitor() throws -> User? {
        try connection.first(
            "SELECT \(Users.columns) FROM person WHERE id IN (SELECT person FROM visitor)", [], Users.user)
    }

    /// Adds the user who represents all anonymous visitors. Changes nothing and returns false if such a user already
    /// exists, or if the user's id or e-mail address is already used.
    public func addVisitor(_ user: User, at now: Instant) throws -> Bool {
        guard try insert(user, at: now) else { return false }
        let added = try connection.execute(
            "INSERT INTO visitor (one, person) VALUES (1, $1) ON CONFLICT DO NOTHING", [.int(user.id.rawValue)])
        if added == 1 { return true }
        try connection.execute("DELETE FROM person WHERE id = $1", [.int(user.id.rawValue)])
        return false
    }

    public func with(id: UserID) throws -> User? {
        try connection.first("SELECT \(Users.columns) FROM person WHERE id = $1", [.int(id.rawValue)]) {
            try Users.user($0)
        }
    }

    public func with(email: EmailAddress) throws -> User? {
        try connection.first("SELECT \(Users.columns) FROM person WHERE email = $1", [.text(email.rawValue)]) {
            try Users.user($0)
        }
    }

    /// Sets a user's e-mail address. Returns false if the user already has an address, or if another user has this
    /// address.
    public func setEmail(_ email: EmailAddress, to user: UserID) throws -> Bool {
        try connection.execute(
            """
            UPDATE person SET email = $1 WHERE id = $2 AND email IS NULL
            AND NOT EXISTS (SELECT 1 FROM person AS other WHERE other.email = $3)
            """,
            [.text(email.rawValue), .int(user.rawValue), .text(email.rawValue)]) == 1
    }

    /// The time up to which a user has read their messages; nil if the user has never opened the messages.
    public func noticesRead(by user: UserID) throws -> Instant? {
        try connection.first("SELECT notices_read FROM person WHERE id = $1", [.int(user.rawValue)]) {
            try $0.optionalInstant(0)
        } ?? nil
    }

    /// Stores the time up to which a user has read their messages.
    public func setNoticesRead(_ moment: Instant, by user: UserID) throws {
        try connection.execute(
            "UPDATE person SET notices_read = $1 WHERE id = $2", [.instant(moment), .int(user.rawValue)])
    }

    public func addMember(_ user: UserID, of organizer: OrganizerNumber, role: Role) throws {
        try connection.execute(
            """
            INSERT INTO membership (organizer, person, role) VALUES ($1, $2, $3)
            ON CONFLICT (organizer, person) DO UPDATE SET role = excluded.role
            """,
            [.int(organizer.rawValue), .int(user.rawValue), .text(role.rawValue)])
    }

    public func removeMember(_ user: UserID, of organizer: OrganizerNumber) throws {
        try connection.execute(
            "DELETE FROM membership WHERE organizer = $1 AND person = $2",
            [.int(organizer.rawValue), .int(user.rawValue)])
    }

    /// The members of an organizer, sorted by name.
    public func members(of organizer: OrganizerNumber) throws -> [Member] {
        let roles = try connection.all(
            "SELECT person, role FROM membership WHERE organizer = $1 ORDER BY person",
            [.int(organizer.rawValue)]
        ) { (id: try $0.value(0, UserID.self), role: try $0.value(1, Role.self)) }
        return try roles.compactMap { entry in try with(id: entry.id).map { Member(user: $0, role: entry.role) } }
            .sorted { $0.user.name < $1.user.name }
    }

    /// The role of a user in an organizer; nil if the user is not a member.
    public func role(of user: UserID, in organizer: OrganizerNumber) throws -> Role? {
        try connection.first(
            "SELECT role FROM membership WHERE organizer = $1 AND person = $2",
            [.int(organizer.rawValue), .int(user.rawValue)]
        ) { try $0.value(0) }
    }

    /// Whether a user is a member of any organizer.
    public func isMember(_ user: UserID) throws -> Bool {
        try connection.first("SELECT 1 FROM membership WHERE person = $1 LIMIT 1", [.int(user.rawValue)]) { _ in true }
            ?? false
    }

    private static func user(_ row: any SQLRow) throws -> User {
        User(
            id: try row.value(0), name: row.text(1), email: row.isNull(2) ? nil : try row.value(2),
            phone: row.isNull(3) ? nil : try row.value(3), birthDate: row.isNull(4) ? nil : try row.value(4))
    }
}
