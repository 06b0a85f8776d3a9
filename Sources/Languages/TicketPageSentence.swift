/// The sentences of the pages on which visitors choose and see tickets: the page of an event, the summary before a
/// reservation, and the pages of orders and tickets.
public enum TicketPageSentence: String, SentenceKey {
    public static let subject = "ticketPage"

    // Event
    case price = "Price"
    case priceRange = "{least} – {most}"
    case noTickets = "No tickets chosen"
    case timeLeft = "{time} left"
    case daysLeft = "{days} d {time} left"
    case showMap = "Show map"
    case openInMaps = "Open in maps app"
    case share = "Share"

    // Summary
    case checkOrder = "Check your order"
    case eachTicket = "{price} each"
    case nothingReservedYet = "Nothing is reserved yet."
    case reserveNow = "Reserve now"
    case changeOrder = "Change"
    case otherEvents = "Your other events"
    case reservedSameTime = "You have also reserved “{event}”, which takes place at the same time: {time}."
    case reservedOverlap = "You have also reserved “{event}”, which overlaps with this event: {time}."
    case reservedClose =
        "You have also reserved “{event}”, and the break between the two events is 30 minutes or less: {time}."
    case reservedFar =
        "You have also reserved “{event}”, and the way there is too long for the time in between: {time}."

    // Order and ticket
    case ticketOf = "Ticket {number} of {total}"
    case allTickets = "All tickets of this order"
    case showLarge = "Show QR code large"
    case previousTicket = "Previous ticket"
    case nextTicket = "Next ticket"
    case closeLarge = "Close"
    case liveCodeOnTicket = "The QR code of this ticket changes every 30 seconds. Open the ticket at the gate."
}
