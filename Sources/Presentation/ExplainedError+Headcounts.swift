package import Management

extension HeadcountError: ExplainedError {
    package var subject: ErrorSubject { .guestList }

    package var kind: ErrorKind {
        switch self {
        case .unknown: .notFound
        case .tooMany: .ruleViolation
        }
    }
}
