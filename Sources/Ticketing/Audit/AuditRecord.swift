public import Languages

/// One record of the audit trail: the user, the time, the action, and the changed values (Docs/Management.md, "Audit,
/// reports"). Records are only appended, never edited.
public struct AuditRecord: Hashable, Sendable, Updatable {
    /// The organizer whose chain contains the record: each organizer's records form a chain of hashes. Nil for changes
    /// that concern no organizer, such as changes of users.
    public let organizer: OrganizerNumber?
    /// The position in the chain, counted from 1 without gaps.
    public let sequence: Int64
    public let at: Instant
    public let user: UserID
    /// The user's current name, which the hash does not cover.
    public var userName: String?
    /// The name of the operation.
    public let action: String
    public var event: EventNumber?
    public let subject: AuditSubject
    /// The current name of the subject, which the hash does not cover. Nil if it was not read.
    public var subjectName: String?
    /// The previous values of the changed fields, by the names of the fields. A field without a previous value is
    /// absent.
    public let before: [String: String]
    /// The new values of the same fields.
    public let after: [String: String]

    public init(
        organizer: OrganizerNumber?, sequence: Int64, at: Instant, user: UserID, action: String, subject: AuditSubject,
        before: [String: String], after: [String: String]
    ) {
        self.organizer = organizer
        self.sequence = sequence
        self.at = at
        self.user = user
        self.action = action
        self.subject = subject
        self.before = before
        self.after = after
    }

    /// The text in place of a value that the reader may not see.
    public static let hiddenValue = "(hidden)"

    /// A copy for a reader with these rights. `hiddenValue` replaces the values of fields that the reader may not see
    /// (`EntityField.visibleTo`).
    public func visible(with rights: Set<Role.Right>) -> AuditRecord {
        hiding(subject.kind.hiddenNames(with: rights))
    }

    fileprivate func hiding(_ names: Set<String>) -> AuditRecord {
        guard !names.isEmpty else { return self }
        func hidden(_ fields: [String: String]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: fields.map { ($0, names.contains($0) ? AuditRecord.hiddenValue : $1) })
        }
        return AuditRecord(
            organizer: organizer, sequence: sequence, at: at, user: user, action: action, subject: subject,
            before: hidden(before), after: hidden(after)
        ).with {
            $0.userName = userName
            $0.event = event
            $0.subjectName = subjectName
        }
    }

    /// The bytes that the chain's hash covers. Changed fields are sorted by the bytes of their names.
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

extension Sequence<AuditRecord> {
    /// Copies of the records for a reader with these rights (`AuditRecord.visible`).
    public func visible(with rights: Set<Role.Right>) -> [AuditRecord] {
        var hiddenNames: [AuditSubject.Kind: Set<String>] = [:]
        return map { record in
            let kind = record.subject.kind
            let names = hiddenNames[kind] ?? kind.hiddenNames(with: rights)
            hiddenNames[kind] = names
            return record.hiding(names)
        }
    }
}

/// The object that was changed.
public struct AuditSubject: Hashable, Sendable {
    public enum Kind: String, LabelledValue {
        public static let subject = "auditSubject"

        case user, organizer, member, event, type, ticket, order, household, guest, ledger, batch, device, token,
            webhook, template, reminder, headcount
        case subEvent = "sub_event"
        case gatePack = "gate_pack"
        /// Older records use these names for `subEvent` and `gatePack`. The names in those records must not be changed,
        /// because the records' hashes cover them.
        case formerSubEvent = "function"
        case formerGatePack = "pack"
    }

    public let kind: Kind
    /// The number or code of the object. If one change affects many objects, the subject is the object to which they
    /// all belong, for example the event.
    public let id: String

    public init(_ kind: Kind, _ id: some CustomStringConvertible) {
        self.kind = kind
        self.id = id.description
    }
}

extension AuditSubject.Kind {
    fileprivate func hiddenNames(with rights: Set<Role.Right>) -> Set<String> {
        switch self {
        case .organizer: OrganizerDetails.hiddenNames(with: rights)
        case .event: EventDetails.hiddenNames(with: rights)
        case .type: TicketTypeDetails.hiddenNames(with: rights)
        case .subEvent, .formerSubEvent: SubEventDetails.hiddenNames(with: rights)
        case .ticket: HolderDetails.hiddenNames(with: rights).union(TicketSaleField.hiddenNames(with: rights))
        case .order:
            Buyer.hiddenNames(with: rights).union(Payment.hiddenNames(with: rights))
                .union(OrderAmountField.hiddenNames(with: rights))
        case .guest: GuestDetails.hiddenNames(with: rights).union(Companion.hiddenAuditNames(with: rights))
        case .webhook: WebhookDetails.hiddenNames(with: rights)
        case .user, .member, .household, .ledger, .batch, .device, .token, .template, .reminder, .headcount, .gatePack,
            .formerGatePack:
            []
        }
    }
}

extension Companion {
    fileprivate static func hiddenAuditNames(with rights: Set<Role.Right>) -> Set<String> {
        let hidden = fields.filter { !rights.contains($0.visibleTo) }
        return Set(
            (1...Guest.mostCompanions).flatMap { number in
                hidden.map { Companion(number: number).auditName($0) }
            })
    }
}
