/// The texts of the desk’s pages about orders and tickets.
public enum DeskSaleSentence: String, SentenceKey {
    public static let subject = "deskSale"

    // Orders
    case ordersTitle = "{event_title}: orders"
    case order = "Order"
    case buyer = "Buyer"
    case total = "Total"
    case noOrders = "No orders yet."
    case newOrder = "New order"
    case ticketsFault = "Tickets: {field_fault}"
    case createOrder = "Create order"
    case orderTitle = "Order {order_number}"
    case orderLine = "{line_count} × {line_type}, {line_price} each"
    case noTickets = "No tickets yet. Record the payment to issue them."
    case payment = "Payment"
    case recordPayment = "Record payment"
    case repayment = "Repayment"
    case repaymentAbout =
        "{back_owed} is owed to the buyer. Record repayments here. This page transfers no money and queues no message."
    case recordRepayment = "Record repayment"
    case cancelOrder = "Cancel order"
    case refundTickets = "Refund tickets"

    // The list of tickets
    case ticketsTitle = "{event_title}: tickets"
    case ticketCount = "{count} tickets issued, sorted by code."
    case allTickets = "All tickets"
    case holder = "Holder"
    case newTickets = "New tickets"
    case forPerson = "Ticket for a person"
    case issueTicket = "Issue ticket"
    case withoutName = "Tickets without a name"
    case issueTickets = "Issue tickets"
    case importTickets = "Import tickets"

    // A ticket
    case ticketTitle = "Ticket {code}"
    case unblock = "Unblock ticket"
    case queueAgain = "Queue message again"
    case correct = "Correct details"
    case correctionAbout =
        "The code stays valid, and no message is queued. To give the ticket to another person, transfer it instead."
    case replaceReason = "Replace the code (lost or shared)"
    case replaceCode = "Replace code"
    case transfer = "Transfer ticket"
    case block = "Block ticket"
    case cancelTicket = "Cancel ticket"

    // Handing over
    case keyRetired = "The signing key of these tickets is retired. Reissue the tickets and hand over the new ones."
    case notCopied = "Could not copy. Select the link here."
    case localLink =
        "This link works only on this machine. For a link that phones can open, open the desk at an address that phones can reach: {command}"
    case linkSymbol = "Link as a QR code"
    case symbolOfLink = "QR code of the link"
    case liveCodes =
        "Gates accept only the live codes of these tickets. The page behind the link shows the live codes. They change every 30 seconds and can’t be printed."
    case downloadPDF = "Download PDF"
    case printPage = "Print page"
    case symbolOfTicket = "QR code of ticket {symbol_code}"
    case admits = ", admits {symbol_admits} people"
    case dueAtDoor = "pay {symbol_due} at the door"
    case moreSymbols = "The PDF has {more_symbols} more of these QR codes."
}
