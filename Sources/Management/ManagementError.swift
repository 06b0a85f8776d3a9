public import Languages
import FileAccess
import Spreadsheet
public import Ticketing

/// The reason why a management operation was refused.
public enum ManagementError: Error, Hashable, SentenceConvertible {
    case noLocalOwner
    case forbidden(role: Role, needs: [Role])
    /// The user's role allows the operation, but the rights of the device or API token do not include it.
    case notGranted(Operation)
    case unknownOrganizer(String, known: [String])
    case unknownEvent(String, known: [String])
    case ambiguous(NamedKind, String, candidates: [Sentence])
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
    case unknownNotice(String)
    /// The notice cannot be changed, because of its state.
    case noticeSettled(NoticeDelivery.State)
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
    /// The organizer has entered another identity document since the reviewer looked at it.
    case identityChanged
    case tooManyTypes
    case notPublishable([PublishingFault])
    case eventCancelled
    case notPublished(Event.Status)
    /// The organizer has written the maximum number of messages about the event in 24 hours.
    case tooManyMessages(until: Instant)
    /// The change would queue messages to many people, and nobody has confirmed the number of these people.
    case tooManyRecipients(UnconfirmedChange)
    case noSigningKey
    case publicDemoKey(number: UInt8)
    case quantityExceeded(type: String, asked: Int, left: Int)
    case capacityExceeded(asked: Int, left: Int)
    case notIssued(TicketCode, Ticket.Status)
    case noIssueLeft(TicketCode)
    /// The ticket has neither an e-mail address nor a telephone number to send to.
    case unreachable(TicketCode)
    case guestList([GuestListFault], total: Int)
    /// Some rows of the guest list match existing tickets.
    case alreadyIssued(DuplicateRows, rows: Int)

    enum Text: String, SentenceKey {
        static let subject = "managementError"

        // Access
        case noLocalOwner = "this data folder has no owner yet"
        case noLocalOwnerHint = "create one with: eventpass init"
        case forbidden = "your role is {role}; this operation needs {roles}"
        case notGranted = "your access does not include the operation “{operation}”"
        case localOwnerOnly = "only the owner of this data folder may do this"

        // Names and fields
        case ambiguous = "“{name}” could be {candidates}"
        case ambiguousHint = "give the number, or more of the name"
        case numbered = "{name} (number {number})"
        case undatedEvent = "{slug} ({status}, no date)"
        case guestWithEmail = "{name} (number {number}, {email})"
        case guestOfHousehold = "{name} (number {number}, household {household})"
        case guestOfHouseholdWithEmail = "{name} (number {number}, household {household}, {email})"
        case nameTaken = "the name “{name}” is taken"
        case knownNamesHint = "choose one of: {names}"

        // Organizers
        case unknownOrganizer = "there is no organizer “{name}”"
        case unknownOrganizerHint = "create one with: eventpass organizer create NAME"
        case ownerRequired = "an organizer needs at least one owner"
        case multipleOrganizers = "these events belong to several organizers"
        case multipleOrganizersHint = "name the events of one organizer at a time"
        case lastTryWrong = "wrong code, and no tries are left"
        case wrongConfirmation = "wrong code; {count} try left|wrong code; {count} tries left"
        case wrongConfirmationHint =
            "the owner of this data folder can read the code with: eventpass notice list --all"
        case tooManyCodes =
            "{limit} codes were created in the last 24 hours; the next one can be created at {time}"
        case noPendingConfirmation = "no e-mail address is waiting for confirmation"
        case identityChanged = "the organizer has entered another identity document in the meantime"
        case identityChangedHint = "check the new document with: eventpass organizer review list"
        case newCodeHint =
            "create a new code with: eventpass organizer verify profile ORGANIZER --email ADDRESS"

        // Users, devices, API tokens and webhooks
        case unknownUser = "there is no user “{name}”"
        case unknownUserHint = "create one with: eventpass user add --name NAME"
        case emailTaken = "another user has the e-mail address {address}"
        case differentEmail = "this user signs in with another e-mail address, {address}"
        case noEmail = "{name} has no e-mail address to sign in with"
        case noEmailHint = "set one with: eventpass user password USER --email ADDRESS"
        case unknownDevice = "the event has no device {id}"
        case unknownDeviceHint = "list the ids with: eventpass gate devices EVENT"
        case unknownAPIToken = "the organizer has no token {id}"
        case unknownWebhook = "the organizer has no webhook {id}"
        case unknownNotice = "the organizer has no message {key}"
        case noticeSettled = "the message is {state}, and can't be changed"
        case noticeSettledHint = "list the messages with: eventpass notice list"
        case tooManyWebhooks = "an organizer has at most {limit} webhooks"
        case tooManyWebhooksHint = "end a webhook first"

