public import Ticketing

/// The reason why a management operation was refused.
public enum ManagementError: Error, Hashable, CustomStringConvertible {
    case noLocalOwner
    case forbidden(role: Role, needs: [Role])
    /// The user's role allows the operation, but the grant of the device or API token does not.
    case notGranted(Operation)
    case unknownOrganizer(String, known: [String])
    case unknownEvent(String, known: [String])
    case ambiguous(String, candidates: [String])
    case unknownType(String, known: [String])
    case unknownTicket(TicketCode)
    case nameTaken(String)
    /// All faults of the values for a new or an edited object.
    case invalid([FieldFault])
    case unknownUser(String, known: [String])
    case unknownDevice(WebDeviceID)
    case unknownAPIToken(APITokenID)
    case unknownWebhook(WebhookID)
    case tooManyWebhooks
    case emailTaken(EmailAddress)
    case differentEmail(EmailAddress)
    case noEmail(String)
    /// Only the owner of this data folder is allowed to do the operation.
    case localOwnerOnly
    case ownerRequired
    case eventOngoing(EventNumber)
    case notDeleted
    case alreadyDeleted
    case notRestorable(since: Instant)
    case multipleOrganizers
    case capacityBelowSold(asked: Int, sold: Int)
    case wrongConfirmation(left: Int)
    /// The organizer has requested the maximum number of confirmation codes in 24 hours.
    case tooManyCodes(until: Instant)
    case noPendingConfirmation
    case tooManyTypes
    case notPublishable([PublishingFault])
    case eventCancelled
    case notPublished(Event.Status)
    case noSigningKey
    case publicDemoKey(number: UInt8)
    case quantityExceeded(type: String, asked: Int, left: Int)
    case capacityExceeded(asked: Int, left: Int)
    case notIssued(TicketCode, Ticket.Status)
    case noIssueLeft(TicketCode)
    /// The ticket has neither an e-mail address nor a telephone number to send to.
    case unreachable(TicketCode)
    case guestList([GuestListFault], total: Int)
    /// Rows of the list match existing tickets.
    case alreadyIssued(DuplicateRows, rows: Int)

    public var description: String {
        switch self {
        case .noLocalOwner: "this data folder has no owner yet"
        case .forbidden(let role, let needs):
            "your role here is \(role.rawValue); this needs \(needs.map(\.rawValue).joined(separator: " or "))"
        case .notGranted(let operation): "your access does not include this (\(operation.rawValue))"
        case .unknownOrganizer(let name, _): "there is no organizer “\(name)”"
        case .unknownEvent(let name, _): "there is no event “\(name)”"
        case .ambiguous(let name, let candidates):
            "“\(name)” could be \(candidates.joined(separator: ", "))"
        case .unknownType(let name, _): "the event has no ticket type “\(name)”"
        case .unknownTicket(let code): "the event has no ticket \(code)"
        case .nameTaken(let name): "the name “\(name)” is taken"
        case .invalid(let faults): faults.map(\.description).joined(separator: "; ")
        case .unknownUser(let name, _): "there is no user “\(name)”"
        case .unknownDevice(let id): "the event has no device \(id)"
        case .unknownAPIToken(let id): "the organizer has no token \(id)"
        case .unknownWebhook(let id): "the organizer has no webhook \(id)"
        case .tooManyWebhooks: "an organizer has at most \(Webhook.most) webhooks"
        case .emailTaken(let address): "another user has the e-mail address \(address)"
        case .differentEmail(let address): "this user signs in with another e-mail address, \(address)"
        case .noEmail(let name): "\(name) has no e-mail address to sign in with"
        case .localOwnerOnly: "only the owner of this data folder may do this"
        case .ownerRequired: "an organizer needs at least one owner"
        case .eventOngoing: "the event is in progress; delete it when it is over, or cancel it now"
        case .notDeleted: "the event is not deleted"
        case .alreadyDeleted: "the event is deleted"
        case .notRestorable(let since):
            "the event was deleted at \(since.iso8601(in: .gmt)); that is more than 30 days ago"
        case .multipleOrganizers: "these events belong to several organizers"
        case .capacityBelowSold(let asked, let sold):
            "a capacity of \(asked) is below the \(sold) people whom issued tickets admit"
        case .wrongConfirmation(left: 0): "wrong code, and no tries are left"
        case .wrongConfirmation(let left):
            "wrong code; \(left) \(left == 1 ? "try" : "tries") left"
        case .tooManyCodes(let until): ManagementError.codesUsed(until: until)
        case .noPendingConfirmation: "no e-mail address is waiting for confirmation"
        case .tooManyTypes: "an event has at most \(TicketTypeNumber.maximum + 1) ticket types"
        case .notPublishable(let faults):
            "the event can't be published: \(faults.map(\.description).joined(separator: "; "))"
        case .eventCancelled: "the event is cancelled"
        case .notPublished(let status): "the event is \(status.rawValue), not published"
        case .noSigningKey: "the key ring has no active key"
        case .publicDemoKey(let number):
            "key \(number) is a public demonstration key: anyone can make tickets with it"
        case .quantityExceeded(let type, let asked, let left):
            "not enough tickets of type “\(type)”: \(asked) requested, \(left) left"
        case .capacityExceeded(let asked, let left):
            "not enough room at the venue: \(asked) more requested, \(left) left"
        case .notIssued(let code, let status): "ticket \(code) is \(status.rawValue)"
        case .noIssueLeft(let code): "ticket \(code) has been reissued 255 times, the maximum"
        case .unreachable(let code): "ticket \(code) has no e-mail address or telephone number to send to"
        case .alreadyIssued(let repeats, let rows): repeats.description(of: rows)
        case .guestList(let faults, 0): "the guest list: \(faults.first?.description ?? "empty"); no ticket was issued"
        case .guestList(let faults, let total):
            "the guest list has \(total) faulty \(total == 1 ? "row" : "rows"); no ticket was issued"
                + faults.listing(total: total)
        }
    }

