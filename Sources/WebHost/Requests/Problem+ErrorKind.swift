import HTTPTypes
package import Presentation

extension Problem {
    /// Makes the response to an error that comes from a module other than the web server, such as Management.
    ///
    /// The client does not see the text of an error of the kind `systemFailure`, because this text can contain the
    /// names of files and other machines.
    package init(_ error: any ExplainedError) {
        let kind = error.kind
        self.init(
            kind.status, kind == .systemFailure ? "The server can’t do this now." : error.description.asSentence,
            hint: kind.remedy)
        extensionMembers = error.members
    }
}

extension ErrorKind {
    var status: HTTPResponse.Status {
        switch self {
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .invalidInput: .unprocessableContent
        case .ruleViolation, .conflict: .conflict
        case .systemFailure: .serviceUnavailable
        }
    }

    /// The next step for the client, for an error of this kind. An `ExplainedError` has a hint for the command line.
    /// That hint is not used here.
    fileprivate var remedy: String {
        switch self {
        case .forbidden: "An owner of the organizer can give you a role that allows this."
        case .notFound: "Look for the object in its list. The object may have been removed."
        case .invalidInput: "Correct the request and send it again."
        case .ruleViolation: "Check the current state of the object."
        case .conflict: "Check whether the object already exists."
        case .systemFailure: "Check whether your change was made, then try again in a moment."
        }
    }
}

extension String {
    /// The text with a capital first letter and a full stop.
    package var asSentence: String {
        guard let first, let last else { return self }
        return first.uppercased() + dropFirst() + (".!?…".contains(last) ? "" : ".")
    }
}
