public import Ticketing

extension StoreConnection {
    public var users: Users { Users(connection: self) }
}

/// Who acts, and for which organizers.
public struct Users {
    let connection: any StoreConnection

    /// The owner that `init` made on this machine; nil before that.
    public func localOwner() throws -> User? {
        try connection.first("SELECT id, name FROM person WHERE local_owner = 1", []) { row in
            User(id: try row.value(0), name: row.text(1))
        }
    }

    /// Adds the local owner; does nothing when there is one.
    public func addLocalOwner(_ user: User, at now: Instant) throws {
        try connection.execute(
            "INSERT INTO person (id, name, local_owner, created) VALUES ($1, $2, 1, $3) ON CONFLICT DO NOTHING",
            [.int(user.id.rawValue), .text(user.name), .instant(now)])
    }

    public func addMember(_ user: UserID, of organizer: OrganizerNumber, role: Role) throws {
        try connection.execute(
            "INSERT INTO membership (organizer, person, role) VALUES ($1, $2, $3)",
            [.int(organizer.rawValue), .int(user.rawValue), .text(role.rawValue)])
    }

    /// The role of a user in an organizer; nil when they are no member.
    public func role(of user: UserID, in organizer: OrganizerNumber) throws -> Role? {
        try connection.first(
            "SELECT role FROM membership WHERE organizer = $1 AND person = $2",
            [.int(organizer.rawValue), .int(user.rawValue)]
        ) { try $0.value(0) }
    }
}
