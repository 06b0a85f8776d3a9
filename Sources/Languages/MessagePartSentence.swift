/// The labels, links, footers and parts of sentences in messages to holders, guests, buyers and members.
public enum MessagePartSentence: String, SentenceKey {
    public static let subject = "messagePart"

    // Changes
    case start = "start"
    case end = "end"
    case doors = "doors"
    case place = "place"
    case replaced = "{field} {old} → {new}"
    case added = "{field} {new}"
    case removed = "{field} {old} → none"

    // Invitations
    case answerBy = "answer by {time}"
    case ticketFor = "The ticket is for {guests}."

    // Accounts and codes
    case inviter = "{inviter} invites you. Your role: {role}."
    case linkEnds = "The link is valid until {time}."
    case enterFindingCode =
        "Enter the code on the page “Find my tickets”. It is valid for one minute.|Enter the code on the page “Find my tickets”. It is valid for {count} minutes."

    // Missing values
    case noDate = "date not set yet"
    case noPlace = "place not set yet"

    // Reasons for suggested events
    case bookedOrganizer = "From an organizer whose events you’ve booked"

    // Links
    case showEvent = "Show event"
    case showPoster = "Show poster"
    case showOrder = "Show order"
    case showInvitation = "Show invitation"
    case confirmReservation = "Confirm reservation"
    case choosePassword = "Choose password"
    case joinTeam = "Join team"
    case enterCode = "Enter code"
    case showVerification = "Show verification"
    case messageSettings = "Message settings"

    // Footers
    case becauseHolder = "You get this message because you have a ticket or an invitation for {eventTitle}."
    case becauseFormerHolder = "You get this message because you had a ticket for {eventTitle}."
    case becauseBuyer = "You get this message because you ordered tickets for {eventTitle}."
    case becauseGuest = "You get this message because you are on the guest list of {eventTitle}."
    case becauseEntered = "You get this message because somebody entered this address on our pages."
    case becauseTeam = "You get this message because {organizer} entered this address."
    case becauseManager = "You get this message because you manage the events of {organizer}."
    case becauseAgreed =
        "You get this message because you agreed on {day} to get news from {organizer} by e-mail."
    case becauseTurnedOn = "You get this message because you turned it on in your message preferences."
    case stopNews = "Stop news from {organizer}:"
    case unsubscribe = "Unsubscribe"
    case settingsAbout = "Choose which messages you get, or stop them:"
    case settingsOfMandatory = "Choose how you get messages:"
}
