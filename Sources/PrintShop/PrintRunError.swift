package import Languages
package import Presentation

/// The reason why a batch (a planned print run) cannot be printed as planned, or why its preview cannot be shown.
package enum PrintRunError: ExplainedError, Hashable {
    case layoutChanged(String, batch: Int)
    case unknownSettings(batch: Int)
    case unknownImposition(String, batch: Int)
    /// A page was drawn as a PDF, but could not be converted to a picture.
    case previewFailed(layout: String)

    enum Text: String, SentenceKey {
        static let subject = "printRunError"

        case layoutChanged = "the layout {layout} has changed since batch {batch} was planned"
        case unknownSettings = "batch {batch} has settings that this version does not support"
        case unknownImposition = "batch {batch} has the arrangement “{order}”, which this version does not support"
        case previewFailed = "the preview of the layout {layout} could not be rendered"

        case layoutChangedHint =
            "restore the layout's file and pictures, or start a new batch with: eventpass print sheets"
        case otherVersionHint = "use the version of eventpass that created the batch"
    }

    package var sentence: Sentence {
        switch self {
        case .layoutChanged(let name, let batch):
            Sentence(Text.layoutChanged, ["layout": .text(name), "batch": "\(batch)"])
        case .unknownSettings(let batch): Sentence(Text.unknownSettings, ["batch": "\(batch)"])
        case .unknownImposition(let order, let batch):
            Sentence(Text.unknownImposition, ["batch": "\(batch)", "order": .text(order)])
        case .previewFailed(let layout): Sentence(Text.previewFailed, ["layout": .text(layout)])
        }
    }

    package var subject: ErrorSubject { .printBatch }

    package var kind: ErrorKind {
        switch self {
        case .layoutChanged: .invalidInput
        case .unknownSettings, .unknownImposition, .previewFailed: .systemFailure
        }
    }

    package var hint: Sentence? {
        switch self {
        case .layoutChanged: Sentence(Text.layoutChangedHint)
        case .unknownSettings, .unknownImposition: Sentence(Text.otherVersionHint)
        case .previewFailed: nil
        }
    }
}
