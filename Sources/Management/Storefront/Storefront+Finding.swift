import Store
public import Ticketing

/// An e-mail address or a phone number that a visitor typed.
public enum VisitorAddress: Hashable, Sendable {
    case email(EmailAddress)
    case phone(PhoneNumber)

    public enum Fault: Error, Hashable, Sendable {
        /// The text is neither an e-mail address nor a phone number.
        case malformed
        /// The text is a phone number without `+` and a country code, such as 0772 123456.
        case localPhone
    }

    /// Parses an address as typed.
    public static func parse(_ text: String) -> Result<VisitorAddress, Fault> {
        if let email = EmailAddress(rawValue: text) { return .success(.email(email)) }
        if let phone = PhoneNumber(rawValue: text) { return .success(.phone(phone)) }
        let digits = text.filter { !" -.()\u{A0}".contains($0) }
        let isNumber = digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        return .failure(isNumber && !digits.isEmpty ? .localPhone : .malformed)
    }

    /// The address in the form in which it is stored.
    public var text: String {
        switch self {
        case .email(let email): email.rawValue
        case .phone(let phone): phone.rawValue
        }
    }

    /// The channel of messages to the address.
    public var channel: Notice.Channel {
        switch self {
        case .email: .email
        case .phone: .sms
        }
    }
}

/// The result of a visitor's request for the tickets of an address.
public enum TicketsRequestResult: Hashable, Sendable {
    /// A message with a link and a code is queued if the address has active tickets for current events. The result does
    /// not reveal whether a message is queued.
    case accepted
    /// Nothing is queued, because too many messages were requested for the mailbox or phone number of the address.
    case tooMany(waitSeconds: Int)
}

/// The result of entering a code that was sent to an address.
public enum CodeEntryResult: Hashable, Sendable {
    /// The code is right. The link is the last part of the path after `/find/`.
    case right(link: String)
    case wrong(triesLeft: Int)
    /// No code was requested for the address, or the latest code has expired or has no tries left.
    case noCode
}

/// The current tickets of an address.
public struct FoundTickets: Sendable {
    public let address: String
    /// The events, the earliest first.
    public let events: [AtEvent]
    /// Whether the address has more tickets than `Storefront.maximumFoundTickets`, so that some are missing.
    public let isTruncated: Bool

    /// The tickets for one event.
    public struct AtEvent: Sendable {
        public let event: Event
        /// The organizer's name.
        public let organizer: String
        /// The event's ticket types, in the order in which they are listed.
        public let types: [TicketType]
        public let tickets: [LinkedOrder.Entry]
    }
}

extension Storefront {
    /// How long a code that opens the tickets of an address is valid, in minutes.
    public static let codeMinutes = Int(AddressVerification.codeSeconds / 60)
    /// How long a link that opens the tickets of an address is valid, in hours.
    public static let linkHours = Int(AddressVerification.linkSeconds / 3600)
    /// The maximum number of tickets that `foundTickets` returns.
    public static let maximumFoundTickets = 200

    /// Queues a message with a link and a code to an address, if the address has active tickets for current events. The
    /// tickets of its orders and of its invitations count, too.
    public func requestTickets(of address: VisitorAddress) throws -> TicketsRequestResult {
        try visitorServices.transact(.findTickets, in: nil) { try Storefront.requestTickets(of: address.text, $0) }
    }

    static func requestTickets(of address: String, _ work: UnitOfWork) throws -> TicketsRequestResult {
        let verification = AddressVerification(.findTickets, work.connection, at: work.now)
        try work.serialize()
        if let wait = try verification.wait(for: address) { return .tooMany(waitSeconds: wait) }
        try verification.prune()
        let hasTickets = try !work.connection.ticketsOfAddress.eventsWithTickets(
            of: address, notOverAt: Storefront.foundFrom(work.now), limit: 1
        ).isEmpty
        let secrets = try verification.makeCodeAndLink(for: address)
        let notice = Notice(
            organizer: nil, event: nil, kind: .ticketsFound, recipient: address,
            payload: ["code": secrets.code, "link": "/find/\(secrets.link)"],
            key: Notice.keyPrefix(.ticketsFound, of: nil, cause: secrets.id) + address, created: work.now)
        // These two statements run for every address, so that the time until the response does not reveal whether the
        // address has tickets. If the address has no tickets, the second statement removes the notice again; otherwise,
        // it removes nothing.
        try work.connection.notices.queue(notice)
        try work.connection.notices.remove(key: hasTickets ? "\(notice.key)/none" : notice.key)
        return .accepted
    }

    /// Checks a code that was sent to an address. The result for an address without tickets is the same as for any
    /// other address. A right code stays valid until it expires.
    public func enter(code: String, of address: VisitorAddress) throws -> CodeEntryResult {
        try visitorServices.transact(.findTickets, in: nil) { work in
            let verification = AddressVerification(.findTickets, work.connection, at: work.now)
            try work.serialize()
            return switch try verification.check(code, of: address.text) {
            case .right: .right(link: try verification.makeLink(for: address.text))
            case .wrong(let left): .wrong(triesLeft: left)
            case .noCode: .noCode
            }
        }
    }

    /// The current tickets of the address to which a link was sent; nil if the link is invalid or expired. The result
    /// has the tickets of `RecipientTickets`, except tickets for events that are deleted or cancelled, or that ended
    /// more than a day ago.
    ///
    /// - Parameter link: the last part of the path after `/find/`.
    public func foundTickets(_ link: String) throws -> FoundTickets? {
        let now = now()
        return try store.read { connection in
            let verification = AddressVerification(.findTickets, connection, at: now)
            guard let address = try verification.address(ofLink: link) else { return nil }
            let found = try RecipientTickets(of: address, connection).upcoming(at: Storefront.foundFrom(now))
            var left = Storefront.maximumFoundTickets
            var events: [FoundTickets.AtEvent] = []
            for (event, tickets) in found where left > 0 {
                let shown = tickets.prefix(left).map(\.ticket)
                left -= shown.count
                events.append(
                    FoundTickets.AtEvent(
                        event: event, organizer: try Storefront.organizer(of: event, connection),
                        types: try connection.ticketTypes.all(of: event.number),
                        tickets: try shown.map { ticket in
                            LinkedOrder.Entry(ticket: ticket, link: try currentLink(to: ticket, of: event))
                        }))
            }
            let count = found.reduce(0) { $0 + $1.tickets.count }
            return FoundTickets(
                address: address, events: events, isTruncated: count > Storefront.maximumFoundTickets)
        }
    }

    /// Tickets for events that ended at or before this time are not shown.
    private static func foundFrom(_ now: Instant) -> Instant { now.advanced(bySeconds: -86_400) }
}
