/// The sentences with which gates explain verdicts.
public enum GateSentence: String, SentenceKey {
    public static let subject = "gate"

    // The outcome in a word
    case admit = "ADMIT"
    case exit = "EXIT"
    case void = "VOID"
    case `repeat` = "REPEAT"
    case refuse = "REFUSE"
    case undecidedWord = "UNDECIDED"

    // Admissions and exits
    case welcome = "Welcome"
    case welcomeBack = "Welcome back"
    case welcomeTo = "Welcome to {subEvent}"
    case welcomeBackTo = "Welcome back to {subEvent}"
    case welcomeCount = "{welcome}: {used} of {allowed}"
    case goodbye = "Goodbye"
    case goodbyeFrom = "Goodbye from {subEvent}"
    case undone = "Admission undone; {inside} now"
    case nobodyInside = "nobody on this ticket is inside"
    case peopleInside = "one person on this ticket is inside|{count} people on this ticket are inside"
    case repeated = "Already admitted here seconds ago; do not admit again"
    case undecided = "Could not decide: {reason}"

    case severalTickets = "Several tickets are in view. Nobody is admitted. Show one ticket at a time."

    // Attention
    case checkIdentity = "Check identity ({age}+)"
    case note = "Note: {note}"
    case letInTwice = "Let in twice: {first}, gate {firstGate}; and {second}, gate {secondGate}"
    case repaired = "Repaired from {layout}"

    // Refusals of tokens
    case notOnList =
        "Not on this gate’s list: forged, mistyped, for another event, or sold after the list was made. Send to the help desk"
    case noTicketWithCode = "The event has no ticket {code}. Check the code"
    case notATicket = "Not a ticket: {description}"
    case notATicketButLink = "Not a ticket: {description}. Ask for the ticket’s QR code"
    case inputEmpty = "empty"
    case inputTooShort = "too short"
    case inputTooLong = "too long: over {limit} bytes"
    case inputNotText = "not text"
    case inputOtherScript = "contains letters of another script, which never occur on tickets"
    case inputLetter = "contains “{letter}”, which never occurs on tickets"
    case inputEAN = "an EAN-{digits} bar code, from a product"
    case inputUPC = "a UPC bar code, from a product"
    case inputGTIN = "a GTIN bar code, from a carton"
    case inputWebAddress = "a web link"
    case inputWebAddressEnd = "a web link that does not end with a ticket"
    case inputOtherSymbol = "another kind of QR code"
    case inputOtherSystem = "another system’s code"
    case inputOtherSystemSigned = "another system’s signed code"
    case inputTicketCode = "a ticket code, which cannot be scanned in place of the QR code"
    case inputCutOff = "cut off at {letters} of {length} letters"
    case inputLiveCodeCutOff = "cut off in its live code"
    case inputTooManyLetters = "too long: {letters} letters where a ticket has {length}"
    case inputImpossibleValues = "a ticket with impossible values"
    case inputTyped = "{description}, typed with the keyboard layout {layout}"
    case unsupportedVersion =
        "This gate cannot read the code: it is another system’s code, or a ticket of version {version}"
    case unknownKey = "Signed with key {key}, which is retired or missing at this gate"
    case badSignature = "Not genuine: forged, altered or misread. Scan again, then send to the help desk"
    case codeMissing = "Ask for the ticket on the phone, with its changing code"
    case codeOld = "The changing code is {seconds} seconds old: a screenshot, or the phone’s clock is wrong"
    case codeAhead = "The changing code is {seconds} seconds ahead: a screenshot, or the phone’s clock is wrong"
    case codeExpired = "The changing code has expired: a screenshot. Ask for the ticket on the phone"
    case otherEvent = "For another event: {event}"
    case otherEventAt = "For another event: {event}, {day}, {time}"
    case eventNumber = "number {number}"

    // Refusals of tickets
    case neverIssued = "Genuine, but this ticket was never issued"
    case issued = "Issued"
    case cancelled = "Cancelled"
    case refunded = "Refunded"
    case blocked = "Blocked"
    case statusSince = "{status} {since}"
    case statusNote = "{status}: {note}"
    case replaced = "Replaced by a newer ticket; ask for the new one"
    case replacedSince = "Replaced by a newer ticket {since}; ask for the new one"
    case unpaid = "Not paid: {amount} due"
    case outsideHours = "Valid {opens} to {closes}; it is {now}"
    case noGate = "Not valid at any gate"
    case otherGates = "Not valid at this gate; valid at {gates}"
    case admitsOnly = "Admits only one person; more want to enter|Admits only {count} people; more want to enter"
    case onlyMore = "Only {left} more can come in on this ticket: {used} of {allowed} are in"
    case notInside = "Nobody on this ticket is inside, or fewer people are inside than want to leave"
    case nobodyInsideNow = "Nobody on this ticket is inside"
    case fewerInside = "Fewer people on this ticket are inside than want to leave"
    case venueFull = "Full: {inside} of {capacity} are inside; let people in as others leave"
    case leftSince =
        "Some of these people have left since the entry; record exits for the others instead of undoing the entry"

    // Validity
    case validFromTime = "Valid from {time}; it is {now}"
    case validForDay = "Valid for {day}; today is {today}"
    case validFromDay = "Valid from {day}; today is {today}"
    case validFromDayTime = "Valid from {day}, {time}; today is {today}"
    case wasValidForDay = "Was valid for {day}; today is {today}"
    case wasValidUntilTime = "Was valid until {time}; it is {now}"
    case wasValidUntilDay = "Was valid until {day}, {time}; today is {today}"

    // Used tickets
    case inToday = "Already in today"
    case usedToday = "Already used today; valid once a day"
    case noReentry = "Already left; this ticket allows no re-entry"
    case noEntriesLeft = "May come in once; no entries are left|May come in {count} times; no entries are left"
    case used = "Already used"
    case usedFirst = "{used}: first at {time}, gate {gate}"
    case usedFirstCount = "{used} ({inside} of {allowed} are in): first at {time}, gate {gate}"
    case usedLast = "{used}; last at {time}, gate {gate}"

    // The last message about a ticket
    case messageSent = "sent {time} by {channel}"
    case messageDelivered = "sent {time} by {channel}, delivered"
    case messageCameBack = "message came back"

    // Times
    case timeOnDay = "{time} on {day}"
    case sinceToday = "today at {time}"
    case sinceDay = "on {day}"
}
