/// The texts of the box office at the desk.
public enum DeskBoxOfficeSentence: String, SentenceKey {
    public static let subject = "deskBoxOffice"

    case title = "Box office"
    case sell = "Sell"
    case notSelling = "Tickets can be sold only while the event is published."
    case sellHeading = "{event_title}: box office"
    case ticketsLeft = "{count} left"
    case notOnSale = "Not on sale: {reason}"
    case total = "Total"
    case given = "Cash given"
    case givenHint = "Optional, to calculate the change."
    case amountForm = "a whole number, such as 50000 or 50,000"
    case decimalForm = "a number with at most two decimals, such as 20.50, 20,50 or 1,250"
    case pointForm = "a number without commas, such as 20.500 or 1250"
    case change = "Change"
    case missing = "Still to pay"
    case sellPaidBy = "Sell, paid by"
    case buyerDetails = "Buyer’s details"
    case buyerHint = "Optional. Without a name, the tickets have no holder."
    case emailHint = "Optional. The order stores the address, and a message with the tickets is queued."
    case walkIn = "Walk-in"
    // After a sale
    case sold = "Sold: order {order_number}, {total}"
    case openOrder = "Open order"
    case printTickets = "Print"
    case nextSale = "Next sale"
}
