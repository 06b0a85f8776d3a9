/// The texts of the desk about printing.
public enum DeskPrintSentence: String, SentenceKey {
    public static let subject = "deskPrint"

    // The list of batches, and a new batch
    case printTitle = "{event_title}: print"
    case offset = "Offset"
    case offsetHint = "Millimetres to the right and down, such as 1.5,-0.5."
    case updatePreview = "Update preview"
    case specimens = "A sample sheet with the layout {layout}"
    case specimenBack = "The back of a sample sheet with the layout {layout}"
    case chooseBoth = "Choose “Both sides” to print the back."
    case previewRefused = "Gates refuse the QR codes of the preview."
    case newBatch = "New batch"
    case allTypes = "all types"
    case order = "Order"
    case language = "Language of dates, amounts and words"
    case languageHint = "Such as en-GB, fr or sw-UG."
    case unprintedOnly = "Only tickets that are not printed yet"
    case stacked = "Sort the tickets so that the sheets can be cut in stacks"
    case bothSides = "Both sides (flip on long edge)"
    case chooseTwoSided = "choose a layout with two sides"
    case nothingPrinted = "Nothing was printed."
    case printWith = "Print with {layout}"
    case previewFirst = "Preview first"
    case verified = "Every printed QR code is verified before the file is released."
    case batches = "Batches"
    case noBatches = "No batches yet."
    case batch = "Batch"

    // A batch
    case batchesOf = "Print batches of {event_title}"
    case batchTitle = "Batch {number}"
    case printing = "printing"
    case printed = "printed"
    case interrupted = "interrupted, {done} of {files} files finished"
    case waiting = "Waiting for another batch to finish."
    case rendering = "Rendering sheets: {done} of {total}."
    case verifying = "Verifying QR codes: {done} of {total} pages."
    case noAnswer =
        "The server does not answer. Reload this page later. If the print run was interrupted, you can resume it."
    case failed = "Printing failed: {failed}"
    case signedOut = "the user who started this batch signed out before its printing began."
    case serverStopped = "the server was stopped."
    case unexpectedError = "An unexpected error occurred. The server log has details."
    case file = "File {number}, PDF"
    case elsewhere = "This batch was printed from the command line, so the server does not have its files."
    case resume = "Resume printing"
    case discardBatch = "Discard batch"
    case spoiled = "Spoiled and lost sheets"
    case sheetsHint = "Sheet numbers, such as 3, 12-14."
    case confirm = "Confirm: gates will refuse these printed tickets"
    case confirmHint = "The tickets stay valid and get new QR codes."
    case nothingVoided = "No sheet was voided."
    case sheetVoided =
        "Sheet {number} was voided: {count} ticket reissued.|Sheet {number} was voided: {count} tickets reissued."
    case sheetVoidAlready =
        "Sheet {number} had already been voided. {count} ticket was reissued now.|Sheet {number} had already been voided. {count} tickets were reissued now."
    case copiesVoid =
        "Also void: {count} copy of these tickets on other sheets.|Also void: {count} copies of these tickets on other sheets."
    case exhausted =
        "Ticket {code} can’t be reissued again, and its printed copy stays valid. Cancel the ticket."
}
