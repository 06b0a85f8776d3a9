package import Management

extension SeatingError: ExplainedError {
    package var subject: ErrorSubject { .guestList }

    package var kind: ErrorKind {
        switch self {
        case .movedMeanwhile: .conflict
        case .tooMany: .ruleViolation
        }
    }
}

extension HouseholdError: ExplainedError {
    package var subject: ErrorSubject { .guestList }

    package var kind: ErrorKind {
        switch self {
        case .unknown: .notFound
        }
    }
}
