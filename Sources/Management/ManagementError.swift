public import Ticketing

/// Why the office does not do what it was asked.
public enum ManagementError: Error, Hashable, CustomStringConvertible {
    case noLocalOwner
    case forbidden(role: Role, needs: [Role])
    /// The user may, and the device or key they have lent it to may not.
    case notGranted(Operation)
    case unknownOrganizer(String, known: [String])
    case unknownEvent(String, known: [String])
    case ambiguous(String, candidates: [String])
    case unknownType(String, known: [String])
    case unknownTicket(TicketCode)
    case nameTaken(String)
    /// Everything that is wrong with a create or an edit.
    case invalid([FieldFault])
    case unknownUser(String, known: [String])
    case unknownDevice(WebDeviceID)
    case unknownAPIToken(APITokenID)
    case unknownWebhook(WebhookID)
    case tooManyWebhooks
    case emailTaken(EmailAddress)
    case otherEmail(EmailAddress)
    case noEmail(String)
    /// What only the owner of this data folder may do.
    case localOwnerOnly
    case lastOwner
    case ongoing(EventNumber)
    case notDeleted
    case alreadyDeleted
    case notRestorable(since: Instant)
    case severalOrganizers
    case capacityBelowSold(asked: Int, sold: Int)
    case wrongConfirmation(left: Int)
    /// An organizer has made as many confirmation codes as it may in 24 hours.
    case tooManyCodes(until: Instant)
    case noConfirmationAsked
    case tooManyTypes
    case notPublishable([PublishingFault])
    case eventCancelled
    case notPublished(Event.Status)
    case noSigningKey
    case publicKey(number: UInt8)
    case quantityExceeded(type: String, asked: Int, left: Int)
    case capacityExceeded(asked: Int, left: Int)
    case notIssued(TicketCode, Ticket.Status)
    case noIssueLeft(TicketCode)
    /// Nobody has said where its holder is reached.
    case unreachable(TicketCode)
    case guestList([GuestListFault], total: Int)
    /// Rows of a list that equal tickets that exist.
    case alreadyIssued(RepeatedRows, rows: Int)

