import HTTPTypes
import Presenting

extension Problem {
    /// Why the core did not do what it was asked, to people who may read it: it is about what they asked for.
    ///
    /// Of trouble nothing is told but that there is some: its text names files and other machines.
    init(_ error: any ExplainedError) {
        let kind = error.kind
        self.init(
            kind.status, kind == .trouble ? "The server can’t do this now." : error.description.sentence,
            hint: kind.remedy)
    }
}

extension ErrorKind {
    var status: HTTPResponse.Status {
        switch self {
        case .forbidden: .forbidden
        case .unknown: .notFound
        case .badInput: .unprocessableContent
        case .refused, .conflict: .conflict
        case .trouble: .serviceUnavailable
        }
    }

    /// What to do next. The hints of the errors themselves are for the command line.
    fileprivate var remedy: String {
        switch self {
        case .forbidden: "An owner of the organizer can give you a role that may."
        case .unknown: "Look for it in the list; somebody may have taken it away."
        case .badInput: "Mend what was sent, and send it again."
        case .refused: "Look at how it stands now."
        case .conflict: "Look at what is there already."
        case .trouble: "Try again in a moment. Whether something was changed shows when you look again."
        }
    }
}

extension String {
    /// A description as a sentence of its own.
    var sentence: String {
        guard let first, let last else { return self }
        return first.uppercased() + dropFirst() + (".!?…".contains(last) ? "" : ".")
    }
}
