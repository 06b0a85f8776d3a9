/// The sentences of the public pages on which visitors find their tickets.
public enum FindingSentence: String, SentenceKey {
    public static let subject = "finding"

    // The address
    case title = "Find my tickets"
    case about =
        "Enter your address. If there are tickets for this address, the server sends a message with a link and a code to it. You can use either to see the tickets."
    case emailOrPhone = "E-mail address or phone number"
    case phoneNumber = "Phone number"
    case send = "Send message"
    case haveCode = "Enter a code"
    case noMessages =
        "This server sends no messages, so it can’t send you your tickets. Ask the organizer of the event."
    case noEmail =
        "This server sends no e-mail. Enter the phone number of your order, or ask the organizer of the event."
    case noSMS =
        "This server sends no messages to phone numbers. Enter the e-mail address of your order, or ask the organizer of the event."
    case addressFault =
        "Enter an e-mail address such as grace@example.org, or a phone number with its country code, such as +256700123456."
    case emailFault = "Enter an e-mail address such as grace@example.org."
    case phoneFault = "Enter a phone number with its country code, such as +256700123456."
    case tooManyMessages =
        "Too many messages were requested for this address. Try again in one minute.|Too many messages were requested for this address. Try again in {count} minutes."
    case notSent = "No message was sent."
    case notSentBecause = "No message was sent. {reason}"

    // The code
    case codeTitle = "Enter the code"
    case onItsWay =
        "If there are tickets for this address, a message with a link and a code is on its way. The code is valid for {minutes} minutes, the link for {hours} hours."
    case nothingCame =
        "No message? Look in the spam folder, or ask the organizer of the event. If an earlier message to the address could not be delivered, no message is sent."
    case code = "Code"
    case codeHint = "6 digits from the message"
    case showTickets = "Show tickets"
    case newMessage = "Send another message"
    case codeFault = "Enter the 6 digits from the message."
    case wrongCode = "The code is wrong. One try is left.|The code is wrong. {count} tries are left."
    case lastWrongCode = "The code is wrong, and no try is left. Send another message."
    case noCode = "There is no valid code for this address. Send another message."
    case notShown = "No tickets are shown."
    case notShownBecause = "No tickets are shown. {reason}"

    // The tickets
    case ticketsOf = "Tickets for {address}"
    case noTickets =
        "There are no current tickets for this address. Tickets for past and cancelled events are not shown."
    case firstTickets = "These are the first {count} tickets. Ask the organizer of the event for the others."
}
