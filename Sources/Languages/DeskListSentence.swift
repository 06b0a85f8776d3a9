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
    case tickedRows = "Selected rows"
    case allRows = "All rows of this list"

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
    case changeAbout = "Nothing has changed yet. After you confirm, you can undo the change for ten seconds."
    case resendAbout = "No message is queued yet."
    case ticketsEnded = "Tickets that become invalid"
    case owed = "Owed to buyers afterwards"
    case people = "Recipients of messages"
    case skipped = "Left unchanged because of their state"
    case confirm = "Confirm"
    case planChanged = "The list has changed in the meantime. Check the numbers again."

    // Refused actions
    case chooseAction = "Choose an action."
    case nothingSelected = "Select at least one row, or choose all rows."
    case nothingToChange = "None of these rows can be changed in this way."
    case tooManyChanges = "At most {limit} rows can be changed at once. Filter the list."
}
