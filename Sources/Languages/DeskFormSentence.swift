/// The texts of forms and imports at the desk: faults, hints and refusals.
public enum DeskFormSentence: String, SentenceKey {
    public static let subject = "deskForm"

    // Refused forms
    case chooseOne = "choose at least one"
    case correctFields = "Correct the marked fields."
    case nothingSaved = "Nothing was saved."
    case nothingAdded = "Nothing was added."
    case nothingMoved = "Nothing was moved."
    case nothingRemoved = "Nothing was removed."
    case editConflict =
        "Somebody else changed these values while you were editing. {outcome} Save again to use your values."

    // The current values of fields that another user changed
    case changedByOthers = "Somebody else changed this value while you were editing. The field shows the new value."
    case currentValue = "Current value: {value}."
    case currentValueSetBy = "Current value: {value}, set by {user} at {time}."
    case quoted = "“{value}”"
    case empty = "empty"
    case somebody = "somebody"

    // Faults
    case wrongCode =
        "the code from the last message; {count} attempt left|the code from the last message; {count} attempts left"
    case noAttemptsLeft = "a new code: this code has no attempts left, so create another code above"
    case noPendingCode = "the code from the message; first create a code above"
    case sheetRange = "sheets from 1 to {sheets}"
    case orderExists = "An order was already created with this form. Press the button again to create another order."
    case timeForm = "a date and a time, such as 2030-01-01T18:00"
    case skippedTime = "a time that exists in {zone}"

    // Hints
    case onePerLine = "One per line."
    case leaveEmpty = "Leave empty for {meaning}."

    // Uploading a list
    case pastedList = "Pasted list"
    case pastedListHint = "Rows from a spreadsheet, or CSV."
    case sheet = "Sheet"
    case sheetHint = "The name of a sheet in a workbook. Leave empty for the first visible sheet."
    case noList = "choose a file or paste a list"
    case listNotRead = "The list was not read."
    case listExpired = "This list does not exist or has expired. Lists are kept for an hour. Upload it again."

    // Importing a list
    case ignoredColumn = "– ignore –"
    case importGuests = "Import {count} guest|Import {count} guests"
    case issueTickets = "Issue {count} ticket|Issue {count} tickets"
    case ticketCount = "{count} ticket|{count} tickets"
    case peopleCount = "{count} person|{count} people"
    case issuePreview = "Preview: {tickets} for {people} to issue."
    case issueResult = "{tickets} for {people} issued."
    case faultyRows =
        "{count} row can’t be imported. Correct this row first. Nothing was written.|{count} rows can’t be imported. Correct these rows first. Nothing was written."
    case nothingWritten = "Nothing was written."
    case confirmSkipping = "Skip rows: tick the box, or correct these rows and upload the list again"
    case confirmDuplicates = "Issue again: tick the box, or delete these rows and upload the list again"
    case confirmDeletion = "Delete answers: tick the box, or keep these invitations in the list"
    case listChanged = "This list was changed in the meantime, or its import has started."
    case unknownResult =
        "It is unknown whether the list was imported; check the event before you upload the list again."
}
