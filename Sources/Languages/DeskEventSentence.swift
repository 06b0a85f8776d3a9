/// The texts of the desk’s pages about events, ticket types, sub-events, gate phones and messages.
public enum DeskEventSentence: String, SentenceKey {
    public static let subject = "deskEvent"

    // An event
    case ready = "The event is ready to publish."
    case beforePublishing = "Before publishing"
    case publish = "Publish event"
    case deleted = "This event is deleted."
    case duplicate = "Duplicate event"
    case cancel = "Cancel event"
    case delete = "Delete event"
    case duplicateTitle = "Duplicate “{event_title}”"
    case copyAbout =
        "The copy is a draft with the same ticket types and {sub_events_word}, but without tickets and guests."
    case steps = "Steps"
    case saveAndContinue = "Save and continue"
    case deletionEffect =
        "The event disappears from all lists. You can restore it for 30 days. Its ticket codes are kept for the audit trail."
    case endEvent = "{end_word} event"
    case createDraft = "Create draft"
    case draftAbout =
        "Only members can see a draft. You enter all other details in the next steps, and each step is saved."
    case historyTitle = "{event_title}: history"
    case latestFirst = "Latest changes first."

    // Live figures
    case liveFigures = "Live figures"
    case notLive = "These figures are no longer live. Reload the page."
    case nothingYet = "Nothing yet."
    case table = "Table"
    case salesByType = "Sales by ticket type"
    case ended = "Cancelled or refunded"
    case revenue = "Revenue"
    case refunds = "Refunds"
    case net = "Net"
    case due = "Due"
    case bySubEvent = "By {sub_event_word}"
    case expected = "Expected"
    case admitted = "Admitted"
    case inside = "Inside"
    case notArrived = "Not yet arrived"
    case refusalsByGate = "Refusals by gate"
    case times = "Times"

    // Ticket types
    case typesTitle = "{event_title}: ticket types"
    case price = "Price"
    case reserved = "Reserved"
    case quantity = "Quantity"
    case sale = "Sale"
    case position = "Position"
    case moveUp = "Move {type_name} up"
    case noTypes = "No ticket types yet."
    case newType = "New ticket type"
    case backToTypes = "Back to ticket types"
    case removalRule = "A ticket type can be removed only if none of its tickets were ever ordered or issued."

    // Sub-events
    case subEventRemoval =
        "The invitations and answers of this {sub_event_word} are deleted, and a message to each invited guest is queued. This program does not send messages."
    case noSubEvents = "No {sub_events_word} yet."
    case newSubEvent = "New {sub_event_word}"
    case addSubEvent = "Add {sub_event_word}"
    case allSubEvents = "All {sub_events_word}"
    case subEventChange =
        "If you change the time or the place, a message to each guest who has not declined is queued. This program does not send messages."

    // Gate phones
    case gatePhones = "Gate phones"
    case pairingCode = "Pairing code for {gate_text}"
    case pairingSymbol = "QR code that opens the pairing page"
    case scanOrType = "Scan the QR code with the phone, or open {address} on the phone and type the code."
    case unreachable =
        "Phones can’t reach the address of this page. Start the server with {command}, and open this page by the machine’s network address."
    case pairWith = "Code: {code}"
    case pairingLimit = "The code pairs one phone and is valid until {until}. It is not shown again."
    case newPhone = "New phone"
    case chooseAtGate = "Choose at the gate"
    case staffName = "Staff name (leave empty to ask on the phone)"
    case createCode = "Create code"
    case pendingCodes = "Pending codes"
    case wrongCodes = "Wrong codes"
    case noPendingCodes = "No pending codes."
    case pairedPhones = "Paired phones"
    case noPhones = "No paired phones yet."

    // Messages
    case messagesTitle = "{event_title}: messages"
    case noMessages = "No messages are waiting."
    case outboxAbout =
        "This program queues messages but does not send them. The owner of the data folder exports them with {command}, for a program that sends mail."
    case download = "Download as CSV"
    case waitingMessages = "Waiting messages"
    case message = "Message"
    case recipient = "To"
}