        // Events
        case unknownEvent = "there is no event “{name}”"
        case unknownEventHint = "create one with: eventpass event create"
        case eventOngoing = "the event is in progress; delete it when it is over, or cancel it now"
        case notDeleted = "the event is not deleted"
        case alreadyDeleted = "the event is deleted"
        case alreadyDeletedHint = "restore it with: eventpass event restore EVENT"
        case notRestorable = "the event was deleted at {time}; that is more than 30 days ago"
        case capacityBelowSold =
            "a capacity of {capacity} is too small for the {sold} people with tickets or reservations"
        case capacityBelowSoldHint = "cancel tickets first, or choose a larger capacity"
        case notPublishable = "the event can't be published: {faults}"
        case noTicketTypeHint = "add a ticket type with: eventpass type add EVENT --name NAME"
        case eventCancelled = "the event is cancelled"
        case notPublished = "the event is {status}, not published"
        case tooManyMessages =
            "{limit} messages about the event were written in the last 24 hours; the next one can be written at {time}"
        case tooManyRecipients =
            "this change queues messages to {count} person, and needs confirmation|this change queues messages to {count} people, and needs confirmation"
        case draftHint = "publish it with: eventpass event publish EVENT"
        case capacityExceeded = "not enough room at the event: {asked} more requested, {left} left"
        case capacityExceededHint = "raise the capacity with: eventpass event edit EVENT --capacity NUMBER"

        // Ticket types
        case unknownType = "the event has no ticket type “{name}”"
        case unknownTypeHint = "create one with: eventpass type add EVENT --name NAME"
        case tooManyTypes = "an event has at most {limit} ticket types"
        case quantityExceeded = "not enough tickets of type “{type}”: {asked} requested, {left} left"
        case quantityExceededHint = "raise the quantity with: {command}"

        // Tickets
        case unknownTicket = "the event has no ticket {code}"
        case unknownTicketHint = "list the codes with: eventpass ticket list EVENT"
        case notIssued = "ticket {code} is {status}"
        case noIssueLeft = "ticket {code} has been reissued 255 times, the maximum"
        case unreachable = "ticket {code} has no e-mail address or telephone number to send to"
        case unreachableHint = "set one with: eventpass ticket edit EVENT CODE --email ADDRESS"
        case unreadableGuestList = "the guest list: {fault}; no ticket was issued"
        case emptyGuestList = "the guest list is empty; no ticket was issued"
        case guestList =
            "the guest list has {count} faulty row; no ticket was issued|the guest list has {count} faulty rows; no ticket was issued"
        case guestListHint = "correct the rows; if other rows are valid, --skip-bad skips the faulty rows"
        case typeColumnHint = "give all tickets one type with --type NAME"
        case typeColumnOrMapHint =
            "give all tickets one type with --type NAME, or name the column with the types, such as --map {mapping}"
        case alreadyIssued =
            "{matching} of {rows} rows match existing tickets (the same holder, e-mail address and type), such as line {line}; no ticket was issued"

        // Keys
        case noSigningKey = "the key ring has no active key"
        case noSigningKeyHint =
            "find out which key belongs here with: eventpass doctor; for a new store, create a key with: eventpass key generate"
        case publicDemoKey = "key {number} is a public demonstration key: anyone can make tickets with it"
        case publicDemoKeyHint =
            "for a rehearsal, add --allow-public-key; otherwise create your own key with: eventpass key generate"
    }

