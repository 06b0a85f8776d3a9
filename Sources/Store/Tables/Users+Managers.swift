public import Ticketing

extension Users {
    /// A member who gets messages about the organizer's events.
    public struct Manager: Hashable, Sendable {
        public let user: UserID
        public let email: EmailAddress
    }

    /// The owners and managers of an organizer who have an e-mail address, in the order of their ids.
    public func managers(of organizer: OrganizerNumber) throws -> [Manager] {
        try connection.all(
            """
            SELECT m.person, p.email FROM membership m JOIN person p ON p.id = m.person
            WHERE m.organizer = $1 AND m.role IN ($2, $3) AND p.email IS NOT NULL ORDER BY m.person
            """, [.int(organizer.rawValue), .text(Role.owner.rawValue), .text(Role.manager.rawValue)]
        ) { Manager(user: try $0.value(0), email: try $0.value(1)) }
    }
}
