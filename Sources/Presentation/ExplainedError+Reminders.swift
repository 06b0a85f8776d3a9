package import Management

extension ReminderError: ExplainedError {
    package var subject: ErrorSubject { .notice }

    package var kind: ErrorKind {
        switch self {
        case .tooMany: .ruleViolation
        case .unknown: .notFound
        }
    }
}
