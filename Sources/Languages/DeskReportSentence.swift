/// The texts of the desk's pages with the reports of an event and the money of an organizer.
public enum DeskReportSentence: String, SentenceKey {
    public static let subject = "deskReport"

    // The reports of an event
    case title = "Reports"
    case reportsHeading = "{event_title}: reports"
    case soldByMethod = "Sales by payment method"
    case ticketsOrdered = "Tickets ordered"
    case paid = "Paid"
    case ticketsByType = "Tickets by type"
    case ticketsByDay = "Tickets by day"
    case ordersByMethod = "Paid orders by payment method"
    case noSales = "No tickets have been issued yet."
    case noPaidOrders = "No order has been paid yet."
    case noAdmissions = "Nobody has been admitted yet."
    case about =
        "Amounts in different currencies are in different rows and are never added. Sales by payment method count paid orders only, not tickets that were issued without an order."

    // Files
    case file = "{format}: {table}"
    case tableOf = "{subject}: {table}"

    // The money of an organizer
    case money = "Money"
    case moneyHeading = "{organizer_name}: money"
    case moneyAbout =
        "Revenue is the amount paid before refunds. Net is the amount after refunds and fees."
    case byEvent = "Money by event"
    case fees = "Fees"
    case feeLabel = "Fee on sales after refunds"
    case feeHint =
        "The part that a payment provider or ticket shop keeps, such as 3.5%. Leave empty for none. Fees are calculated for this view and its files, and are not saved."
    case applyFee = "Calculate fees"
    case totalOfPage = "Total of this page"
    case noMoney = "No event has prices yet."
    case sumsNotShown =
        "The sums are left out, because the figures of {count} event could not be read: {titles}|The sums are left out, because the figures of {count} events could not be read: {titles}"
    case fileNotMade =
        "The file cannot be made, because the figures of {count} event could not be read: {titles}|The file cannot be made, because the figures of {count} events could not be read: {titles}"
}
