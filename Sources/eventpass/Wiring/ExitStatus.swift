import Presenting

/// The exit statuses. Scripts depend on them.
enum ExitStatus: Int32 {
    case done = 0
    case refused = 1
    case trouble = 2
    case repeated = 3
    /// `EX_USAGE`
    case usage = 64
    /// `EX_DATAERR`
    case badInput = 65
}

extension ExitStatus {
    init(_ kind: ErrorKind) {
        self =
            switch kind {
            case .forbidden, .ruleViolation: .refused
            case .conflict, .notFound, .invalidInput: .badInput
            case .systemFailure: .trouble
            }
    }

    /// The more serious of two statuses: undecided, then refused, then repeated, then done (GATE, "Verdict").
    func worst(_ other: ExitStatus) -> ExitStatus {
        let order: [ExitStatus] = [.trouble, .refused, .repeated]
        return order.first { $0 == self || $0 == other } ?? .done
    }
}
