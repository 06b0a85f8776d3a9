/// The texts that several pages of the desk share, and the texts of the pages for signing in and for accounts.
public enum DeskSentence: String, SentenceKey {
    public static let subject = "desk"

    // Words in tables and forms
    case name = "Name"
    case state = "State"
    case created = "Created"
    case events = "Events"
    case event = "Event"
    case ticket = "Ticket"
    case tickets = "Tickets"
    case type = "Type"
    case code = "Code"
    case details = "Details"
    case since = "Since"
    case lastSeen = "Last seen"
    case validUntil = "Valid until"
    case gate = "Gate"
    case reason = "Reason"
    case issued = "Issued"
    case layout = "Layout"
    case sheets = "Sheets"
    case voidSheets = "Void sheets"

    // Buttons and links
    case save = "Save"
    case search = "Search"
    case change = "Change"
    case cancel = "Cancel"
    case remove = "Remove"
    case revoke = "Revoke"
    case refresh = "Refresh"
    case preview = "Preview"
    case nextPage = "Next page"
    case newEvent = "New event"
    case restoreEvent = "Restore event"
    case backToEvent = "Back to event"
    case noDate = "no date yet"

    // Refused forms
    case unchanged = "Nothing was changed."
    case createAnother = "Create another one"

    // The navigation
    case desk = "Desk"
    case allTimes = "All times in {event_zone}"
    case overview = "Overview"
    case edit = "Edit"
    case ticketTypes = "Ticket types"
    case orders = "Orders"
    case guests = "Guests"
    case print = "Print"
    case phones = "Phones"
    case messages = "Messages"
    case history = "History"

    // The start page
    case notVerified = "This organizer is not verified yet, so it can’t publish events."
    case noOrganizer = "You are not a member of an organizer yet. Create one, or ask an owner to add you."
    case allEvents = "All events, including deleted ones"
    case newOrganizer = "New organizer"
    case createOrganizer = "Create organizer"
    case noMatch = "No events match."

    // Signing in
    case signIn = "Sign in"
    case emailAddress = "E-mail address"
    case password = "Password"
    case formKept = "Your form is kept and shown again after you sign in."
    case noPassword = "No password yet? {link} that the server prints in its terminal."
    case withTheLink = "Sign in with the link"
    case withLink = "Sign in with a link"
    case linkAbout =
        "The server prints a sign-in link when it starts in a terminal. The link works once and expires after ten minutes."
    case linkWithoutTerminal =
        "A server that starts without a terminal prints no link. On the machine of the server, set a password with {command}."
    case linkOrPart = "Link, or the part after its #"
    case formHere = "Your form is still here"
    case formAbout =
        "You were signed out when you sent the form, so nothing was changed. You are signed in again. Check the form and send it."
    case sendForm = "Send form"
    case discard = "Discard"
    case notSignedIn = "You are not signed in."
    case sessionEnded = "Your session has ended. Nothing was changed."
    case emailFault = "Enter an e-mail address."
    case wrongCredentials = "The address or the password is wrong."
    case tooManyAttempts =
        "Too many failed attempts. Try again in one second.|Too many failed attempts. Try again in {count} seconds."
    case linkRefused = "You are not signed in: this link is invalid, expired or already used."

    // The account
    case messagePreferences = "Message preferences"
    case account = "Your account"
    case userNumber = "User number {userNumber}. The owner of an organizer needs this number to add you as a member."
    case currentPassword = "Current password"
    case newPassword = "New password (at least {least} characters)"
    case repeatPassword = "Repeat new password"
    case changePassword = "Change password"
    case passwordEffect = "A new password signs you out on all other devices."
    case setPassword = "You have no password. Set one with {command} on the machine with the data folder."
    case sessions = "Sessions"
    case address = "Address"
    case browser = "Browser"
    case end = "End"
    case thisOne = "This one"
    case signOutEverywhere = "Sign out everywhere"
    case passwordUnchanged = "The password was not changed."
    case passwordTooShort = "A password must have at least {least} characters."
    case passwordsDiffer = "The two passwords differ."
    case wrongPassword = "Wrong password."
}

extension DeskSentence {
    /// The sentences of all pages of the desk.
    public static var all: [any SentenceKey] {
        var all: [any SentenceKey] = DeskSentence.allCases
        all += DeskEventSentence.allCases
        all += SubEventSentence.allCases
        all += DeskSaleSentence.allCases
        all += DeskGuestSentence.allCases
        all += DeskGuestListSentence.allCases
        all += DeskHeadcountSentence.allCases
        all += DeskPrintSentence.allCases
        all += DeskOrganizerSentence.allCases
        all += DeskFormSentence.allCases
        all += DeskMessageSentence.allCases
        all += AccountSentence.allCases
        all += DeskAbuseSentence.allCases
        all += DeskOutboxSentence.allCases
        all += DeskTemplateSentence.allCases
        all += DeskShellSentence.allCases
        all += DesignSentence.allCases
        all += DeskListSentence.allCases
        all += DeskUndoSentence.allCases
        all += DeskBoxOfficeSentence.allCases
        all += DeskCheckInSentence.allCases
        all += DeskSubjectPictureSentence.allCases
        all += DeskPictureSentence.allCases
        all += DeskSeatingSentence.allCases
        all += DeskHomeSentence.allCases
        all += DeskReportSentence.allCases
        all += DeskSettingsSentence.allCases
        all += DeskNewEventSentence.allCases
        all += DeskOverviewSentence.allCases
        all += DeskSearchSentence.allCases
        all += DeskHistorySentence.allCases
        all += DeskEventListSentence.allCases
        all += DeskCalendarSentence.allCases
        all += DeskMessageSearchSentence.allCases
        return all
    }
}
