import Languages
public import TicketToken
public import Ticketing

/// The recipients of the tickets that one request issues.
public enum Recipients {
    /// A number of tickets without holders.
    case unnamed(Int)
    /// One ticket for a person, with the e-mail address as typed.
    case person(holder: String, email: String?, note: String?)
    /// One ticket for each row of a guest list.
    case guestList(TicketHolderList)
}

/// Whether a demonstration key is allowed to sign tickets. The secret of such a key is public, so anyone can forge
/// these tickets.
public enum PublicKeyUse: Sendable {
    case refused
    case rehearsal
}

/// Optional settings of a request that issues tickets.
public struct TicketIssueOptions: Sendable {
    /// Whether a demonstration key is allowed to sign the tickets.
    public var publicKeys: PublicKeyUse
    /// How to handle duplicates and faulty rows of a list.
    public var list: TicketListPolicy
    /// The request's idempotency key. If several requests have the same key, only the first issues tickets. Nil for a
    /// request that is never repeated.
    public var request: String?
    /// Whether to write the tickets, or only to check whether they could be issued.
    public var effect: WriteMode

    public init(
        publicKeys: PublicKeyUse = .refused, list: TicketListPolicy = TicketListPolicy(), request: String? = nil,
        effect: WriteMode = .commit
    ) {
        self.publicKeys = publicKeys
        self.list = list
        self.request = request
        self.effect = effect
    }
}

/// The result of issuing tickets.
public struct IssueSummary: Sendable {
    public let tickets: Int
    public let people: Int
    /// The number of the issuer key that signs the tickets.
    public let key: UInt8
    /// The first tickets in the order of issue, at most `maximumListed`.
    public internal(set) var first: [Ticket] = []
    /// Whether the tickets were not issued now, but by an earlier request with the same idempotency key.
    public internal(set) var isReplay = false
    /// The rows of the list that match existing tickets.
    public internal(set) var equalToTickets = DuplicateRows()
    /// The rows that match an earlier row of the list.
    public internal(set) var equalToRows = DuplicateRows()
    /// The faults of the first skipped rows.
    public internal(set) var faults: [GuestListFault] = []
    /// The number of skipped rows.
    public internal(set) var skipped = 0

    /// The maximum number of tickets that a summary lists.
    public static let maximumListed = 1000
}

extension TicketService {
    /// The maximum number of unnamed tickets that one request issues. One transaction issues them all.
    private static let maximumPerIssue = 10_000_000

    /// Issues tickets of an event in one transaction.
    ///
    /// - Parameters:
    ///   - type: the ticket type. For a guest list, this type is used for rows that contain no type.
    ///   - born: the date of birth, as typed, of the person who gets the ticket. The date is only compared with the
    ///     minimum age, and is never stored. Nil if the date is unknown.
    ///   - progress: called regularly with the number of tickets written so far or, for a list, the number of lines
    ///     read so far. The closure must not block: it runs inside the transaction, and gates may be waiting for the
    ///     end of the transaction.
    /// - Throws: `SalesError.eventOver`, `requestReused`; `ManagementError.invalid` if the date of birth is invalid or
    ///   the person is too young; other `ManagementError`s, for example `guestList` with the faults of a list by line
    ///   and column.
    public func issue(
        _ recipients: Recipients, type: TicketType?, of event: Event, born: String? = nil, signingWith ring: KeyRing,
        options: TicketIssueOptions = TicketIssueOptions(), progress: (Int) -> Void = { _ in }
    ) throws -> IssueSummary {
        let key = try ManagementServices.signingKey(of: ring, options.publicKeys)
        return try withWriteMode(options.effect) { effect in
            try services.perform(.issueTickets, on: event) { work in
                let request = options.request
                if let request, let made = try work.earlierIssue(by: request, recipients, type, of: event.number) {
                    return made
                }
                try TicketService.requireAge(born, type, event, work)
                let summary = try TicketService.issue(
                    recipients, type: type, of: event, key, ring, work, options.list, progress)
                if let request { try work.rememberIssue(summary, of: request, recipients, type, at: event.number) }
                return try effect(summary)
            }
        }
    }

