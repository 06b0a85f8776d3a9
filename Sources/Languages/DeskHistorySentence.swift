/// The sentences in the history of an event and in the audit trail. Each sentence names a person and that person's
/// change.
public enum DeskHistorySentence: String, SentenceKey {
    public static let subject = "deskHistory"

    // The page
    case values = "Values"
    case eventZone = "times of the event in {zone}"

    // The changed object
    case thisEvent = "the event"
    case theOrganizer = "the organizer"
    case ticketType = "ticket type"
    case phone = "gate phone"
    case apiToken = "API token"
    case numbered = "{kind} {id}"
    case named = "{kind} “{name}”"
    case ofPerson = "{kind} {id} of {name}"
    case quoted = "“{value}”"

    // The changed field
    case theField = "the {field}"
    case answerTo = "the answer to {field}"
    case fieldOf = "{field} of {subject}"
    case venue = "the venue"
    case doors = "the opening of the doors"
    case saleStart = "the start of the sale"
    case saleEnd = "the end of the sale"
    case validFrom = "the start of the validity"
    case validUntil = "the end of the validity"
    case otherDetails = "{count} other detail|{count} other details"
    case and = "{list} and {last}"
    case yes = "yes"
    case no = "no"

    // Changes of fields
    case did = "{user} {clauses}"
    case moved = "moved {field} from {old} to {new}"
    case movedOnDay = "moved {field} from {old} to {new} on {day}"
    case changed = "changed {field} from {old} to {new}"
    case set = "set {field} to {new}"
    case cleared = "removed {field}, which was {old}"
    case changedField = "changed {field}"
    case shifted = "{user} moved the times of {subject}"
    case shiftedStart = "{user} moved the times of {subject}; the start was {old}, and is now {new}"

    // Accounts and organizers
    case setPassword = "{user} set a password for {subject}"
    case madeSignInLink = "{user} created a sign-in link"
    case setPasswordWithLink = "{user} set a new password with a link"
    case signInPaused = "the sign-in of {subject} was paused after failed attempts"
    case madeOrganizer = "{user} created the organizer"
    case verified = "{user} continued the verification of the organizer"
    case reviewedIdentity = "{user} reviewed the identity document of the organizer"
    case gaveRole = "{user} gave {subject} the role {new}"
    case changedRole = "{user} changed the role of {subject} from {old} to {new}"
    case removedMember = "{user} removed {subject} from the team"
    case invitedMember = "{user} invited {email} to the team as {new}"
    case withdrewMember = "{user} withdrew the invitation of {email} to the team"
    case joined = "{user} joined the team as {new}"

    // Actions for one object
    case created = "{user} created {subject}"
    case added = "{user} added {subject}"
    case removed = "{user} removed {subject}"
    case changedSubject = "{user} changed {subject}"
    case revoked = "{user} revoked {subject}"
    case ended = "{user} ended {subject}"
    case published = "{user} published {subject}"
    case cancelled = "{user} cancelled {subject}"
    case deleted = "{user} deleted {subject}"
    case restored = "{user} restored {subject}"
    case copied = "{user} created {subject} as a copy of another event"
    case importedSettings = "{user} imported {subject} from a settings file"

    // Orders, tickets and paper
    case paid = "{user} recorded the payment of {subject}"
    case refunded = "{user} refunded {subject}"
    case paidBack = "{user} recorded that money for {subject} was paid back"
    case confirmed = "{user} confirmed {subject}"
    case expired = "the reservation of {subject} expired"
    case issuedCount = "{user} issued {count} ticket|{user} issued {count} tickets"
    case issued = "{user} issued tickets"
    case resent = "{user} queued the message about {subject} again"
    case reissued = "{user} reissued {subject}"
    case transferred = "{user} transferred {subject}"
    case blocked = "{user} blocked {subject}"
    case unblocked = "{user} unblocked {subject}"
    case printed = "{user} printed tickets in {subject}"
    case released = "{user} released sheets of {subject}"
    case discarded = "{user} discarded {subject}"
    case voided = "{user} voided a sheet of {subject}"

    // Guests
    case importedGuests = "{user} imported guests"
    case importedGuest = "{user} imported {subject}"
    case invited = "{user} changed the invitations of {subject}"
    case froze = "{user} froze {subject}"
    case headcount = "version {id} of the numbers for the caterer"
    case seated = "{user} changed the tables of guests"

    // Gates
    case refreshed = "{user} refreshed {subject}"
    case merged = "{user} merged {subject}"
    case enteredPaper = "{user} entered check-ins on paper in {subject}"
    case paired = "{user} paired {subject}"
    case acceptedClock = "{user} accepted the clock of {subject}"
    case changedLandmark = "{user} changed the landmark of a gate"
    case changedPicture = "{user} changed a picture of {subject}"
    case removedPicture = "{user} removed a picture of {subject}"

    // Messages
    case sentMessages = "{user} sent messages"
    case changedMessage = "{user} changed the state of messages of {subject}"
    case wroteMessage = "{user} wrote a message about {subject}"

    // Other records
    case effect = "{user} changed {subject} ({action})"
    case other = "{user}: {action}"
}
