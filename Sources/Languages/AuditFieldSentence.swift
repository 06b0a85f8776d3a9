/// The labels of fields in the history of an event and in the audit trail. Fields that people enter in forms have the
/// labels of `FieldSentence`. Most cases are named after a field: `refundOwed` is the label of `refund_owed`.
public enum AuditFieldSentence: String, SentenceKey {
    public static let subject = "auditField"

    // Events, orders and tickets
    case status = "Status"
    case statusNote = "Reason for the status"
    case slug = "Name in links"
    case suite = "Signatures"
    case cancelled = "Cancelled"
    case deleted = "Deleted"
    case order = "Order"
    case ticket = "Ticket"
    case change = "Change"
    case scheduled = "Scheduled"
    case type = "Ticket type"
    case issue = "Issue"
    case key = "Key"
    case due = "Amount due"
    case total = "Total"
    case expires = "Expires"
    case holding = "Tickets reserved"
    case amountPaid = "Amount paid"
    case paid = "Paid"
    case refundOwed = "Refund owed"
    case refundPaid = "Refund paid"
    case refundReference = "Receipt number of the refund"
    case confirmBy = "Confirm by"
    case confirmed = "Confirmed"
    case tickets = "Tickets"
    case people = "People"

    // Guests
    case household = "Household"
    case code = "Code"
    case codes = "Codes"
    case codesReissued = "Codes reissued"
    case guestsAdded = "Guests added"
    case guestsUpdated = "Guests updated"
    case households = "Households"
    case rowsSkipped = "Rows skipped"
    case invited = "Invitations"
    case to = "To"
    case withdrawn = "Invitations withdrawn"
    case from = "From"
    case answersLost = "Answers deleted"
    case answersLowered = "Answers reduced to fewer companions"
    case answersKept = "Guests’ choices kept"
    case digest = "Digest"

    // Messages
    case message = "Message"
    case queued = "Messages queued"
    case queuedFor = "Queued for"
    case at = "Send at"
    case state = "State"
    case changed = "Changed"
    case anchor = "Relative to"
    case minutes = "Minutes"
    case body = "Text"

    // Gates and printing
    case gate = "Gate"
    case landmark = "Landmark"
    case poster = "Poster"
    case logo = "Logo"
    case organizerPicture = "Picture of the organizer"
    case gatePicture = "Picture of the gate"
    case accent = "Accent colour"
    case alt = "Description of the picture"
    case subEvent = "Sub-event"
    case number = "Number"
    case device = "Device"
    case proof = "Signature check"
    case names = "Names of holders"
    case phoneSearch = "Search by phone number"
    case made = "Created"
    case openUntil = "Open until"
    case paired = "Paired"
    case revoked = "Revoked"
    case wrongCodes = "Wrong codes"
    case clock = "Clock"
    case reason = "Reason"
    case lane = "Ledger"
    case records = "Records"
    case conflicts = "Conflicts"
    case forks = "Forked chains"
    case lostHeads = "Lost heads of chains"
    case paperLines = "Lines on paper"
    case sheets = "Sheets"
    case layout = "Layout"
    case file = "File"
    case readBack = "Read back"
    case voidedSheet = "Voided sheet"
    case reissued = "Tickets reissued"

    // Accounts, members and programs
    case role = "Role"
    case invitation = "Invitation"
    case entryLinkUntil = "Sign-in link valid until"
    case hasEmail = "E-mail address known"
    case passwordSet = "Password set"
    case failures = "Failed sign-ins"
    case waitsUntil = "Paused until"
    case reviewsIdentities = "Reviews identities"
    case takesAbuseReports = "Takes abuse reports"
    case abuseReport = "Abuse report"
    case scopes = "Scopes"
    case allowsPrivate = "Private addresses allowed"
    case ended = "Ended"
    case answer = "Answer"

    // The verification of an organizer
    case step = "Step"
    case checked = "Completed"
    case tries = "Attempts"
    case version = "Version"
    case ending = "Last characters of the document’s number"
    case identityReview = "Identity review"
    case website = "Website"
    case phoneConfirmed = "Phone number confirmed"
    case network = "Network"
    case bank = "Bank"
    case account = "Account"

    // Labels that do not have the name of a field
    case messageSubject = "Subject"
    case typeOrder = "Order of the types"
    case ticketsOfType = "Tickets of type {number}"
    case ticketsWithStatus = "Tickets: {status}"
    case companionField = "Companion {number}: {field}"

    /// The label of the field with a name such as `refund_owed` or `answers lost`; nil for an unknown name.
    public init?(field name: String) {
        let words = name.split { $0 == "_" || $0 == " " }
        let caseName = words.prefix(1).joined() + words.dropFirst().map(\.capitalizedFirst).joined()
        guard let sentence = AuditFieldSentence.byName[caseName] else { return nil }
        self = sentence
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}

extension Substring {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
