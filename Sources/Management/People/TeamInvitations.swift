import Store
public import Ticketing

/// An invitation to become a member of an organizer. The link of the invitation was sent to an e-mail address.
public struct TeamInvitation: Hashable, Sendable {
    /// How long an invitation is valid, in seconds.
    public static let validSeconds: Int64 = 7 * 86_400
    /// The maximum number of invitations of an organizer in 24 hours.
    static let mostInDay = 20

    /// The public id: 16 hexadecimal digits. A person who knows only the id cannot accept the invitation.
    public let id: String
    public let organizer: OrganizerNumber
    public let email: EmailAddress
    public let role: Role
    /// The member who sent the invitation.
    public let inviter: UserID
    public let expires: Instant
    /// The SHA-256 hash of the secret in the link.
    let hash: [UInt8]

    fileprivate init(
        hash: [UInt8], organizer: OrganizerNumber, email: EmailAddress, role: Role, inviter: UserID, expires: Instant
    ) {
        id = AccessSecret.publicID(ofHash: hash)
        self.organizer = organizer
        self.email = email
        self.role = role
        self.inviter = inviter
        self.expires = expires
        self.hash = hash
    }

    /// Reads an invitation from its row in the store (`AddressProof`), which contains the hash of the invitation's
    /// link. Nil if the row is for another purpose or is malformed.
    fileprivate init?(_ proof: AddressProof) {
        let parts = proof.subject.split(separator: " ")
        guard proof.purpose == .joinTeam, parts.count == 3,
            let organizer = UInt32(parts[0]).flatMap(OrganizerNumber.init(rawValue:)),
            let role = Role(rawValue: String(parts[1])),
            let inviter = UInt32(parts[2]).flatMap(UserID.init(rawValue:)),
            let email = EmailAddress(rawValue: proof.address)
        else { return nil }
        self.init(
            hash: proof.hash, organizer: organizer, email: email, role: role, inviter: inviter, expires: proof.expires)
    }

    /// The beginning of the field `subject` in the rows (`AddressProof`) of an organizer's invitations.
    fileprivate static func subject(of organizer: OrganizerNumber) -> String { "\(organizer) " }

    fileprivate func proof(created: Instant) -> AddressProof {
        AddressProof(
            hash: hash, purpose: .joinTeam, address: email.rawValue,
            subject: TeamInvitation.subject(of: organizer) + "\(role.rawValue) \(inviter)", created: created,
            expires: expires)
    }

    /// The part of the notice's key that identifies the invitation.
    fileprivate var noticeCause: String { "\(organizer)/\(id)" }

    /// Whether the inviter is still allowed to invite members.
    fileprivate func isInForce(_ connection: any StoreConnection) throws -> Bool {
        try connection.users.role(of: inviter, in: organizer)?.grants(Operation.manageMembers.requiredRight) ?? false
    }

    fileprivate var auditFields: AuditFields {
        ["email": email.rawValue, "role": role.rawValue, "expires": expires.auditValue]
    }
}

/// An invitation that nobody has accepted yet, as members see it.
public struct PendingTeamInvitation: Hashable, Sendable {
    public let invitation: TeamInvitation
    /// The delivery of the message; nil if the message was removed from the outbox.
    public let delivery: NoticeDelivery?
    /// Whether the invitation is invalid, because its inviter is no longer allowed to invite members.
    public let isVoid: Bool
}

/// An invitation with its details, for a person who has opened its link.
public struct OpenedTeamInvitation: Sendable {
    public let invitation: TeamInvitation
    public let organizer: Organizer
    public let inviter: User
    /// The account with the invitation's e-mail address; nil if nobody has such an account.
    public let account: User?
}

