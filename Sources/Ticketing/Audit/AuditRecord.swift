/// One line of the audit trail: who changed what, when, from what to what (MANAGEMENT, "Audit, reports"). Never edited,
/// only followed by others.
public struct AuditRecord: Hashable, Sendable {
    /// Whose chain it is in; nil for what belongs to no organizer, such as users.
    public let organizer: OrganizerNumber?
    /// 1, 2, 3 … in its chain, without gaps.
    public let sequence: Int64
    public let at: Instant
    public let user: UserID
    /// What the user is called now; not covered by the hash.
    public let userName: String?
    /// The name of the operation.
    public let action: String
    public let event: EventNumber?
    public let subject: AuditSubject
    /// The fields that changed, by name, as they were; a field that was not there is absent.
    public let before: [String: String]
    /// The same fields as they are now.
    public let after: [String: String]

    public init(
        organizer: OrganizerNumber?, sequence: Int64, at: Instant, user: UserID, userName: String? = nil,
        action: String,
        event: EventNumber?, subject: AuditSubject, before: [String: String], after: [String: String]
    ) {
        self.organizer = organizer
        self.sequence = sequence
        self.at = at
        self.user = user
        self.userName = userName
        self.action = action
        self.event = event
        self.subject = subject
        self.before = before
        self.after = after
    }

    /// The bytes that the chain's hash covers; the fields by name, in the order of their names' bytes.
    public func canonicalBytes(after previousHash: [UInt8]) -> [UInt8] {
        var canonical = CanonicalBytes("eventpass/audit/1", after: previousHash)
        canonical.append(Int64(organizer?.rawValue ?? 0))
        canonical.append(sequence)
        canonical.append(at.milliseconds)
        canonical.append(Int64(user.rawValue))
        canonical.append(action)
        canonical.append(event.map { Int64($0.rawValue) } ?? -1)
        canonical.append(subject.kind.rawValue)
        canonical.append(subject.id)
        for fields in [before, after] {
            canonical.append(Int64(fields.count))
            for (name, value) in fields.sorted(by: { Array($0.key.utf8).lexicographicallyPrecedes($1.key.utf8) }) {
                canonical.append(name)
                canonical.append(value)
            }
        }
        return canonical.bytes
    }
}

/// What a change was made to.
public struct AuditSubject: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case user, organizer, member, event, type, ticket, order, function, household, guest, pack, ledger, batch
        case device, token, webhook
    }

    public let kind: Kind
    /// Its number or code; of a bulk operation, what names it best.
    public let id: String

    public init(_ kind: Kind, _ id: some CustomStringConvertible) {
        self.kind = kind
        self.id = id.description
    }
}
