import Store
public import Ticketing

extension Office {
    /// The members of an organizer, by name.
    public func members(of organizer: Organizer) throws -> [Member] {
        try look(.showOrganizer, in: organizer.number) { try $0.users.members(of: organizer.number) }
    }

    /// One of the members, by id, e-mail address, or an unambiguous beginning of the name.
    public func member(named name: String, of organizer: Organizer) throws -> User {
        try Office.user(named: name, among: try members(of: organizer).map(\.user))
    }

    /// A user who is to become a member, by their whole id, which they see on their account page. The store's local owner,
    /// who sees all users, may also give an e-mail address; to others, an address that is no member's says nothing about
    /// who has an account.
    ///
    /// - Throws: `ManagementError.unknownUser`.
    public func candidate(named name: String, for organizer: Organizer) throws -> User {
        try look(.findUser, in: organizer.number) { connection in
            let folded = name.lowercased()
            let seesAll = try grants.isEmpty && connection.users.localOwner()?.id == user.id
            let found =
                try connection.users.all().first { $0.id.description == name }
                ?? (seesAll ? connection.users.all() : connection.users.members(of: organizer.number).map(\.user))
                .first { $0.email?.rawValue == folded }
            guard let found else { throw ManagementError.unknownUser(name, known: []) }
            return found
        }
    }

    /// Gives a user a role in an organizer; a member gets another.
    ///
    /// - Throws: `ManagementError.lastOwner` when no owner would remain.
    public func setRole(_ role: Role, of user: User, in organizer: Organizer) throws -> [Member] {
        try changeMembers(of: organizer, user, to: role) { users in
            try users.addMember(user.id, of: organizer.number, role: role)
        }
    }

    /// Takes a user out of an organizer.
    ///
    /// - Throws: `ManagementError.lastOwner`; `unknownUser` for who is no member.
    public func removeMember(_ user: User, from organizer: Organizer) throws -> [Member] {
        try changeMembers(of: organizer, user, to: nil) { users in
            try users.removeMember(user.id, of: organizer.number)
        }
    }

    private func changeMembers(
        of organizer: Organizer, _ user: User, to role: Role?, _ change: (Users) throws -> Void
    ) throws -> [Member] {
        try perform(.manageMembers, in: organizer.number) { work in
            _ = try work.connection.organizers.toChange(organizer.number)
            let before = try work.connection.users.members(of: organizer.number)
            let current = before.first { $0.user.id == user.id }
            guard current != nil || role != nil else {
                throw ManagementError.unknownUser(user.name, known: before.map(\.user.name))
            }
            try change(work.connection.users)
            let after = try work.connection.users.members(of: organizer.number)
            guard after.contains(where: { $0.role == .owner }) else { throw ManagementError.lastOwner }
            try work.record(
                AuditSubject(.member, user.id),
                before: AuditFields(present: [("role", current?.role.rawValue)]),
                after: AuditFields(present: [("role", role?.rawValue)]))
            return after
        }
    }
}
