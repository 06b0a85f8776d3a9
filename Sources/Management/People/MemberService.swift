import Store
public import Ticketing

/// The members of an organizer and their roles.
public struct MemberService: Sendable {
    let services: ManagementServices

    /// The members of an organizer, ordered by name.
    public func members(of organizer: Organizer) throws -> [Member] {
        try services.read(.showOrganizer, in: organizer.number) { try $0.users.members(of: organizer.number) }
    }

    /// Finds a member by id, e-mail address, or an unambiguous prefix of the name.
    public func member(named name: String, of organizer: Organizer) throws -> User {
        try UserService.user(named: name, among: try members(of: organizer).map(\.user))
    }

    /// Finds a user who is to become a member. Every caller can find a user by the full id, which is shown on the
    /// user's account page. The local owner can also find every user by e-mail address. Other callers find only members
    /// by address. So they cannot learn which other addresses have an account.
    ///
    /// - Throws: `ManagementError.unknownUser` if the caller can find no such user.
    public func candidate(named name: String, for organizer: Organizer) throws -> User {
        try services.read(.findUser, in: organizer.number) { connection in
            let folded = name.lowercased()
            let seesAll = try services.grants.isEmpty && connection.users.localOwner()?.id == services.user.id
            let found =
                try connection.users.all().first { $0.id.description == name }
                ?? (seesAll ? connection.users.all() : connection.users.members(of: organizer.number).map(\.user))
                .first { $0.email?.rawValue == folded }
            guard let found else { throw ManagementError.unknownUser(name, known: []) }
            return found
        }
    }

    /// Sets a user's role in an organizer. Adds the user if the user is not a member.
    ///
    /// - Throws: `ManagementError.ownerRequired` if no owner would remain.
    public func setRole(_ role: Role, of user: User, in organizer: Organizer) throws -> [Member] {
        try changeMembers(of: organizer, user, to: role) { users in
            try users.addMember(user.id, of: organizer.number, role: role)
        }
    }

    /// Removes a member from an organizer.
    ///
    /// - Throws: `ManagementError.ownerRequired` if no owner would remain; `unknownUser` if the user is not a member.
    public func removeMember(_ user: User, from organizer: Organizer) throws -> [Member] {
        try changeMembers(of: organizer, user, to: nil) { users in
            try users.removeMember(user.id, of: organizer.number)
        }
    }

    private func changeMembers(
        of organizer: Organizer, _ user: User, to role: Role?, _ change: (Users) throws -> Void
    ) throws -> [Member] {
        try services.perform(.manageMembers, in: organizer.number) { work in
            _ = try work.connection.organizers.locked(organizer.number)
            let before = try work.connection.users.members(of: organizer.number)
            let current = before.first { $0.user.id == user.id }
            guard current != nil || role != nil else {
                throw ManagementError.unknownUser(user.name, known: before.map(\.user.name))
            }
            try change(work.connection.users)
            let after = try work.connection.users.members(of: organizer.number)
            guard after.contains(where: { $0.role == .owner }) else { throw ManagementError.ownerRequired }
            try work.record(
                AuditSubject(.member, user.id),
                before: AuditFields(present: [("role", current?.role.rawValue)]),
                after: AuditFields(present: [("role", role?.rawValue)]))
            return after
        }
    }
}