    /// Advice on how to resolve the error; nil if there is none.
    public var hint: String? {
        switch self {
        case .noLocalOwner: "create one with: eventpass init"
        case .unknownOrganizer(_, let known):
            knownNames(known, else: "create one with: eventpass organizer create NAME")
        case .unknownEvent(_, let known): knownNames(known, else: "create one with: eventpass event create")
        case .unknownUser(_, let known): knownNames(known, else: "create one with: eventpass user add --name NAME")
        case .unknownDevice: "list the ids with: eventpass gate devices EVENT"
        case .tooManyWebhooks: "end another webhook first"
        case .noEmail: "set one with: eventpass user password USER --email ADDRESS"
        case .noPendingConfirmation, .wrongConfirmation(left: 0):
            "create a new code with: eventpass organizer verify profile ORGANIZER --email ADDRESS"
        case .wrongConfirmation: "the owner of this data folder can read the code with: eventpass notice list --all"
        case .alreadyDeleted: "restore it with: eventpass event restore EVENT"
        case .multipleOrganizers: "name the events of one organizer at a time"
        case .capacityBelowSold: "cancel tickets first, or choose a larger capacity"
        case .unknownType(_, let known):
            knownNames(known, else: "create one with: eventpass type add EVENT --name NAME")
        case .unknownTicket: "list the codes with: eventpass ticket list EVENT"
        case .ambiguous: "give the number, or more of the name"
        case .notPublishable(let faults) where faults.contains(.noTicketType):
            "add a ticket type with: eventpass type add EVENT --name NAME"
        case .unreachable: "set one with: eventpass ticket edit EVENT CODE --email ADDRESS"
        case .notPublished(.draft): "publish it with: eventpass event publish EVENT"
        case .quantityExceeded(let type, _, _):
            "raise the quantity with: eventpass type edit EVENT \"\(type)\" --quantity NUMBER"
        case .capacityExceeded: "raise the capacity with: eventpass event edit EVENT --capacity NUMBER"
        case .noSigningKey:
            """
            find out which key belongs here with: eventpass doctor; for a new store, create a key with: eventpass key \
            generate
            """
        case .publicDemoKey:
            "for a rehearsal, add --allow-public-key; otherwise create your own key with: eventpass key generate"
        case .forbidden, .notGranted, .invalid, .emailTaken, .differentEmail, .localOwnerOnly, .ownerRequired,
            .eventOngoing,
            .notDeleted, .notRestorable, .unknownAPIToken, .unknownWebhook, .tooManyCodes, .nameTaken, .tooManyTypes,
            .notPublishable, .eventCancelled,
            .notPublished, .notIssued, .noIssueLeft, .guestList, .alreadyIssued:
            nil
        }
    }

    private static func codesUsed(until next: Instant) -> String {
        "\(OrganizerService.maximumCodesPerDay) codes were created in the last 24 hours; "
            + "the next one can be created at \(next.iso8601(in: .gmt))"
    }

    private func knownNames(_ known: [String], else fallback: String) -> String {
        known.isEmpty ? fallback : "choose one of: \(known.prefix(5).joined(separator: ", "))"
    }
}

extension DuplicateRows {
    fileprivate func description(of rows: Int) -> String {
        "\(count) of \(rows) rows match existing tickets (the same holder, e-mail address and type), "
            + "such as line \(lines.first ?? 1); no ticket was issued"
    }
}
