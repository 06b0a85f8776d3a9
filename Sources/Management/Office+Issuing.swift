public import TicketToken
public import Ticketing

/// Who gets the tickets of one issue.
public enum Recipients {
    /// So many tickets without a holder.
    case unnamed(Int)
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
}

extension Office {
    /// Issues tickets of an event, all or none.
    ///
    /// - Parameters:
    ///   - type: of those that the guest list gives no type of its own.
    ///   - progress: is told now and then how many tickets are written; none counts before all are.
    /// - Throws: `ManagementError`; with `guestList`, every faulty row by line and column.
    public func issue(
        _ recipients: Recipients, type: TicketType?, of event: Event, signingWith ring: KeyRing,
        publicKeys: PublicKeyUse = .refused, progress: (Int) -> Void = { _ in }
    ) throws -> IssueSummary {
        guard let key = ring.signingKey else { throw ManagementError.noSigningKey }
        guard !key.isPublic || publicKeys == .rehearsal else { throw ManagementError.publicKey(number: key.number) }
        return try perform(.issueTickets, on: event) { work in
            let connection = work.connection
            guard try connection.events.with(number: event.number)?.status != .cancelled else {
                throw ManagementError.eventCancelled
            }
            try connection.knownKeys.remember(ring.checkValues)
            var issue = Issue(
                event: event.number, types: try connection.ticketTypes.all(of: event.number), key: key.number,
                at: work.now, tickets: connection.tickets)
            switch recipients {
            case .unnamed(let count):
                guard let type else { throw ManagementError.unknownType("", known: issue.types.map(\.name)) }
                try issue.add(count, of: type, connection, progress)
            case .guestList(let list):
                try issue.add(list, defaultType: type, connection, progress)
            }
            try work.record(AuditSubject(.event, event.number), of: event.number, after: issue.auditFields)
            return IssueSummary(tickets: issue.count, people: issue.people, key: key.number)
        }
    }
}
