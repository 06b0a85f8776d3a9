/// The texts of the lists at the desk: sorting, filters, selected rows, exports and actions for several rows.
public enum DeskListSentence: String, SentenceKey {
    public static let subject = "deskList"

    // Filters and rows
    case everything = "All"
    case filter = "Filter"
    case noTickets = "No tickets yet."
    case noRows = "No rows match the filters."
    case selectRow = "Select {row}"
    case selectAll = "Select all rows of this page"
    case selection = "Selection"
    case rows = "Rows"
    case tickedRows = "For selected rows"
    case allRows = "For all rows of this list"

    // Exports
    case exportCSV = "Export as CSV"
    case exportXLSX = "Export as XLSX"
    case exportPDF = "Export as PDF"
    case currency = "Currency"
    case exportedOn = "{title}, exported {time}"
    case tooManyRows = "A PDF can have at most {limit} rows. Export as XLSX or CSV, or filter the list."

    // Actions for several rows
    case resend = "Queue messages again"
    case refund = "Refund"
    case cancelOrders = "Cancel orders"
    case cancelTickets = "Cancel tickets"
    case resendTitle = "Queue the message of {count} ticket again|Queue the messages of {count} tickets again"
    case refundTitle = "Refund {count} order|Refund {count} orders"
    case cancelOrdersTitle = "Cancel {count} order|Cancel {count} orders"
    case cancelTicketsTitle = "Cancel {count} ticket|Cancel {count} tickets"
    case changeAbout = "Nothing has changed yet. After you confirm, you have ten seconds to undo the change."
    case resendAbout = "No message is queued yet."
    case ticketsEnded = "Tickets that become invalid"
    case owed = "Owed to buyers afterwards"
    case people = "Recipients of messages"
    case skipped = "Left unchanged because of their state"
    case confirm = "Confirm"
    case print = "Print"
    case printTitle = "Print {count} ticket|Print {count} tickets"
    case printAbout =
        "Nothing is printed yet. After you confirm, the server draws the sheets, and verifies every QR code."
    case notPrinted = "Not printed"
    case notPrintedTicket = "{code} ({reason})"
    case needsLiveCode = "needs a live code"
    case moreTickets = "and {count} more|and {count} more"
    case guestsWithoutCode = "Guests without a code"
    case planChanged = "The list has changed in the meantime. Check the numbers again."

    // Refused actions
    case chooseAction = "Choose an action."
    case nothingSelected = "Select at least one row, or choose all rows."
    case nothingToChange = "None of these rows can be changed in this way."
    case onlyPendingCancelled =
        "This button cancels only pending orders. To refund paid orders or cancel free orders, choose “{button}”."
    case onlyPaidRefunded =
        "This button refunds paid orders and cancels free orders. To cancel pending orders, choose “{button}”."
    case noTicketToPrint = "None of these rows has a valid ticket."
    case nothingToPrint = "None of these tickets can be printed: {tickets}."
    case tooManyTickets =
        "At most {limit} selected tickets can be printed at once. Select fewer rows, or print all tickets on the page “Print”."
    case tooManyChanges = "At most {limit} rows can be changed at once. Filter the list."
}