    public var sentence: Sentence {
        switch self {
        case .noLocalOwner: Sentence(Text.noLocalOwner)
        case .forbidden(let role, let needs): ManagementError.forbiddenSentence(role, needs)
        case .notGranted(let operation): Sentence(Text.notGranted, ["operation": .text(operation.rawValue)])
        case .unknownOrganizer(let name, _): Sentence(Text.unknownOrganizer, ["name": .text(name)])
        case .unknownEvent(let name, _): Sentence(Text.unknownEvent, ["name": .text(name)])
        case .ambiguous(_, let name, let candidates): ManagementError.ambiguousSentence(name, candidates)
        case .unknownType(let name, _): Sentence(Text.unknownType, ["name": .text(name)])
        case .unknownTicket(let code): Sentence(Text.unknownTicket, ["code": "\(code)"])
        case .nameTaken(let name): Sentence(Text.nameTaken, ["name": .text(name)])
        case .invalid(let faults): .list(faults.map(\.sentence), separator: "; ")
        case .unknownUser(let name, _): Sentence(Text.unknownUser, ["name": .text(name)])
        case .unknownDevice(let id): Sentence(Text.unknownDevice, ["id": "\(id)"])
        case .unknownAPIToken(let id): Sentence(Text.unknownAPIToken, ["id": "\(id)"])
        case .unknownWebhook(let id): Sentence(Text.unknownWebhook, ["id": "\(id)"])
        case .unknownNotice(let key): Sentence(Text.unknownNotice, ["key": .text(key)])
        case .noticeSettled(let state): Sentence(Text.noticeSettled, ["state": .sentence(state.label)])
        case .tooManyWebhooks: Sentence(Text.tooManyWebhooks, ["limit": .number(Webhook.most)])
        case .emailTaken(let address): Sentence(Text.emailTaken, ["address": "\(address)"])
        case .differentEmail(let address): Sentence(Text.differentEmail, ["address": "\(address)"])
        case .noEmail(let name): Sentence(Text.noEmail, ["name": .text(name)])
        case .localOwnerOnly: Sentence(Text.localOwnerOnly)
        case .ownerRequired: Sentence(Text.ownerRequired)
        case .eventOngoing: Sentence(Text.eventOngoing)
        case .notDeleted: Sentence(Text.notDeleted)
        case .alreadyDeleted: Sentence(Text.alreadyDeleted)
        case .notRestorable(let since): Sentence(Text.notRestorable, ["time": .text(since.iso8601(in: .gmt))])
        case .multipleOrganizers: Sentence(Text.multipleOrganizers)
        case .capacityBelowSold(let asked, let sold):
            Sentence(Text.capacityBelowSold, ["capacity": .number(asked), "sold": .number(sold)])
        case .wrongConfirmation(left: 0): Sentence(Text.lastTryWrong)
        case .wrongConfirmation(let left): Sentence(Text.wrongConfirmation, ["count": .number(left)])
        case .tooManyCodes(let until):
            ManagementError.tooManySentence(.tooManyCodes, OrganizerService.maximumCodesPerDay, until)
        case .noPendingConfirmation: Sentence(Text.noPendingConfirmation)
        case .identityChanged: Sentence(Text.identityChanged)
        case .tooManyTypes: Sentence(Text.tooManyTypes, ["limit": .number(Int(TicketTypeNumber.maximum) + 1)])
        case .notPublishable(let faults): ManagementError.notPublishableSentence(faults)
        case .eventCancelled: Sentence(Text.eventCancelled)
        case .notPublished(let status): Sentence(Text.notPublished, ["status": .text(status.rawValue)])
        case .tooManyMessages(let until):
            ManagementError.tooManySentence(.tooManyMessages, OrganizerMessage.mostPerDay, until)
        case .tooManyRecipients(let change): Sentence(Text.tooManyRecipients, ["count": .number(change.people)])
        case .noSigningKey: Sentence(Text.noSigningKey)
        case .publicDemoKey(let number): Sentence(Text.publicDemoKey, ["number": "\(number)"])
        case .quantityExceeded(let type, let asked, let left): ManagementError.quantitySentence(type, asked, left)
        case .capacityExceeded(let asked, let left):
            Sentence(Text.capacityExceeded, ["asked": .number(asked), "left": .number(left)])
        case .notIssued(let code, let status):
            Sentence(Text.notIssued, ["code": "\(code)", "status": .text(status.rawValue)])
        case .noIssueLeft(let code): Sentence(Text.noIssueLeft, ["code": "\(code)"])
        case .unreachable(let code): Sentence(Text.unreachable, ["code": "\(code)"])
        case .alreadyIssued(let repeats, let rows): ManagementError.alreadyIssuedSentence(repeats, rows)
        case .guestList(let faults, let total): ManagementError.guestListSentence(faults, total)
        }
    }

    // Sentences with several parts.

    private static func forbiddenSentence(_ role: Role, _ needs: [Role]) -> Sentence {
        Sentence(
            Text.forbidden,
            ["role": .text(role.rawValue), "roles": .sentence(.either(needs.map { .verbatim($0.rawValue) }))])
    }

    private static func ambiguousSentence(_ name: String, _ candidates: [Sentence]) -> Sentence {
        Sentence(
            Text.ambiguous, ["name": .text(name), "candidates": .sentence(.list(candidates, separator: ", "))])
    }

    private static func tooManySentence(_ text: Text, _ limit: Int, _ until: Instant) -> Sentence {
        Sentence(text, ["limit": .number(limit), "time": .text(until.iso8601(in: .gmt))])
    }

