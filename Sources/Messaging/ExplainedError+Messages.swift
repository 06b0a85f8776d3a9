package import Management
package import MessageTransport
package import Presentation

// The kinds and subjects of the errors about the settings for messages, and about sending messages.

extension MessageSettingsError: ExplainedError {
    package var subject: ErrorSubject { .file }

    package var kind: ErrorKind {
        switch self {
        case .readableByOthers: .systemFailure
        case .malformed, .invalid: .invalidInput
        }
    }
}

extension UnstoredResultsError: ExplainedError {
    package var subject: ErrorSubject { .store }
    package var kind: ErrorKind { .systemFailure }
}

extension TransportFault: ExplainedError {
    package var subject: ErrorSubject { .server }
    package var kind: ErrorKind { .systemFailure }
}
