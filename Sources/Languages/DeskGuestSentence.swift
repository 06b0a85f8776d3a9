/// The texts of the desk’s pages about guests and imported lists.
public enum DeskGuestSentence: String, SentenceKey {
    public static let subject = "deskGuest"

    // The list of guests
    case guestsTitle = "{event_title}: guests"
    case noSubEvents = "There are no {sub_events_word} yet."
    case addSubEvents = "{link} to invite guests to them."
    case addLink = "Add {sub_events_word}"
    case allGuests = "All guests"
    case importGuests = "Import guests"
    case gridAbout = "Click an answer to change it: invite → coming → not coming → no answer."
    case guest = "Guest"
    case companions = "up to {companions} companions"

    // A guest
    case answers = "Answers"
    case notInvited = "Not invited to anything yet."
    case saveAnswers = "Save answers"
    case invite = "Invite to {other}"
    case withdraw = "Withdraw the invitation to {invited_to}"
    case withdrawalAbout =
        "The answer is deleted, and a message to the guest is queued. This program does not send messages. {code_consequence}"
    case withdrawInvitation = "Withdraw invitation"
    case noCode = "No code yet. The first invitation to a {sub_event_word} issues a code."
    case admits = "admits {admits}, {inside} inside now"
    case invitationLink = "Invitation link (anyone with the link can open the invitation):"
    case queueAgain = "Queue invitation again"

    // Imports
    case importGuestsTitle = "{event_title}: import guests"
    case importTicketsTitle = "{event_title}: import tickets"
    case guestColumns =
        "One guest per row, below a row of headings. Headings: name, or first and last; household, email, phone, companions, meal, access, table, note; and one for each {sub_event_word}, with yes or no. A row with an existing guest updates the guest."
    case ticketColumns =
        "One ticket per row, below a row of headings. Headings: holder; optionally email, type, admits and note."
    case file = "File"
    case fileLimit = "CSV or XLSX, at most 8 MiB and 50,000 rows."
    case splitFile = "Split the file, or import it at the command line: {command} FILE"
    case nothingWritten = "Nothing is written before you confirm the preview."
    case inProgress = "The import is in progress."
    case showGuests = "Show guests"
    case showTickets = "Show tickets"
    case importAnother = "Import another list"
    case skipFaulty = "Skip rows with errors: {skip}"
    case issueAgain = "Issue further tickets for rows that equal existing tickets: {again}"
    case loseAnswers = "Delete the answers to withdrawn invitations: {lose}"
    case columns = "Columns"
    case rowsAbout = "The list has {rows} rows below its headings. This table shows the first rows."
    case line = "Line"
    case column = "Column {place}, {heading}"
    case defaultType = "Default ticket type"
    case previewAgain = "Preview again"
    case discardList = "Discard list"
    case discardRule = "The list is discarded after an hour or when you sign out."
    case faultyRows = "Rows with errors: {faulty}"
    case moreFaulty = "There are more rows with errors. Correct the rows above and try again to see them."
}
