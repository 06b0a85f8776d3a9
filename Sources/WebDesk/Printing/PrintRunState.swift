import Languages

/// The state of the printing of one batch. This state exists only in memory; the store has only the list of finished
/// files.
enum PrintRunState: Sendable {
    /// The batch waits, because another batch is being printed.
    case waiting
    /// Sheets are being drawn. The numbers count sheets.
    case rendering(done: Int, of: Int)
    /// The QR codes on the drawn pages are being read, as a check. The numbers count pages.
    case readingBack(done: Int, of: Int)
    /// Printing failed. The text is the reason. Nil for an unexpected error, whose type is in the log.
    case failed(Sentence?)
    /// Printing is over. The texts are messages about its result.
    case finished([Sentence])

    var isRunning: Bool {
        switch self {
        case .waiting, .rendering, .readingBack: true
        case .failed, .finished: false
        }
    }

    /// This state with a new number of finished sheets or pages. A state without such a number is returned unchanged.
    func withProgress(_ count: Int) -> PrintRunState {
        switch self {
        case .rendering(_, let total): .rendering(done: count, of: total)
        case .readingBack(let before, let total): .readingBack(done: max(before, count), of: total)
        case .waiting, .failed, .finished: self
        }
    }

    /// The progress in one line; nil if printing failed or is over.
    var statusText: Sentence? {
        switch self {
        case .waiting: Sentence(DeskPrintSentence.waiting)
        case .rendering(let done, let total):
            Sentence(DeskPrintSentence.rendering, ["done": .number(done), "total": .number(total)])
        case .readingBack(let done, let total):
            Sentence(DeskPrintSentence.verifying, ["done": .number(done), "total": .number(total)])
        case .failed, .finished: nil
        }
    }
}
