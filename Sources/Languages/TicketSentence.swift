/// The sentences on tickets: PDFs, pictures, passes, mails, calendar entries and printed sheets.
public enum TicketSentence: String, SentenceKey {
    public static let subject = "ticket"

    // The space is a no-break space, so that even on a narrow label, the word and the number are on the same line.
    case admits = "admits\u{A0}{count}"
    case typeAndAdmits = "{type}, {admits}"
    case dueAtDoor = "{amount} to be paid at the door"
    case priceAndDue = "{price}, {due}"
    case notPaid = "not paid"
    case doorsAt = "doors {time}"
    case dateAndTime = "{date}, {time}"
    case timeAndDoors = "{time}, {doors}"

    // Labels
    case event = "Event"
    case date = "Date"
    case time = "Time"
    case when = "When"
    case doors = "Doors"
    case `where` = "Where"
    case place = "Place"
    case holder = "Holder"
    case ticket = "Ticket"
    case price = "Price"
    case code = "Code"
    case questions = "Questions"
    case labelledDetail = "{label}: {value}"
    case ticketFor = "Ticket for {event}"

    // Mail
    case yourTicket = "Your ticket: {event}"
    case dear = "Dear {holder},"
    case hello = "Hello,"
    case hereIsYourTicket = "Here is your ticket."
    case showCode = "Show this QR code at the entrance, on your phone or printed."
    case showCodes =
        "Each ticket has its own QR code. Show the codes at the entrance, on your phone or printed."
    case worksOnce = "It works once, so please don’t share it."
    case admitsInAll = "It admits {count} people in all, so please don’t share it with anyone else."
    case codeOfTicket = "QR code of ticket {code}"
}