    private static func notPublishableSentence(_ faults: [PublishingFault]) -> Sentence {
        Sentence(Text.notPublishable, ["faults": .sentence(.list(faults.map(\.sentence), separator: "; "))])
    }

    private static func quantitySentence(_ type: String, _ asked: Int, _ left: Int) -> Sentence {
        Sentence(Text.quantityExceeded, ["type": .text(type), "asked": .number(asked), "left": .number(left)])
    }

    private static func alreadyIssuedSentence(_ repeats: DuplicateRows, _ rows: Int) -> Sentence {
        Sentence(
            Text.alreadyIssued,
            ["matching": .number(repeats.count), "rows": .number(rows), "line": "\(repeats.lines.first ?? 1)"])
    }

    private static func guestListSentence(_ faults: [GuestListFault], _ total: Int) -> Sentence {
        if total > 0 {
            return .indented(Sentence(Text.guestList, ["count": .number(total)]), faults.listing(total: total))
        }
        return faults.first.map { Sentence(Text.unreadableGuestList, ["fault": .sentence($0.sentence)]) }
            ?? Sentence(Text.emptyGuestList)
    }

    private static func guestListHint(_ faults: [GuestListFault], _ total: Int) -> Sentence? {
        if total > 0 { return Sentence(Text.guestListHint) }
        guard case .noTypeColumn(let ignored)? = faults.first?.fault else { return nil }
        guard let heading = ignored.first else { return Sentence(Text.typeColumnHint) }
        return Sentence(Text.typeColumnOrMapHint, ["mapping": .text("type=" + heading.singleLineExcerpt.shellWord)])
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .noLocalOwner: Sentence(Text.noLocalOwnerHint)
        case .unknownOrganizer(_, let known): knownNames(known, else: .unknownOrganizerHint)
        case .unknownEvent(_, let known): knownNames(known, else: .unknownEventHint)
        case .unknownUser(_, let known): knownNames(known, else: .unknownUserHint)
        case .unknownDevice: Sentence(Text.unknownDeviceHint)
        case .tooManyWebhooks: Sentence(Text.tooManyWebhooksHint)
        case .noEmail: Sentence(Text.noEmailHint)
        case .noPendingConfirmation, .wrongConfirmation(left: 0): Sentence(Text.newCodeHint)
        case .wrongConfirmation: Sentence(Text.wrongConfirmationHint)
        case .alreadyDeleted: Sentence(Text.alreadyDeletedHint)
        case .multipleOrganizers: Sentence(Text.multipleOrganizersHint)
        case .capacityBelowSold: Sentence(Text.capacityBelowSoldHint)
        case .unknownType(_, let known): knownNames(known, else: .unknownTypeHint)
        case .unknownTicket: Sentence(Text.unknownTicketHint)
        case .ambiguous: Sentence(Text.ambiguousHint)
        case .notPublishable(let faults) where faults.contains(.noTicketType) || faults.contains(.noSubEvent):
            Sentence(Text.noTicketTypeHint)
        case .unreachable: Sentence(Text.unreachableHint)
        case .noticeSettled: Sentence(Text.noticeSettledHint)
        case .identityChanged: Sentence(Text.identityChangedHint)
        case .notPublished(.draft): Sentence(Text.draftHint)
        case .quantityExceeded(let type, _, _):
            Sentence(
                Text.quantityExceededHint,
                ["command": "eventpass type edit EVENT \"\(type)\" --quantity NUMBER"])
        case .capacityExceeded: Sentence(Text.capacityExceededHint)
        case .guestList(let faults, let total): ManagementError.guestListHint(faults, total)
        case .noSigningKey: Sentence(Text.noSigningKeyHint)
        case .publicDemoKey: Sentence(Text.publicDemoKeyHint)
        case .forbidden, .notGranted, .invalid, .emailTaken, .differentEmail, .localOwnerOnly, .ownerRequired,
            .eventOngoing,
            .notDeleted, .notRestorable, .unknownAPIToken, .unknownWebhook, .unknownNotice, .tooManyCodes, .nameTaken,
            .tooManyTypes,
            .notPublishable, .eventCancelled,
            .notPublished, .tooManyMessages, .tooManyRecipients, .notIssued, .noIssueLeft, .alreadyIssued:
            nil
        }
    }

    private func knownNames(_ known: [String], else fallback: Text) -> Sentence {
        known.isEmpty
            ? Sentence(fallback)
            : Sentence(Text.knownNamesHint, ["names": .text(known.prefix(5).joined(separator: ", "))])
    }
}
