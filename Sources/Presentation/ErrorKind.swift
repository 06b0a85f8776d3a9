/// The meaning of an error for the caller: it determines the exit status of a command and the status code of an HTTP
/// response.
package enum ErrorKind: Hashable, Sendable, CaseIterable {
    /// The user's role or the API token does not permit it.
    case forbidden
    /// The input is valid, but a rule or the current sales do not allow it.
    case ruleViolation
    /// The input is valid, but conflicts with existing data.
    case conflict
    /// The input names something that does not exist or that the user may not see.
    case notFound
    /// The input is invalid.
    case invalidInput
    /// Something is missing or broken. The operation failed, or its outcome is unknown.
    case systemFailure

    /// The kind of any error; an error without a kind is a failure.
    package init(of error: any Error) { self = (error as? any ExplainedError)?.kind ?? .systemFailure }
}

/// An error with a kind and a description.
package protocol ExplainedError: Error, CustomStringConvertible {
    var kind: ErrorKind { get }
    /// What to do next, phrased for the command line; nil if there is no advice.
    var hint: String? { get }
}

extension ExplainedError {
    package var hint: String? { nil }
}