    public var description: String {
        switch self {
        case .noLocalOwner: "this data folder has no owner yet"
        case .forbidden(let role, let needs):
            "your role here is \(role.rawValue); this needs \(needs.map(\.rawValue).joined(separator: " or "))"
        case .notGranted(let operation): "what you have been given does not allow this (\(operation.rawValue))"
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
        case .otherEmail(let address): "this user signs in with another e-mail address, \(address)"
        case .noEmail(let name): "\(name) has no e-mail address to sign in with"
        case .localOwnerOnly: "only the owner of this data folder may do this"
        case .lastOwner: "an organizer keeps at least one owner"
        case .ongoing: "the event is going on; it can be deleted when it is over, or cancelled now"
        case .notDeleted: "the event is not deleted"
        case .alreadyDeleted: "the event is deleted"
        case .notRestorable(let since):
            "the event was deleted at \(since.iso8601(in: .gmt)); it could be restored for 30 days"
        case .severalOrganizers: "these events belong to several organizers"
        case .capacityBelowSold(let asked, let sold):
            "a capacity of \(asked) is below the \(sold) people that tickets were issued for"
        case .wrongConfirmation(left: 0): "that is not the code in the list of messages, and its tries are used up"
        case .wrongConfirmation(let left):
            "that is not the code in the list of messages; \(left) \(left == 1 ? "try" : "tries") left"
        case .tooManyCodes(let until):
            "\(Office.codesADay) codes were made in 24 hours; the next can be made at \(until.iso8601(in: .gmt))"
        case .noConfirmationAsked: "no e-mail address waits for a confirmation"
        case .tooManyTypes: "an event has at most \(TicketTypeNumber.maximum + 1) ticket types"
        case .notPublishable(let faults):
            "the event can't be published: \(faults.map(\.description).joined(separator: "; "))"
        case .eventCancelled: "the event is cancelled"
        case .notPublished(let status): "the event is \(status.rawValue), not published"
        case .noSigningKey: "the key ring has no active key"
        case .publicKey(let number):
            "key \(number) is a public demonstration key: anyone can make tickets with it"
        case .quantityExceeded(let type, let asked, let left):
            "not enough tickets of type “\(type)”: \(asked) asked for, \(left) left"
        case .capacityExceeded(let asked, let left):
            "not enough room at the venue: for \(asked) more asked, for \(left) left"
        case .notIssued(let code, let status): "ticket \(code) is \(status.rawValue)"
        case .noIssueLeft(let code): "ticket \(code) has been reissued 255 times, which is as often as a token can say"
        case .unreachable(let code): "nobody has said where the holder of ticket \(code) is reached"
        case .alreadyIssued(let repeats, let rows):
            "\(repeats.count) of \(rows) rows equal tickets that exist, with the same holder, e-mail address and type, "
                + "such as line \(repeats.lines.first ?? 1); no ticket was issued"
        case .guestList(let faults, 0): "the guest list: \(faults.first?.description ?? "empty"); no ticket was issued"
        case .guestList(let faults, let total):
            "the guest list has \(total) faulty \(total == 1 ? "row" : "rows"); no ticket was issued"
                + faults.lines(total: total)
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .noLocalOwner: "eventpass init makes it"
        case .unknownOrganizer(_, let known): nextNames(known, else: "eventpass organizer create NAME makes one")
        case .unknownEvent(_, let known): nextNames(known, else: "eventpass event create makes one")
        case .unknownUser(_, let known): nextNames(known, else: "eventpass user add --name NAME makes one")
        case .unknownDevice: "eventpass gate devices EVENT shows them"
        case .tooManyWebhooks: "end one of them first"
        case .noEmail: "eventpass user password USER --email ADDRESS gives them one"
        case .noConfirmationAsked, .wrongConfirmation(left: 0):
            "eventpass organizer verify profile ORGANIZER --email ADDRESS makes a code"
        case .wrongConfirmation: "eventpass notice list --all shows the code to the owner of this data folder"
        case .alreadyDeleted: "eventpass event restore EVENT brings it back"
        case .severalOrganizers: "name the events of one organizer at a time"
        case .capacityBelowSold: "cancel tickets first, or choose a larger capacity"
        case .unknownType(_, let known): nextNames(known, else: "eventpass type add EVENT --name NAME makes one")
        case .unknownTicket: "eventpass ticket list EVENT shows the codes"
        case .ambiguous: "give the number, or more of the name"
        case .notPublishable(let faults) where faults.contains(.noTicketType):
            "eventpass type add EVENT --name NAME adds a ticket type"
        case .unreachable: "eventpass ticket edit EVENT CODE --email ADDRESS keeps an address"
        case .notPublished(.draft): "eventpass event publish EVENT publishes it"
        case .quantityExceeded(let type, _, _):
            "eventpass type edit EVENT \"\(type)\" --quantity NUMBER raises it"
        case .capacityExceeded: "eventpass event edit EVENT --capacity NUMBER raises it"
        case .noSigningKey:
            "eventpass doctor says which key belongs here; for a new store, eventpass key generate makes one"
        case .publicKey: "make your own with eventpass key generate, or say --allow-public-key for a rehearsal"
        case .forbidden, .notGranted, .invalid, .emailTaken, .otherEmail, .localOwnerOnly, .lastOwner, .ongoing,
            .notDeleted, .notRestorable, .unknownAPIToken, .unknownWebhook, .tooManyCodes, .nameTaken, .tooManyTypes,
            .notPublishable, .eventCancelled,
            .notPublished, .notIssued, .noIssueLeft, .guestList, .alreadyIssued:
            nil
        }
    }

    private func nextNames(_ known: [String], else fallback: String) -> String {
        known.isEmpty ? fallback : "there is \(known.prefix(5).joined(separator: ", "))"
    }
}