extension MemberService {
    /// Invites a person to become a member. Queues a message with a link to an e-mail address. The link works once. An
    /// earlier invitation to the same address becomes invalid.
    ///
    /// - Throws: `TeamInvitationError.alreadyMember`; `tooMany` if the organizer sent too many invitations;
    ///   `MessageLimitError`.
    public func invite(_ email: EmailAddress, as role: Role, to organizer: Organizer) throws -> TeamInvitation {
        let link = try AccessSecret()
        return try services.perform(.manageMembers, in: organizer.number) { work in
            let (connection, proofs) = (work.connection, work.connection.addressProofs)
            // The messages to an address are counted, so transactions that invite people must run one after another.
            // This lock comes before all other locks, so that two transactions cannot deadlock.
            try work.serialize()
            _ = try connection.organizers.locked(organizer.number)
            guard try !connection.users.members(of: organizer.number).contains(where: { $0.user.email == email }) else {
                throw TeamInvitationError.alreadyMember(email)
            }
            try proofs.prune(.joinTeam, expiredAt: work.now)
            let subject = TeamInvitation.subject(of: organizer.number)
            let sent = try proofs.times(for: .joinTeam, subject: subject, within: 86_400, before: work.now)
            if sent.count >= TeamInvitation.mostInDay {
                let first = sent[sent.count - TeamInvitation.mostInDay]
                throw TeamInvitationError.tooMany(until: first.advanced(bySeconds: 86_400))
            }
            try work.count(AccountMessage.invitation, to: email.rawValue)
            let pending = try proofs.valid(for: .joinTeam, subject: subject, at: work.now)
            for earlier in pending.compactMap({ TeamInvitation($0) }) where earlier.email == email {
                try work.withdraw(earlier)
            }
            let invitation = TeamInvitation(
                hash: link.hash, organizer: organizer.number, email: email, role: role, inviter: services.user.id,
                expires: work.now.advanced(bySeconds: TeamInvitation.validSeconds))
            try proofs.add(invitation.proof(created: work.now))
            try work.notify(
                email.rawValue, .teamInvitation, of: nil,
                payload: [
                    "link": "/join#\(link.encoded)", "organizer": organizer.name, "role": role.rawValue,
                    "inviter": services.user.name, "expires": invitation.expires.auditValue,
                ], uniqueCause: invitation.noticeCause)
            try work.record(AuditSubject(.member, invitation.id), after: invitation.auditFields)
            return invitation
        }
    }

    /// The invitations that nobody has accepted yet, oldest first.
    public func invitations(to organizer: Organizer) throws -> [PendingTeamInvitation] {
        let now = services.now()
        return try services.read(.showOrganizer, in: organizer.number) { connection in
            let proofs = try connection.addressProofs.valid(
                for: .joinTeam, subject: TeamInvitation.subject(of: organizer.number), at: now)
            return try proofs.compactMap { TeamInvitation($0) }.map { invitation in
                let key =
                    Notice.keyPrefix(.teamInvitation, of: nil, cause: invitation.noticeCause)
                    + invitation.email.rawValue
                return PendingTeamInvitation(
                    invitation: invitation, delivery: try connection.notices.with(key: key)?.delivery,
                    isVoid: try !invitation.isInForce(connection))
            }
        }
    }

    /// Withdraws an invitation, so that its link becomes invalid. Also removes the message with the link, if the
    /// message was not sent yet.
    ///
    /// - Throws: `TeamInvitationError.unknown` if no pending invitation has this id.
    public func withdrawInvitation(_ id: String, to organizer: Organizer) throws {
        try services.perform(.manageMembers, in: organizer.number) { work in
            _ = try work.connection.organizers.locked(organizer.number)
            let proofs = try work.connection.addressProofs.valid(
                for: .joinTeam, subject: TeamInvitation.subject(of: organizer.number), at: work.now)
            guard let invitation = proofs.compactMap({ TeamInvitation($0) }).first(where: { $0.id == id }) else {
                throw TeamInvitationError.unknown(id)
            }
            try work.withdraw(invitation)
        }
    }

    /// Accepts an invitation: the current user becomes a member with the role of the invitation. If the user is already
    /// a member, the user keeps the current role.
    ///
    /// - Throws: `TeamInvitationError.invalid`; `otherAccount` if the invitation is for another e-mail address.
    public func join(by link: AccessSecret) throws -> Organizer {
        try services.transact(.joinTeam, in: nil) { try $0.accept(link, for: services.user) }
    }
}

