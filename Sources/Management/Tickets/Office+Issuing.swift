public import TicketToken
public import Ticketing

/// Who gets the tickets of one issue.
public enum Recipients {
    /// So many tickets without a holder.
    case unnamed(Int)
    /// One ticket for a person; the e-mail address as it was typed.
    case person(holder: String, email: String?, note: String?)
    /// The rows of a guest list, handed over one by one.
    case guestList(GuestList)
}

/// Whether a key that everyone knows may sign.
public enum PublicKeyUse: Sendable {
    case refused
    case rehearsal
}

/// What an issue of tickets came to.
public struct IssueSummary: Sendable {
    public let tickets: Int
    public let people: Int
    /// The number of the issuer key that signs them.
    public let key: UInt8
    /// The first of them, in the order in which they were issued: at most `mostNamed`.
    public internal(set) var first: [Ticket] = []
    /// Whether the same request had issued them before.
    public internal(set) var isRepeated = false
    /// Rows of the list that equal tickets that existed, and rows that equal a row above.
    public internal(set) var equalToTickets = RepeatedRows()
    public internal(set) var equalToRows = RepeatedRows()
    /// What is wrong with rows that were passed over: the first of it, and how many rows that were.
    public internal(set) var faults: [GuestListFault] = []
    public internal(set) var skipped = 0

    /// Tickets that a summary names one by one.
    public static let mostNamed = 1000
}

extension Office {
    /// All of them are made in one transaction.
    private static let mostIssuedAtOnce = 10_000_000

    /// Issues tickets of an event, all or none.
    ///
    /// - Parameters:
    ///   - type: of those that the guest list gives no type of its own.
    ///   - policy: how a list is taken.
    ///   - request: the same id issues tickets once, however often it is sent; nil for a request that can't come again.
    ///   - effect: whether anything is written.
    ///   - progress: is told now and then how many tickets are written; none counts before all are. It must
    ///     not wait: gates do meanwhile.
    /// - Throws: `SalesError.over`, `requestReused`; `ManagementError`, `guestList` with every faulty row by line and
    ///   column.
    public func issue(
        _ recipients: Recipients, type: TicketType?, of event: Event, signingWith ring: KeyRing,
        publicKeys: PublicKeyUse = .refused, list policy: ListPolicy = ListPolicy(), request: String? = nil,
        effect: Effect = .write, progress: (Int) -> Void = { _ in }
    ) throws -> IssueSummary {
        let key = try Office.signingKey(of: ring, publicKeys)
        return try taking(effect) { effect in
            try perform(.issueTickets, on: event) { work in
                if let request, let made = try work.issued(by: request, recipients, type, of: event.number) {
                    return made
                }
                let summary = try Office.issue(recipients, type: type, of: event, key, ring, work, policy, progress)
                if let request { try work.keep(summary, of: request, recipients, type, at: event.number) }
                return try effect(summary)
            }
        }
    }

    private static func issue(
        _ recipients: Recipients, type: TicketType?, of event: Event, _ key: UInt8, _ ring: KeyRing, _ work: Work,
        _ policy: ListPolicy, _ progress: (Int) -> Void
    ) throws -> IssueSummary {
        let connection = work.connection
        let event = try connection.events.with(number: event.number) ?? event
        if event.status == .cancelled { throw ManagementError.eventCancelled }
        if event.deleted != nil { throw ManagementError.alreadyDeleted }
        guard event.status == .published else { throw ManagementError.notPublished(event.status) }
        if let end = event.details.end, work.now >= end { throw SalesError.over }
        var issue = Issue(
            work, event: event.number, types: try connection.ticketTypes.all(of: event.number), key: key)
        switch recipients {
        case .unnamed(let count):
            guard (1...Office.mostIssuedAtOnce).contains(count) else {
                throw ManagementError.invalid([
                    FieldFault("count", "a number from 1 to \(Office.mostIssuedAtOnce)")
                ])
            }
            try issue.add(count, of: try Office.need(type, issue), progress)
        case .person(let holder, let email, let note):
            try issue.add(
                try Office.need(type, issue), holder: try Office.checked(holder: holder),
                email: try Office.checked(email: email), note: try Office.checked(note: note))
        case .guestList(let list):
            try issue.add(list, defaultType: type, policy, progress)
        }
        // Now, since who sells with the same keys would wait for it.
        try connection.knownKeys.remember(ring.checkValues)
        try work.record(AuditSubject(.event, event.number), of: event.number, after: issue.auditFields)
        var summary = IssueSummary(tickets: issue.count, people: issue.people, key: key, first: issue.first)
        if let repeats = issue.repeats {
            (summary.equalToTickets, summary.equalToRows) = (repeats.ofTickets, repeats.ofRows)
        }
        (summary.faults, summary.skipped) = (issue.faults.told, issue.faults.count)
        return summary
    }

    private static func need(_ type: TicketType?, _ issue: Issue) throws -> TicketType {
        guard let type else { throw ManagementError.unknownType("", known: issue.types.map(\.name)) }
        return type
    }

    /// The number of the key that signs.
    ///
    /// - Throws: `ManagementError.noSigningKey`; `publicKey` unless it is a rehearsal.
    static func signingKey(of ring: KeyRing, _ publicKeys: PublicKeyUse) throws -> UInt8 {
        guard let key = ring.signingKey else { throw ManagementError.noSigningKey }
        guard !key.isPublic || publicKeys == .rehearsal else { throw ManagementError.publicKey(number: key.number) }
        return key.number
    }

    static func checked(holder: String) throws -> String {
        if let fault = NameFault.of(holder) { throw SalesError.holder(fault) }
        return holder
    }

    static func checked(email: String?) throws -> EmailAddress? {
        try email.map { text in
            guard let address = EmailAddress(rawValue: text) else { throw SalesError.email(text) }
            return address
        }
    }

    static func checked(note: String?) throws -> String? {
        if let fault = note.flatMap({ NameFault.of($0) }) { throw SalesError.note(fault) }
        return note
    }
}
