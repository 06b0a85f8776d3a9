/// What an error means to whoever asked: which exit status a script gets, and which status a client of the server.
package enum ErrorKind: Hashable, Sendable, CaseIterable {
    /// Not theirs to do: their role, or what they were lent, does not allow it.
    case forbidden
    /// The input is right and the answer is no: by a rule, by what is sold.
    case refused
    /// The input is right by itself, and clashes with what is there.
    case conflict
    /// The input names what is not there, or not for them.
    case unknown
    /// The input is to be mended.
    case badInput
    /// Something is missing or broken, and what was asked for did not happen, or nobody knows.
    case trouble

    /// Of any error; one that does not say is trouble.
    package init(of error: any Error) { self = (error as? any ExplainedError)?.kind ?? .trouble }
}

/// An error that says what it means, beside its description.
package protocol ExplainedError: Error, CustomStringConvertible {
    var kind: ErrorKind { get }
    /// What to do next, in words of the command line.
    var hint: String? { get }
}

extension ExplainedError {
    package var hint: String? { nil }
}
