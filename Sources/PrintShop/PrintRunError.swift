package import Presenting

/// Why a batch can't be printed as it was planned.
package enum PrintRunError: ExplainedError, Hashable {
    case otherLayout(String, batch: Int)
    case unknownSettings(batch: Int)
    case unknownImposition(String, batch: Int)
    /// A page was drawn, and can't be shown.
    case notShown(layout: String)

    package var description: String {
        switch self {
        case .otherLayout(let name, let batch): "the layout \(name) is not what batch \(batch) was planned with"
        case .unknownSettings(let batch): "batch \(batch) was made with settings that this program does not know"
        case .unknownImposition(let order, let batch):
            "batch \(batch) was laid out as “\(order)”, which this program does not know"
        case .notShown(let layout): "a page with the layout \(layout) can't be shown"
        }
    }

    package var kind: ErrorKind {
        switch self {
        case .otherLayout: .badInput
        case .unknownSettings, .unknownImposition, .notShown: .trouble
        }
    }

    package var hint: String? {
        switch self {
        case .otherLayout: "put back its file and pictures as they were, or print anew with eventpass print sheets"
        case .unknownSettings, .unknownImposition: "use the program that printed it"
        case .notShown: nil
        }
    }
}
