package import Management

extension MessageLimitError: ExplainedError {
    package var subject: ErrorSubject { .organizer }
    package var kind: ErrorKind { .ruleViolation }
}

extension TeamInvitationError: ExplainedError {
    package var subject: ErrorSubject {
        switch self {
        case .otherAccount, .accountExists, .alreadyMember: .user
        case .invalid, .tooMany, .unknown: .organizer
        }
    }

    package var kind: ErrorKind {
        switch self {
        case .invalid, .unknown: .notFound
        case .otherAccount, .tooMany: .ruleViolation
        case .accountExists, .alreadyMember: .conflict
        }
    }
}
