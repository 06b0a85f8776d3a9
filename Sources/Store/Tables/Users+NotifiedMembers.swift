public import Ticketing

extension Users {
    /// An owner or manager of an organizer. Such a member gets messages about the organizer's events.
    public struct NotifiedMember: Hashable, Sendable {
        public let user: UserID
        public let email: EmailAddress
    }

    /// The owners and managers of an organizer who have an e-mail address, in the order of their ids.
    public func notifiedMembers(of organizer: OrganizerNumber) throws -> [NotifiedMember] {
        try connection.all(
            """
            SELECT m.person, p.email FROM membership m JOIN person p ON p.id = m.person
            WHERE m.organizer = $1 AND m.role IN ($2, $3) AND p.email IS NOT NULL ORDER BY m.person
            """, [.int(organizer.rawValue), .text(Role.owner.rawValue), .text(Role.manager.rawValue)]
        ) { NotifiedMember(user: try $0.value(0), email: try $0.value(1)) }
    }
}
