package import Presentation

/// The reason why a batch (a planned print run) cannot be printed as planned, or why its preview cannot be shown.
package enum PrintRunError: ExplainedError, Hashable {
    case layoutChanged(String, batch: Int)
    case unknownSettings(batch: Int)
    case unknownImposition(String, batch: Int)
    /// A page was drawn as a PDF, but could not be converted to a picture.
    case previewFailed(layout: String)

    package var description: String {
        switch self {
        case .layoutChanged(let name, let batch): "the layout \(name) has changed since batch \(batch) was planned"
        case .unknownSettings(let batch): "batch \(batch) has settings that this version does not support"
        case .unknownImposition(let order, let batch):
            "batch \(batch) has the arrangement “\(order)”, which this version does not support"
        case .previewFailed(let layout): "the preview of the layout \(layout) could not be rendered"
        }
    }

    package var subject: ErrorSubject { .printBatch }

    package var kind: ErrorKind {
        switch self {
        case .layoutChanged: .invalidInput
        case .unknownSettings, .unknownImposition, .previewFailed: .systemFailure
        }
    }

    package var hint: String? {
        switch self {
        case .layoutChanged: "restore the layout's file and pictures, or start a new batch with: eventpass print sheets"
        case .unknownSettings, .unknownImposition: "use the version of eventpass that created the batch"
        case .previewFailed: nil
        }
    }
}