    private static func issue(
        _ recipients: Recipients, type: TicketType?, of event: Event, _ key: UInt8, _ ring: KeyRing, _ work: UnitOfWork,
        _ policy: TicketListPolicy, _ progress: (Int) -> Void
    ) throws -> IssueSummary {
        let connection = work.connection
        let event = try connection.events.with(number: event.number) ?? event
        if event.status == .cancelled { throw ManagementError.eventCancelled }
        if event.deleted != nil { throw ManagementError.alreadyDeleted }
        guard event.status == .published else { throw ManagementError.notPublished(event.status) }
        if let end = event.details.end, work.now >= end { throw SalesError.eventOver }
        var issue = TicketIssuance(
            work, event: event.number, types: try connection.ticketTypes.all(of: event.number), key: key)
        switch recipients {
        case .unnamed(let count):
            guard (1...TicketService.maximumPerIssue).contains(count) else {
                throw ManagementError.invalid([
                    FieldFault(
                        "count", FaultSentence.countRange, ["most": .number(TicketService.maximumPerIssue)])
                ])
            }
            try issue.add(count, of: try TicketService.requireType(type, issue), progress)
        case .person(let holder, let email, let note):
            try issue.add(
                try TicketService.requireType(type, issue), holder: try ManagementServices.validated(holder: holder),
                email: try ManagementServices.validated(email: email),
                note: try ManagementServices.validated(note: note))
        case .guestList(let list):
            try issue.add(list, defaultType: type, policy, progress)
        }
        // If a key of the ring is new to the store, other transactions that record this key have to wait from here
        // until this transaction ends. So the keys are recorded as late as possible.
        try connection.knownKeys.record(ring.checkValues)
        try work.record(AuditSubject(.event, event.number), of: event.number, after: issue.auditFields)
        var summary = IssueSummary(tickets: issue.count, people: issue.people, key: key, first: issue.firstTickets)
        if let repeats = issue.duplicates {
            (summary.equalToTickets, summary.equalToRows) = (repeats.matchingTickets, repeats.matchingRows)
        }
        (summary.faults, summary.skipped) = (issue.faults.reported, issue.faults.count)
        return summary
    }

    private static func requireAge(
        _ born: String?, _ type: TicketType?, _ event: Event, _ work: UnitOfWork
    ) throws {
        guard born != nil else { return }
        let event = try work.connection.events.with(number: event.number) ?? event
        let current = try type.flatMap { try work.connection.ticketTypes.with(number: $0.number, of: event.number) }
        if let fault = AgeLimit.fault(ofBirth: born, for: current.map { [$0] } ?? [], at: event, now: work.now) {
            throw ManagementError.invalid([fault.fieldFault])
        }
    }

    private static func requireType(_ type: TicketType?, _ issue: TicketIssuance) throws -> TicketType {
        guard let type else { throw ManagementError.unknownType("", known: issue.types.map(\.name)) }
        return type
    }
}

extension ManagementServices {
    /// The number of the key that signs new tickets.
    ///
    /// - Throws: `ManagementError.noSigningKey`; `publicDemoKey` for a public demonstration key outside a rehearsal.
    static func signingKey(of ring: KeyRing, _ publicKeys: PublicKeyUse) throws -> UInt8 {
        guard let key = ring.signingKey else { throw ManagementError.noSigningKey }
        guard !key.isPublic || publicKeys == .rehearsal else { throw ManagementError.publicDemoKey(number: key.number) }
        return key.number
    }

    static func validated(holder: String) throws -> String {
        if let fault = TextFault.of(holder) { throw SalesError.holder(fault) }
        return holder
    }

    static func validated(email: String?) throws -> EmailAddress? {
        try email.map { text in
            guard let address = EmailAddress(rawValue: text) else { throw SalesError.email(text) }
            return address
        }
    }

    static func validated(note: String?) throws -> String? {
        if let fault = note.flatMap({ TextFault.of($0) }) { throw SalesError.note(fault) }
        return note
    }
}
