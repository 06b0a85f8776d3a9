/// How often the people of a ticket may come in (GATE, "Re-entry").
public enum Reentry: Hashable, Sendable {
    /// Once. Who has left stays out.
    case never
    /// As often as they have left before.
    case afterExit
    /// Whenever they come; who is inside is taken to have left.
    case always
    /// Once on each day of the event.
    case daily
    /// After an exit, and so many times in all, the first among them.
    case atMost(Int)

    /// Entries on one place that can be counted.
    public static let mostEntries = 99
}

/// As the command line and the ledger write it: `never`, `after-exit`, `always`, `daily`, or the most times: `3`.
extension Reentry: RawRepresentable {
    public init?(rawValue: String) {
        switch rawValue {
        case "never": self = .never
        case "after-exit": self = .afterExit
        case "always": self = .always
        case "daily": self = .daily
        default:
            guard let times = Int(rawValue), (1...Reentry.mostEntries).contains(times), "\(times)" == rawValue else {
                return nil
            }
            self = .atMost(times)
        }
    }

    public var rawValue: String {
        switch self {
        case .never: "never"
        case .afterExit: "after-exit"
        case .always: "always"
        case .daily: "daily"
        case .atMost(let times): "\(times)"
        }
    }
}
