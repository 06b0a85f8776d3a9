/// The texts of the desk’s pages about printing.
public enum DeskPrintSentence: String, SentenceKey {
    public static let subject = "deskPrint"

    // The list of batches, and a new batch
    case printTitle = "{event_title}: print"
    case updatePreview = "Update preview"
    case specimens = "A sheet of specimens with the layout {layout}"
    case specimenBack = "The back of a sheet of specimens with the layout {layout}"
    case chooseBoth = "Choose “Both sides” to print the back."
    case previewRefused = "Gates refuse the QR codes of the preview."
    case newBatch = "New batch"
    case printWith = "Print with {layout}"
    case previewFirst = "Preview first"
    case verified = "Every printed QR code is verified before the file is released."
    case batches = "Batches"
    case noBatches = "No batches yet."
    case batch = "Batch"

    // A batch
    case batchesOf = "Print batches of {event_title}"
    case batchTitle = "Batch {number}"
    case failed = "Printing failed: {failed}"
    case file = "File {number}, PDF"
    case elsewhere = "This batch was printed at the command line, so the server does not have its files."
    case resume = "Resume printing"
    case discardBatch = "Discard batch"
    case spoiled = "Spoiled and lost sheets"
}