extension Authenticator {
    /// The invitation that a link opens. Nil if the link is invalid, has expired, or was withdrawn or used. Also nil if
    /// the inviter is no longer allowed to invite members.
    public func teamInvitation(_ link: AccessSecret) throws -> OpenedTeamInvitation? {
        let now = now()
        return try store.read { connection in
            guard
                let invitation = try connection.addressProofs.valid(hash: link.hash, for: .joinTeam, at: now)
                    .flatMap({ TeamInvitation($0) }),
                try invitation.isInForce(connection),
                let organizer = try connection.organizers.with(number: invitation.organizer),
                let inviter = try connection.users.with(id: invitation.inviter)
            else { return nil }
            return OpenedTeamInvitation(
                invitation: invitation, organizer: organizer, inviter: inviter,
                account: try connection.users.with(email: invitation.email))
        }
    }

    /// Creates an account with the e-mail address of an invitation, accepts the invitation, and signs in.
    ///
    /// - Parameter session: the browser's current session, which this sign-in ends.
    /// - Returns: the organizer, and the session's secret.
    /// - Throws: `ManagementError.invalid` for an invalid name; `TeamInvitationError.invalid`; `accountExists` if an
    ///   account already has the e-mail address.
    public func join(
        by link: AccessSecret, named name: String, _ password: NewPassword, from caller: Client,
        insteadOf session: AccessSecret? = nil
    ) throws -> (organizer: Organizer, session: AccessSecret) {
        guard let email = try teamInvitation(link)?.invitation.email else { throw TeamInvitationError.invalid }
        let faults = UserDetails(name: name, email: email).faults(at: now())
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        var random = SystemRandomNumberGenerator()
        let user = User(id: .random(using: &random), name: name, email: email)
        let credential = try passwordHashing.credential(of: password, at: now())
        return try ManagementServices(user: user, store: store, now: now).transact(.joinTeam, in: nil) { work in
            guard try work.connection.users.insert(user, at: work.now) else {
                throw TeamInvitationError.accountExists(email)
            }
            try work.recorded(.addUser).record(AuditSubject(.user, user.id), after: ["name": user.name])
            _ = try work.recorded(.setPassword).setPassword(credential, of: user)
            let organizer = try work.accept(link, for: user)
            let secret = try insertSession(
                for: user.id, from: caller, insteadOf: session, at: work.now, work.connection)
            return (organizer, secret)
        }
    }
}

extension UnitOfWork {
    fileprivate func withdraw(_ invitation: TeamInvitation) throws {
        _ = try connection.addressProofs.consume(hash: invitation.hash, for: .joinTeam, at: now)
        try connection.notices.withdraw(.teamInvitation, of: nil, cause: invitation.noticeCause)
        try record(AuditSubject(.member, invitation.id), before: invitation.auditFields, after: [:])
    }

    fileprivate func accept(_ link: AccessSecret, for user: User) throws -> Organizer {
        let proofs = connection.addressProofs
        // The organizer is locked first, and the row of the link afterwards. `invite` and `withdrawInvitation` use the
        // same order, so no deadlock occurs.
        guard
            let invitation = try proofs.valid(hash: link.hash, for: .joinTeam, at: now)
                .flatMap({ TeamInvitation($0) }),
            let organizer = try connection.organizers.locked(invitation.organizer),
            try invitation.isInForce(connection)
        else { throw TeamInvitationError.invalid }
        guard user.email == invitation.email else { throw TeamInvitationError.otherAccount(invitation.email) }
        guard try proofs.consume(hash: link.hash, for: .joinTeam, at: now) != nil else {
            throw TeamInvitationError.invalid
        }
        if try connection.users.role(of: user.id, in: organizer.number) == nil {
            try connection.users.addMember(user.id, of: organizer.number, role: invitation.role)
            try withOrganizer(organizer.number).record(
                AuditSubject(.member, user.id), after: ["role": invitation.role.rawValue, "invitation": invitation.id])
        }
        return organizer
    }
}
