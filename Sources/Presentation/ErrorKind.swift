/// The meaning of an error for the caller. It determines the exit status of a command, or the status code of an HTTP
/// response.
package enum ErrorKind: String, Hashable, Sendable, CaseIterable {
    /// The user's role or the API token does not permit the operation.
    case forbidden
    /// The input is valid, but a rule forbids the operation, or too few tickets are left.
    case ruleViolation = "rule_violation"
    /// The input is valid, but conflicts with existing data.
    case conflict
    /// The input refers to something that does not exist, or that the user is not allowed to see.
    case notFound = "not_found"
    case invalidInput = "invalid_input"
    /// Something is missing or broken. The operation failed, or its outcome is unknown.
    case systemFailure = "system_failure"

    /// The kind of any error. An error without a kind is a system failure.
    package init(of error: any Error) { self = (error as? any ExplainedError)?.kind ?? .systemFailure }
}
