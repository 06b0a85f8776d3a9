import Presenting

/// The exit statuses, which scripts trust.
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
            case .forbidden, .refused: .refused
            case .conflict, .unknown, .badInput: .badInput
            case .trouble: .trouble
            }
    }

    /// The worst of two verdicts' statuses: undecided before refused before repeated before done (GATE, "Verdict").
    func worst(_ other: ExitStatus) -> ExitStatus {
        let order: [ExitStatus] = [.trouble, .refused, .repeated]
        return order.first { $0 == self || $0 == other } ?? .done
    }
}
