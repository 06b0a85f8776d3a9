import HTTPTypes
import Languages
import Management
package import Presentation

extension Problem {
    /// Makes the response to an error that comes from a module other than the web server, such as Management.
    ///
    /// The client does not see the text of an error of the kind `systemFailure`, because this text can contain the
    /// names of files and other machines.
    package init(_ error: any ExplainedError) {
        let kind = error.kind
        // The usual hint suggests another role, but no role allows the operations of the local owner.
        let remedy = error as? ManagementError == .localOwnerOnly ? ProblemSentence.localOwnerHint : kind.remedy
        self.init(
            kind.status,
            kind == .systemFailure ? Sentence(ProblemSentence.systemFailure) : error.sentence.asSentence,
            hint: Sentence(remedy))
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

    /// The next step for the client after an error of this kind. An `ExplainedError` also has a hint, but that hint is
    /// for the command line.
    fileprivate var remedy: ProblemSentence {
        switch self {
        case .forbidden: .forbiddenHint
        case .notFound: .notFoundHint
        case .invalidInput: .invalidInputHint
        case .ruleViolation: .ruleViolationHint
        case .conflict: .conflictHint
        case .systemFailure: .systemFailureHint
        }
    }
}
